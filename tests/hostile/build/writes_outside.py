# build: exited with status 7
import os
import sys

room = open("room").read()
places = ["/etc", "/usr/lib", "/var/tmp", os.path.dirname(sys.executable), os.path.expanduser("~root")]
for folder in places + [room + part for part in ("", "/submission", "/suite", "/results")]:
    try:
        open(folder + "/planted", "w").close()
        sys.exit(0)
    except OSError:
        pass
sys.exit(7)
