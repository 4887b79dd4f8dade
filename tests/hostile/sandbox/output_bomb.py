# ends: output
# At most 64 MiB. The limit is 64 KiB.
import sys
for _ in range(1024):
    sys.stdout.write("x" * 65536)
raise SystemExit(1)
