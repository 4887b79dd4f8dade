# ends: exit 0 | file-size
# At most 100 files of 1 MiB. The limit is 8 MiB in all.
import os
made = 0
try:
    for n in range(100):
        with open(f"file{n}", "wb") as file:
            file.write(b"x" * (1 << 20))
        made += 1
except OSError:
    pass
os._exit(0 if made <= 8 else 1)
