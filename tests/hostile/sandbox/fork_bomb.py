# ends: exit 0 | processes
# At most 200 forks; each child sleeps. The limit is 16.
import os, time
made = 0
for _ in range(200):
    try:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        made += 1
    except OSError:
        break
os._exit(1 if made > 40 else 0)
