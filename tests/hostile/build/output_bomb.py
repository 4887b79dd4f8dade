# build: printed more than it may
import sys

for _ in range(4096):
    sys.stdout.write("x" * (1 << 16))
