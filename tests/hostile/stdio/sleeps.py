# verdict: timed-out
import time
time.sleep(1000)
