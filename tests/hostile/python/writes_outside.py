# verdict: wrong
import os

HERE = os.path.dirname(os.path.abspath(__file__))
ROOM = os.path.dirname(HERE)


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        places = [HERE, ROOM, ROOM + "/results", ROOM + "/suite", ROOM + "/outside", "/usr/lib"]
        places += [os.path.dirname(os.__file__), "/var/tmp", "/run"]
        for place in places:
            for act in [
                lambda: open(place + "/planted", "w").write("x"),
                lambda: os.mkdir(place + "/planted-folder"),
                lambda: os.symlink("/etc/passwd", place + "/planted-link"),
                lambda: os.mkfifo(place + "/planted-fifo"),
            ]:
                try:
                    act()
                except OSError:
                    continue
                return "right"
        return "left"
