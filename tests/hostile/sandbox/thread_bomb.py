# ends: exit 0 | processes
# At most 200 threads. The limit is 16.
import os, threading, time
made = 0
for _ in range(200):
    try:
        threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        made += 1
    except RuntimeError:
        break
os._exit(1 if made > 40 else 0)
