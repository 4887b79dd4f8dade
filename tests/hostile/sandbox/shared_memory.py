# ends: exit 0 | memory | signal 7 | signal 9
# Memory that no limit on private memory counts: shared mappings, at most 1 GiB.
import mmap
kept = []
try:
    for _ in range(16):
        block = mmap.mmap(-1, 64 << 20)
        for at in range(0, 64 << 20, 4096):
            block[at] = 1
        kept.append(block)
except (OSError, MemoryError):
    raise SystemExit(0)
raise SystemExit(1)
