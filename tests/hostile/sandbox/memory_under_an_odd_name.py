# ends: memory | signal 9
# Processes whose names are no text, of 100 MiB each. The limit is 256 MiB in all.
import ctypes, os, time
name = ctypes.create_string_buffer(b"\xff\xfe) Z 1")
ctypes.CDLL(None).prctl(15, name, 0, 0, 0)
for _ in range(6):
    if os.fork() == 0:
        block = os.urandom(1 << 20) * 100
        time.sleep(30)
        os._exit(0)
for _ in range(6):
    os.wait()
os._exit(1)
