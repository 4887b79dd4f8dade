# ends: exit 0
# Nothing but what the grader gave.
import os
known = {"HOME", "TMPDIR", "PATH", "OUTSIDE", "SUBMISSION", "GRADER", "PORT", "PLYGRADE_MARK", "LC_CTYPE"}
extra = sorted(set(os.environ) - known)
print(extra, flush=True)
os._exit(1 if extra else 0)
