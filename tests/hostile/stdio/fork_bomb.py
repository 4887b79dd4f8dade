# verdict: crashed | killed | timed-out
# At most 600 forks.
import os
import time

for _ in range(600):
    try:
        if os.fork() == 0:
            time.sleep(1000)
    except OSError:
        break
