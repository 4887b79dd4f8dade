"""What a student may have meant where an exception says only what Python saw."""

import ast
import os
import re
import traceback

# Methods of Pacman's states alone, and what says the same on every state.
EVERYWHERE = {
    "getLegalPacmanActions": "getLegalActions(0)",
    "generatePacmanSuccessor": "generateSuccessor(0, action)",
    "getPacmanNextState": "getNextState(0, action)",
}
# Statements after which a function is over.
ENDS = (ast.Return, ast.Raise)


def hints(error, folder):
    text = str(error)
    if isinstance(error, AttributeError) and "TreeState" in text:
        for name, other in EVERYWHERE.items():
            if f"'{name}'" in text:
                return [f"tree states have no {name}(); write {other}"]
    if isinstance(error, TypeError) and "NoneType" in text:
        if "not supported between instances of" in text:
            return [without_order(error, folder)]
        if "unsupported operand" in text:
            names = names_of_nothing(error, folder)
            return [returned(names)] if names else []
    return []


def without_order(error, folder):
    names = names_of_nothing(error, folder)
    if names:
        return returned(names)
    return "Python 3 does not order None against numbers; start from float('-inf')"


def returned(names):
    return f"a call returned None: does every branch of {' or '.join(names)} return a value?"


def names_of_nothing(error, folder):
    """The submission's functions that the innermost line of its own calls, or else those that the
    function around it calls, if they can end without a value."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.abspath(frame.filename).startswith(folder + os.sep)
    ]
    if not frames:
        return []
    frame = frames[-1]
    try:
        with open(frame.filename, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (OSError, ValueError, SyntaxError):
        return []
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    open_ended = {node.name for node in functions if not has_value(node)}
    around = [
        node for node in functions if node.lineno <= frame.lineno <= (node.end_lineno or 0)
    ]
    nearest = max(around, key=lambda node: node.lineno, default=None)
    line = set(re.findall(r"(\w+)\s*\(", frame.line or ""))
    body = set() if nearest is None else called(nearest)
    return sorted(line & open_ended) or sorted(body & open_ended)


def called(function):
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            names.add(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
    return names


def has_value(function):
    """Whether every way through `function` ends with a value, as far as its text says."""
    if any(
        isinstance(node, ast.Return)
        and (node.value is None or isinstance(node.value, ast.Constant) and node.value.value is None)
        for node in own_nodes(function)
    ):
        return False
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function)):
        return True
    return ends(function.body)


def own_nodes(function):
    """What stands in `function` and not in a function inside it."""
    waiting = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))


def ends(body):
    last = body[-1]
    if isinstance(last, ENDS):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and ends(last.body) and ends(last.orelse)
    if isinstance(last, ast.With):
        return ends(last.body)
    if isinstance(last, ast.While):
        return isinstance(last.test, ast.Constant) and bool(last.test.value)
    if isinstance(last, ast.Try):
        rest = [handler.body for handler in last.handlers]
        return ends(last.finalbody) if last.finalbody and ends(last.finalbody) else (
            all(map(ends, rest)) and ends(last.orelse or last.body)
        )
    return False
