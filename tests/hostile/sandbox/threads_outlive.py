# ends: exit 0
# Threads and children that still run when the program ends.
import os, threading, time
def spin():
    while True:
        time.sleep(0.01)
for _ in range(4):
    threading.Thread(target=spin, daemon=True).start()
for _ in range(3):
    if os.fork() == 0:
        os.setpgid(0, 0)
        time.sleep(60)
        os._exit(0)
os._exit(0)
