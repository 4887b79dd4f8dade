# build: exited with status 7
# At most 600 forks.
import os
import sys
import time

for _ in range(600):
    try:
        if os.fork() == 0:
            time.sleep(1000)
            os._exit(0)
    except OSError:
        sys.exit(7)
