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
# Where the kernel does not count them the warden does, and it looks from time to time.
if made > 40:
    time.sleep(20)
    os._exit(1)
os._exit(0)
