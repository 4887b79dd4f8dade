# ends: memory | signal 9
# Memory of the kernel's own, for locks on ranges of files: 112000 of them, 22 MB, in fourteen
# processes. No program needs as many.
import fcntl, os, time
for process in range(14):
    if os.fork() == 0:
        files = [open(f"f{process}-{number}", "w") for number in range(50)]
        for file in files:
            for at in range(160):
                fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * at)
        time.sleep(30)
        os._exit(1)
for _ in range(14):
    os.wait()
os._exit(1)
