# ends: exit 0
# Sockets of every family, on this machine alone.
import os, socket
made = []
for family in range(0, 46):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            socket.socket(family, kind)
            made.append((family, kind))
        except OSError:
            pass
for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_RDM):
    try:
        socket.socketpair(socket.AF_UNIX, kind)
        made.append(f"pair of {kind}")
    except OSError:
        pass
try:
    socket.create_connection(("127.0.0.1", int(os.environ.get("PORT", "9"))), 1)
    made.append("connection")
except OSError:
    pass
socket.socketpair()
print(made, flush=True)
os._exit(1 if made else 0)
