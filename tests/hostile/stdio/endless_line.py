# verdict: killed
# At most 256 MiB without an end of line.
import sys

for _ in range(256):
    sys.stdout.write("x" * (1 << 20))
    sys.stdout.flush()
