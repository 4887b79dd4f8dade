# ends: exit 0
# No capability, none to be had by way of a set-user-id file.
import os
done = []
try:
    for line in open("/proc/self/status"):
        name, _, value = line.partition(":")
        if name in ("CapPrm", "CapEff", "CapBnd", "CapAmb") and os.path.isdir("/proc/self/fd") and int(value, 16) != 0:
            # An ordinary user's bounding set stays where it could not be emptied; it gives nothing.
            if name != "CapBnd":
                done.append(line)
except OSError:
    pass
try:
    os.setuid(12345)
    done.append("setuid")
except OSError:
    pass
print(done, flush=True)
os._exit(1 if done else 0)
