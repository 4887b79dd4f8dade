# ends: memory | signal 9
# Six processes of 100 MiB each, and then they stay. The limit is 256 MiB in all.
import os, time
for _ in range(6):
    if os.fork() == 0:
        block = os.urandom(1 << 20) * 100
        time.sleep(30)
        os._exit(0)
for _ in range(6):
    os.wait()
os._exit(1)
