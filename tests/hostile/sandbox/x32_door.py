# ends: forbidden-call | exit 0
# The socket call by its number in the other table. (Kernels without that table answer ENOSYS.)
import ctypes, os, platform
if platform.machine() != "x86_64":
    os._exit(0)
libc = ctypes.CDLL(None, use_errno=True)
os._exit(1 if libc.syscall(0x40000000 + 41, 2, 1, 0) >= 0 else 0)
