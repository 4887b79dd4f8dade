# ends: exit 0
# Memory that is mapped nowhere any more: shared mappings that were let go, and files in memory.
# At most 256 MiB.
import ctypes, mmap, os
libc = ctypes.CDLL(None, use_errno=True)
got = []
try:
    block = mmap.mmap(-1, 128 << 20, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
    got.append("a shared mapping")
except OSError:
    pass
try:
    os.memfd_create("x")
    got.append("a file in memory")
except OSError:
    pass
if libc.syscall(447, 0) >= 0:
    got.append("a secret file in memory")
print(got)
raise SystemExit(1 if got else 0)
