# ends: exit 0
# Signals to the grader and to the parent; other limits for the grader.
import os, resource, signal
done = []
for pid in (int(os.environ["GRADER"]), os.getppid()):
    for number in (0, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        if pid == 1 and number != 0:
            continue
        try:
            os.kill(pid, number)
            if pid != 1:
                done.append((pid, number))
        except OSError:
            pass
try:
    resource.prlimit(int(os.environ["GRADER"]), resource.RLIMIT_CPU, (1, 1))
    done.append("limit")
except OSError:
    pass
print(done, flush=True)
os._exit(1 if done else 0)
