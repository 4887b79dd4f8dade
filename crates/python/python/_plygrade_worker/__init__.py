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
            child = os.fork()
            if child == 0:
                status = serve(pipe, loaded, rest[0])
                flush(out)
                os._exit(status)
            _, status = os.waitpid(child, 0)
            code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            _plygrade.ended(code)


def serve(pipe, loaded, cpu_seconds):
    """Does what the grader says until it says that this child is done."""
    _plygrade.start(pipe.send)
    limit_time(cpu_seconds)
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
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_STACK)
        wanted = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    except (AttributeError, ValueError, OSError):
        pass


def limit_time(seconds):
    if not seconds:
        return
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        end = seconds + 1
        if hard != resource.RLIM_INFINITY:
            end = min(end, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (min(seconds, end), end))
        # Raised where the submission is, which then says so; a second later there is no mercy.
        signal.signal(signal.SIGXCPU, lambda *_: faults.out_of_time(seconds))
    except (AttributeError, ValueError, OSError):
        # The grader's own clock is there as well.
        pass
