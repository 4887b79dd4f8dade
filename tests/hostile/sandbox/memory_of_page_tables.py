# ends: memory | signal 9
# Memory of the kernel's own: nothing is kept but the tables that say where nothing is. At most
# 512 MiB of them; the limit is 256 MiB.
import mmap, time
try:
    # Nothing of it can be written, so nothing of it is promised.
    block = mmap.mmap(-1, 256 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
    block.madvise(15)  # One table for each 2 MiB, where there could be one large page.
    for at in range(0, len(block), 2 << 20):
        block[at]
except OSError as error:
    print(error)
time.sleep(30)
raise SystemExit(1)
