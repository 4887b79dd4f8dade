# ends: exit 0 | file-size
# One file of at most 64 MiB. The limit is 4 MiB a file.
import os
size = 0
try:
    with open("large", "wb", buffering=0) as file:
        for _ in range(64):
            size += file.write(b"x" * (1 << 20))
except OSError:
    pass
os._exit(0 if size <= 4 << 20 else 1)
