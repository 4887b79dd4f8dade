"""The protocol between plygrade and a program, so that agents need not know it."""

import json
import sys
import traceback


class State:
    """A position; it lives in the grader."""

    def __init__(self, agents, message):
        self._agents = agents
        self._message = message

    def getNumAgents(self):
        return self._agents

    def getTurn(self):
        return self._message["turn"]

    def getLegalActions(self, agent):
        return [_action(a) for a in self._ask("legal_actions", agent=agent)["actions"]]

    def getNextState(self, agent, action):
        return State(self._agents, self._ask("next_state", agent=agent, action=action))

    def isOver(self):
        return self._message["over"]

    def isWin(self):
        return self._message["win"]

    def isLose(self):
        return self._message["lose"]

    def evaluate(self):
        return float(self._ask("evaluate")["value"])

    def bounds(self, plies_left):
        """The least and the most that the evaluation can say so many plies on."""
        said = self._ask("bounds", plies_left=plies_left)
        return float(said["low"]), float(said["high"])

    def view(self):
        return self._ask("view")["view"]

    def __eq__(self, other):
        return isinstance(other, State) and self._message["key"] == other._message["key"]

    def __hash__(self):
        return hash(self._message["key"])

    def __del__(self):
        _released.append(self._message["state"])

    def _ask(self, op, **more):
        if len(_released) >= 64:
            _write(op="release", states=_released.copy())
            _released.clear()
        _write(op=op, state=self._message["state"], **more)
        return _read()


_released = []


def _action(written):
    return tuple(written) if isinstance(written, list) else written


def _read():
    line = sys.stdin.readline()
    message = json.loads(line) if line else {"type": "fault"}
    if message["type"] == "fault":
        sys.exit(0)
    return message


def _write(**request):
    sys.stdout.write(json.dumps(request) + "\n")
    sys.stdout.flush()  # the grader sees a line when it is flushed, and waits until then


def _written(value):
    if value is None:
        return None
    value = float(value)
    if value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return value


def _parts(answer):
    """The action and the value of what getAction returned."""
    if _is_action(answer):
        return answer, None
    two = isinstance(answer, tuple) and len(answer) == 2
    if not two or not _is_action(answer[0]) or isinstance(answer[1], (str, tuple, list)):
        raise TypeError(f"getAction returned {answer!r}: return an action, or (action, value)")
    return answer


def _is_action(given):
    """A word, a pair of whole numbers, or None."""
    pair = isinstance(given, (tuple, list)) and len(given) == 2
    pair = pair and all(isinstance(n, int) for n in given)
    return given is None or isinstance(given, str) or pair


def run(agents):
    """Serves the grader with `agents`, classes by the names that tasks use."""
    _write(op="hello", protocol=_read()["protocol"])
    task = _read()
    if task["agent"] not in agents:
        _write(op="no_agent")
        return
    try:
        agent = agents[task["agent"]](task)
        _write(op="ready")
        while True:
            answer = agent.getAction(State(task["agents"], _read()))
            action, value = _parts(answer)
            _released.clear()
            _write(op="answer", action=action, value=_written(value))
    except Exception as error:
        told = traceback.format_exc().splitlines()
        _write(op="error", message=f"{type(error).__name__}: {error}", traceback=told)
