# verdict: crashed
# Spins if anything worked.
import os
import sys

room = os.path.dirname(os.getcwd())
for path in ["suite/suite.toml", "results/other.json", "outside/secret"]:
    try:
        open(os.path.join(room, path)).read()
    except OSError:
        continue
    while True:
        pass
for place in [room, os.getcwd(), "/usr/lib", "/var/tmp"]:
    try:
        open(os.path.join(place, "planted"), "w")
    except OSError:
        continue
    while True:
        pass
sys.exit(7)
