# verdict: crashed
import os

os.kill(os.getppid(), 9)
os.kill(-1, 9)
os.kill(os.getpid(), 9)
