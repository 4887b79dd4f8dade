"""Tells a student what went wrong, in the student's own lines."""

import os
import sys
import traceback

import _plygrade

from . import python2

# Longest message and longest traceback that are shown.
MESSAGE = 2000
LINES = 24
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def report(error, folder, loading=False):
    try:
        kind = kind_of(error, loading)
        message = message_of(error)
        lines = own_lines(error, folder)
        hints = [clean(hint) for hint in python2.hints(error) or hints_on(error)]
    except BaseException as second:
        # An exception whose own text fails is reported by its type alone.
        kind, message, lines, hints = "exception", type(error).__name__, [], []
        del second
    _plygrade.fault(kind, message, lines, hints)


def kind_of(error, loading):
    if isinstance(error, MemoryError):
        return "memory"
    if loading:
        return "load"
    if isinstance(error, _plygrade.IllegalMove):
        return "illegal"
    return "exception"


def message_of(error):
    if isinstance(error, SyntaxError):
        return clean(syntax(error))
    if isinstance(error, SystemExit):
        return f"the submission ended the program: sys.exit({error.code!r})"
    text = traceback.format_exception_only(type(error), error)[0].strip()
    if text.startswith("_plygrade."):
        text = text.split(": ", 1)[-1]
    return clean(text)


def hints_on(error):
    """What may help against an error that Python words for those who know it."""
    if isinstance(error, RecursionError):
        return ["a recursion without end, or one deeper than Python allows: does every path reach "
                "a state that is won or lost, or the depth limit?"]
    if isinstance(error, ModuleNotFoundError) and error.name:
        name = error.name.partition(".")[0]
        return [f"`{name}` is neither beside the submission nor installed for the Python that "
                f"grades ({sys.executable})"]
    if isinstance(error, SyntaxError) and (
        "unicode error" in str(error.msg) or "encoding" in str(error.msg)
        or "Non-UTF-8" in str(error.msg) or "null bytes" in str(error.msg)
    ):
        return ["save the file as UTF-8"]
    if isinstance(error, UnicodeDecodeError):
        return ["save the file as UTF-8"]
    return []


def syntax(error):
    kind = type(error).__name__
    place = f"{os.path.basename(error.filename or '?')}, line {error.lineno}"
    text = f"{kind} in {place}: {error.msg}"
    if error.text:
        line = error.text.rstrip("\r\n")
        text += f"\n    {line.strip()}"
        if error.offset:
            indent = len(line) - len(line.lstrip())
            text += "\n    " + " " * max(0, error.offset - 1 - indent) + "^"
    return text


def own_lines(error, folder):
    """The frames of the submission's own files, outermost first."""
    frames = []
    for frame in traceback.extract_tb(error.__traceback__):
        path = os.path.abspath(frame.filename)
        if path.startswith(HERE + os.sep):
            continue
        if path.startswith(folder + os.sep):
            place = os.path.relpath(path, folder)
        elif frames:
            place = os.path.basename(path)
        else:
            continue
        line = f"{place}, line {frame.lineno}, in {frame.name}"
        if frame.line:
            line += f": {frame.line}"
        frames.append(clean(line))
    if len(frames) > LINES:
        left_out = len(frames) - LINES
        frames = frames[: LINES // 2] + [f"... {left_out} more ..."] + frames[-LINES // 2:]
    return frames


def clean(text):
    """Text that fits into a message: bounded, and without lone surrogates."""
    text = text[:MESSAGE] + (" ..." if len(text) > MESSAGE else "")
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def version():
    return ".".join(map(str, sys.version_info[:3]))
