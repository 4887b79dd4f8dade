# build: exited with status 7
# With holes: it takes no room on the disk.
import sys

try:
    with open("large", "wb") as file:
        file.truncate(1 << 40)
except OSError:
    sys.exit(7)
