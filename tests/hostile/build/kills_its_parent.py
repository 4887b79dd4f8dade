# build: exited with status 7
# Process 1 of its own sandbox takes no signal from inside; there is nobody else to kill.
import os
import signal
import sys

for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP):
    for pid in (os.getppid(), -1):
        try:
            os.kill(pid, number)
        except OSError:
            pass
sys.exit(7)
