# ends: exit 0
# Memory of the kernel's own, for locks on ranges of files: here one, which must not be kept.
import fcntl, os
with open("locked", "w") as file:
    fcntl.lockf(file, fcntl.LOCK_EX, 1)
    if os.fork() == 0:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)
        except OSError:
            os._exit(1)
        os._exit(0)
    os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
