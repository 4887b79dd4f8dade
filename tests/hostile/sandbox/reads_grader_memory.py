# ends: forbidden-call
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
class Piece(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]
room = ctypes.create_string_buffer(8)
mine, theirs = Piece(ctypes.addressof(room), 8), Piece(0x400000, 8)
libc.process_vm_readv(int(os.environ["GRADER"]), ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)
os._exit(1)
