# ends: wall
import os, signal
os.kill(os.getpid(), signal.SIGSTOP)
os.kill(0, signal.SIGSTOP)
