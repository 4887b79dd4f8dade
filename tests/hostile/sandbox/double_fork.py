# ends: exit 0
# A daemon: another session, another parent, streams closed, signals ignored.
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(name, signal.SIG_IGN)
        for fd in range(3):
            os.close(fd)
        time.sleep(60)
    os._exit(0)
os.wait()
os._exit(0)
