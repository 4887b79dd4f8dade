# build: exited with status 7
import socket
import sys

for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
    try:
        socket.socket(family, socket.SOCK_STREAM)
        sys.exit(0)
    except OSError:
        pass
sys.exit(7)
