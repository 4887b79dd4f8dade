# ends: forbidden-call
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace(16, int(os.environ["GRADER"]), 0, 0)
os._exit(1)
