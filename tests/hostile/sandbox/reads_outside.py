# ends: exit 0
# The secret file by many ways, and files of the system that are none of its business.
import os
secret = os.environ["OUTSIDE"] + "/secret"
seen = []
os.symlink(secret, "way-out")
for path in (secret, "way-out", "/etc/shadow", "/etc/passwd", "/proc/1/environ", "/proc/1/mem", "/proc/1/maps",
             "/proc/1/cwd/" + secret, "/proc/1/root/" + secret, "/proc/kcore", "/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/sda"):
    try:
        with open(path, "rb") as file:
            file.read(1)
        seen.append(path)
    except OSError:
        pass
for folder in ("/", "/home", "/root", "/tmp", os.environ["OUTSIDE"]):
    try:
        seen.append((folder, os.listdir(folder)))
    except OSError:
        pass
print(seen, flush=True)
os._exit(1 if seen else 0)
