# ends: exit 0 | memory | signal 9
# One process, at most 1 GiB. The limit is 256 MiB.
blocks = []
try:
    for _ in range(64):
        blocks.append(b"x" * (16 << 20))
except MemoryError:
    raise SystemExit(0)
raise SystemExit(1)
