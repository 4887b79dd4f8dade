# verdict: killed
# At most 64 MiB.
import sys

for _ in range(64):
    sys.stderr.write("x" * (1 << 20))
