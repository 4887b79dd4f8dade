# verdict: wrong
import socket


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for family in [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK, socket.AF_PACKET]:
            for kind in [socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW]:
                try:
                    socket.socket(family, kind)
                except OSError:
                    continue
                return "right"
        return "left"
