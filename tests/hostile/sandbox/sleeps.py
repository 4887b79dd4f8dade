# ends: wall
import time
time.sleep(60)
