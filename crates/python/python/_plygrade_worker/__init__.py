"""The process in which a submission runs.

Loads the interpreter, the native module and the submission once, then forks a child whenever the
grader says so; the child answers until it is told to end. The grader talks on standard input and
listens on standard output; both are moved away before the submission is loaded, whose own prints
go to standard error.
"""

import io
import os
import signal
import sys

import _plygrade

# Before anything of the submission's is found, which may have that name.
try:
    import resource
except ImportError:
    resource = None

from . import agents, faults, loading


# Bytes; Linux leaves at least 128 MB below a stack for it to grow into.
STACK = 120 << 20


class Pipe:
    """The two ends of the conversation."""

    def __init__(self):
        self._in = os.dup(0)
        self._out = os.dup(1)
        # Nobody types: reading standard input gives its end.
        nothing, end = os.pipe()
        os.close(end)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self._read = os.read
        self._write = os.write
        self.prints = None

    def send(self, data):
        # What was printed before a call is there before the call is.
        try:
            self.prints.flush()
        except (AttributeError, ValueError, OSError):
            pass
        view = memoryview(data)
        while view:
            view = view[self._write(self._out, view):]

    def receive(self):
        """The bytes of the next frame; None at the end of the conversation."""
        head = self._exactly(4)
        return None if head is None else self._exactly(int.from_bytes(head, "little"))

    def _exactly(self, size):
        # No byte more is read than asked for: what follows belongs to a child.
        parts = []
        while size:
            part = self._read(self._in, min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def main(submission, kind):
    deepen_stack()
    pipe = Pipe()
    _plygrade.start(pipe.send)
    # A process that the submission forks of its own reports nothing.
    os.register_at_fork(after_in_child=_plygrade.mute)
    out = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(1, "w", closefd=False), 1 << 16),
        encoding="utf-8",
        errors="backslashreplace",
    )
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = pipe.prints = out
    sys.argv = [submission]
    # Whatever a submission puts in their place, each case is a process of its own.
    fork, leave, wait, limit_time = os.fork, os._exit, os.waitpid, time_limiter()
    seed = pipe.receive()
    if seed is None:
        return
    loaded = loading.load(submission, kind, _plygrade.command(seed)[1])
    flush(out)
    if loaded is None:
        return
    while True:
        frame = pipe.receive()
        if frame is None:
            return
        name, *rest = _plygrade.command(frame)
        if name == "fork":
            child = fork()
            if child == 0:
                limit_time(rest[0])
                status = serve(pipe, loaded)
                flush(out)
                leave(status)
            _, status = wait(child, 0)
            code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            _plygrade.ended(code)


def serve(pipe, loaded):
    """Does what the grader says until it says that this child is done."""
    _plygrade.start(pipe.send)
    loaded.seed_all()
    table = agents.Table(loaded)
    while True:
        frame = pipe.receive()
        if frame is None:
            return 1
        name, *rest = _plygrade.command(frame)
        if name == "end":
            return 0
        getattr(table, name)(*rest)


def flush(out):
    """Sends what was printed, unless the submission has closed that."""
    try:
        out.flush()
    except (ValueError, OSError):
        pass


def deepen_stack():
    """Lets the stack grow for deep recursions, as far as the system lets a running process."""
    if resource is None:
        return
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_STACK)
        wanted = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    except (ValueError, OSError):
        pass


def time_limiter():
    """What limits a process's time, made before a submission can put something in its place.

    One that goes to greater lengths still has the grader's own clock against it.
    """
    if resource is None:
        return lambda seconds: None
    get, put, on_signal = resource.getrlimit, resource.setrlimit, signal.signal
    cpu, boundless, over = resource.RLIMIT_CPU, resource.RLIM_INFINITY, signal.SIGXCPU

    def limit(seconds):
        if not seconds:
            return
        _, hard = get(cpu)
        end = seconds + 1 if hard == boundless else min(seconds + 1, hard)
        try:
            put(cpu, (min(seconds, end), end))
            # Raised where the submission is, which then says so; a second later there is no mercy.
            on_signal(over, lambda *_: faults.out_of_time(seconds))
        except (ValueError, OSError):
            pass

    return limit
