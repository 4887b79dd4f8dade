# ends: exit 0
# No descriptor but the three standard ones.
import os
found = []
for fd in range(3, 4096):
    try:
        os.fstat(fd)
        found.append(fd)
    except OSError:
        pass
print(found, flush=True)
os._exit(1 if found else 0)
