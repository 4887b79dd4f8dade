# verdict: crashed
# Spins if anything worked.
import socket
import sys

for family in [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK]:
    try:
        socket.socket(family, socket.SOCK_DGRAM)
    except OSError:
        continue
    while True:
        pass
sys.exit(7)
