"""Tells a student what went wrong, in the student's own lines."""

import os
import signal
import sys
import traceback

import _plygrade

from . import advice, python2

# Longest message and longest traceback that are shown.
MESSAGE = 2000
LINES = 24
# Lines that are repeated are shown so many times, and so many of them may take turns.
REPEATS = 2
CYCLE = 6
ENCODING = ("save the file as UTF-8, or name its encoding in its first line, as in "
            "`# -*- coding: gbk -*-`")
NO_TEXT = "the file is UTF-16, or no text at all: save the file as UTF-8"
# Methods that the states of one kind of suite have and those of the other have not.
COURSE = {"getLegalActions", "getNextState", "generateSuccessor", "isWin", "isLose", "getScore",
          "getNumAgents"}
LAB = {"currentPlayer", "players", "actions", "successor", "successors", "utility"}
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class OutOfTime(BaseException):
    """The CPU time of the case is over."""


def out_of_time(seconds):
    raise OutOfTime(f"more than {seconds} s of CPU time")


def report(error, folder, loading=False):
    if hasattr(signal, "SIGXCPU") and isinstance(error, OutOfTime):
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    try:
        kind = kind_of(error, loading)
        message = message_of(error)
        lines = own_lines(error, folder)
        found = python2.hints(error) or advice.hints(error, folder) or hints_on(error)
        hints = [clean(hint) for hint in found]
    except BaseException as second:
        # An exception whose own text fails is reported by its type alone.
        kind, message, lines, hints = "exception", type(error).__name__, [], []
        del second
    _plygrade.fault(kind, message, lines, hints)


def kind_of(error, loading):
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, OutOfTime):
        return "time"
    if loading:
        return "load"
    if isinstance(error, _plygrade.IllegalMove):
        return "illegal"
    return "exception"


def message_of(error):
    if isinstance(error, SyntaxError):
        return clean(syntax(error))
    if isinstance(error, OutOfTime):
        return str(error)
    if isinstance(error, RecursionError):
        # How it goes on differs from one Python to the next.
        return "RecursionError: " + str(error).partition(" while ")[0].partition(" in ")[0]
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
    if isinstance(error, (SyntaxError, ValueError)) and "null bytes" in str(error):
        return [NO_TEXT]
    encoding = ("unicode error", "encoding", "Non-UTF-8")
    if isinstance(error, SyntaxError) and any(word in str(error.msg) for word in encoding):
        return [ENCODING]
    if isinstance(error, UnicodeDecodeError):
        return [ENCODING]
    if isinstance(error, AttributeError):
        return hints_on_states(str(error))
    if isinstance(error, FileNotFoundError):
        return ["a file handed in alone is shown nothing but the modules that it imports; grade "
                "its folder if it reads data from there"]
    return []


def hints_on_states(text):
    """What a state has that was taken for another kind of state."""
    words = set(text.split("'"))
    lab = any(name in text for name in ("TicTacToeGameState", "NimGameState", "ChaseGameState"))
    if lab and words & COURSE:
        return ["this is written for the Pacman project, and the suite is the lab's: it asks for "
                "`class Minimax` or `class AlphaBeta` with `getBestActionAndValue(state)`; its "
                "states have currentPlayer(), actions(), successor(action), successors() and "
                "utility()"]
    if lab:
        return ["states of this game have currentPlayer(), actions(), successor(action), "
                "successors() and utility()"]
    if ("TreeState" in text or "pacman.GameState" in text) and words & LAB:
        return ["this is written for the lab's games, and the suite is the Pacman project's: it "
                "asks for `class MinimaxAgent` and its like with `getAction(state)`; its states "
                "have getLegalActions(agent), getNextState(agent, action), isWin(), isLose() and "
                "getScore()"]
    if "TreeState" in text:
        return ["this state is one of an abstract tree, without Pacman, ghosts or food: let the "
                "configured `self.evaluationFunction` value it"]
    return []


def syntax(error):
    kind = type(error).__name__
    if not error.filename or error.lineno is None:
        return f"{kind}: {error.msg}"
    place = f"{os.path.basename(error.filename)}, line {error.lineno}"
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
        if path.startswith(HERE + os.sep) or frame.filename.startswith("<frozen "):
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
    frames = without_repeats(frames)
    if len(frames) > LINES:
        left_out = len(frames) - LINES
        frames = frames[: LINES // 2] + [f"... {left_out} more ..."] + frames[-LINES // 2:]
    return frames


def without_repeats(lines):
    """The same lines many times in a row, as a recursion without end leaves them, only a few
    times."""
    kept = []
    at = 0
    while at < len(lines):
        length, times = cycle(lines, at)
        kept += lines[at : at + length * min(times, REPEATS)]
        if times > REPEATS:
            same = "line" if length == 1 else f"{length} lines"
            kept.append(f"... the same {same} {times - REPEATS} more times ...")
        at += length * times
    return kept


def cycle(lines, at):
    """How many lines from `at` on are repeated at once, and how often they stand there."""
    for length in range(1, CYCLE + 1):
        first = lines[at : at + length]
        times = 1
        while lines[at + length * times : at + length * (times + 1)] == first:
            times += 1
        if times > REPEATS:
            return length, times
    return 1, 1


def clean(text):
    """Text that fits into a message: bounded, and without lone surrogates."""
    text = text[:MESSAGE] + (" ..." if len(text) > MESSAGE else "")
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def version():
    return ".".join(map(str, sys.version_info[:3]))
