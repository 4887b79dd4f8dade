# ends: cpu
# Each child stays below its own limit; together they do not.
import os, time
for _ in range(20):
    if os.fork() == 0:
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass
        os._exit(0)
    os.wait()
os._exit(1)
