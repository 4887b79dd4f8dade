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
# Where the kernel does not count them the warden does, and it looks from time to time.
if made > 40:
    time.sleep(20)
    os._exit(1)
os._exit(0)
