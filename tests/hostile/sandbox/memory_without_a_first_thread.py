# ends: memory | signal 9
# The first threads end while others take 150 MiB each: three processes that look as if they had
# ended. The limit is 256 MiB in all.
import ctypes, os, threading, time
def take():
    block = os.urandom(1 << 20) * 150
    time.sleep(30)
    os._exit(1)
for _ in range(3):
    if os.fork() == 0:
        threading.Thread(target=take).start()
        ctypes.CDLL(None).pthread_exit(None)
for _ in range(3):
    os.wait()
os._exit(1)
