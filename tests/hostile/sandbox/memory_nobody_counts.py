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
try:
    zero = os.open("/dev/zero", os.O_RDWR)
    block = mmap.mmap(zero, 1 << 20, flags=mmap.MAP_SHARED)
    got.append("a shared mapping of zeros")
except OSError:
    pass
page = ctypes.create_string_buffer(4096)
_, end = os.pipe()
vector = (ctypes.c_size_t * 2)(ctypes.addressof(page), 4096)
if libc.vmsplice(end, vector, 1, 0) >= 0:
    got.append("a page in a pipe")
print(got)
raise SystemExit(1 if got else 0)
