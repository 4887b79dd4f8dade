# ends: exit 0
# Calls that give rights, reach into the kernel or take what all of a user's programs share, by way
# of the C library's `syscall`.
import ctypes, fcntl, os, platform
libc = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == "x86_64"
calls = {
    "unshare user": (272 if x86 else 97, 0x10000000),
    "unshare net": (272 if x86 else 97, 0x40000000),
    "keyctl": (250 if x86 else 219, 0, -3, 1),
    "bpf": (321 if x86 else 280, 5, 0, 0),
    "perf_event_open": (298 if x86 else 241, 0, 0, -1, -1, 0),
    "userfaultfd": (323 if x86 else 282, 0),
    "io_uring_setup": (425, 8, ctypes.create_string_buffer(256)),
    "personality": (135 if x86 else 92, 0x0040000),
    "clone3": (435, ctypes.create_string_buffer(88), 88),
    "clone newuser": (56 if x86 else 220, 0x10000011, 0, 0, 0, 0),
    "memory by key": (29 if x86 else 194, 0x706c79, 4096, 0o1600),
    "inotify": (294 if x86 else 26, 0),
    "unknown": (600, 0),
}
done = []
# Descriptors on their way are counted for all programs of the user.
import socket
ends = socket.socketpair()
try:
    socket.send_fds(ends[0], [b"x"], [0])
    done.append("descriptors")
except OSError:
    pass
# Whoever opens a file with a lease on it waits: one of one's own, and one of the system's.
own = os.open("leased", os.O_CREAT | os.O_RDWR)
for file, kind in (own, fcntl.F_WRLCK), (os.open(os.__file__, os.O_RDONLY), fcntl.F_RDLCK):
    try:
        fcntl.fcntl(file, fcntl.F_SETLEASE, kind)
        done.append("lease")
    except OSError:
        pass
for name, (number, *arguments) in calls.items():
    result = libc.syscall(number, *arguments)
    if result == 0 and name.startswith("clone"):
        os._exit(0)
    if result >= 0:
        done.append(name)
print(done, flush=True)
os._exit(1 if done else 0)
