# ends: exit 0
# The grader's memory, environment, arguments and descriptors.
import os
pid = os.environ["GRADER"]
seen = []
for who in (pid, str(os.getppid())):
    for name in ("environ", "cmdline", "maps", "mem", "fd", "status", "root", "cwd"):
        path = f"/proc/{who}/{name}"
        if who == "1" and name in ("cmdline", "status", "fd"):
            continue  # the sandbox's own first process, which says nothing
        try:
            if name == "fd":
                os.listdir(path)
            elif name in ("root", "cwd"):
                os.listdir(path)
            else:
                open(path, "rb").read(1)
            seen.append(path)
        except OSError:
            pass
print(seen, flush=True)
os._exit(1 if seen else 0)
