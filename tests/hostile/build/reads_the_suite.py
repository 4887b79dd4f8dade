# build: exited with status 7
import sys

room = open("room").read()
for name in ("/suite/suite.toml", "/suite/q/1-first.toml", "/results/other.json", "/outside/secret"):
    try:
        open(room + name).read()
        sys.exit(0)
    except OSError:
        pass
sys.exit(7)
