# ends: exit 0
# Writes, links, renames, removals, modes and times outside the scratch folder.
import os, sys
outside, submission = os.environ["OUTSIDE"], os.environ["SUBMISSION"]
done = []
def attempt(name, action):
    try:
        action()
        done.append(name)
    except OSError:
        pass
for folder in (outside, submission, "/tmp", "/", "/etc", "/dev", "/usr/lib", "/run", "/proc"):
    attempt(f"create {folder}", lambda: os.close(os.open(f"{folder}/plygrade-was-here", os.O_CREAT | os.O_WRONLY)))
    attempt(f"mkdir {folder}", lambda: os.mkdir(f"{folder}/plygrade-was-here.d"))
    attempt(f"mode {folder}", lambda: os.chmod(folder, 0o755))
    attempt(f"times {folder}", lambda: os.utime(folder, (1, 1)))
for file in (f"{outside}/secret", f"{submission}/agent.py"):
    attempt(f"write {file}", lambda: os.close(os.open(file, os.O_WRONLY)))
    attempt(f"truncate {file}", lambda: os.truncate(file, 0))
    attempt(f"remove {file}", lambda: os.remove(file))
    attempt(f"rename {file}", lambda: os.rename(file, "taken"))
    attempt(f"link {file}", lambda: os.link(file, "linked"))
    attempt(f"mode {file}", lambda: os.chmod(file, 0))
    attempt(f"owner {file}", lambda: os.chown(file, 0, 0))
    attempt(f"attribute {file}", lambda: os.setxattr(file, "user.x", b"1"))
    attempt(f"times {file}", lambda: os.utime(file, (1, 1)))
# By that name there is at most the scratch folder.
if os.path.realpath("/dev/shm") != os.getcwd():
    attempt("/dev/shm", lambda: os.close(os.open("/dev/shm/plygrade-was-here", os.O_CREAT | os.O_WRONLY)))
os.symlink(outside, "way-out")
attempt("symlink", lambda: os.close(os.open("way-out/through", os.O_CREAT | os.O_WRONLY)))
attempt("device", lambda: os.mknod("disk", 0o60600, os.makedev(8, 0)))
print(done, flush=True)
os._exit(1 if done else 0)
