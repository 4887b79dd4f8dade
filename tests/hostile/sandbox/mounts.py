# ends: forbidden-call
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None)
os._exit(1)
