"""Minimax and alpha-beta over plygrade's protocol (docs/PROTOCOL.md), without any library.

Standard output belongs to the protocol: print with print(..., file=sys.stderr).
"""

import json
import sys

INF = float("inf")


class Grader:
    """The line to the grader."""

    def read(self):
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        message = json.loads(line)
        if message["type"] == "fault":
            sys.exit("the grader says: " + message["message"])
        return message

    def write(self, **request):
        sys.stdout.write(json.dumps(request) + "\n")
        sys.stdout.flush()

    def ask(self, **request):
        self.write(**request)
        return self.read()


class State:
    """A position; it lives in the grader."""

    def __init__(self, grader, message):
        self.grader = grader
        self.id = message["state"]
        self.turn = message["turn"]
        self.over = message["over"]

    def legal_actions(self):
        return self.grader.ask(op="legal_actions", state=self.id, agent=self.turn)["actions"]

    def next_state(self, action):
        asked = self.grader.ask(op="next_state", state=self.id, agent=self.turn, action=action)
        return State(self.grader, asked)

    def evaluate(self):
        return float(self.grader.ask(op="evaluate", state=self.id)["value"])

    def release(self):
        self.grader.write(op="release", states=[self.id])


def written(value):
    """A value as the protocol writes it: JSON has neither infinities nor NaN."""
    if value != value:
        return "nan"
    return value if abs(value) < INF else "inf" if value > 0 else "-inf"


def search(state, me, plies, alpha, beta, cuts):
    """The value of `state` for `me` and the first best action; `cuts(v, bound)` ends a node."""
    actions = [] if state.over or plies == 0 else state.legal_actions()
    if not actions:
        return state.evaluate(), None
    is_max = state.turn == me
    best, chosen = (-INF if is_max else INF), None
    for action in actions:
        child = state.next_state(action)
        value, _ = search(child, me, plies - 1, alpha, beta, cuts)
        child.release()
        if chosen is None or (value > best if is_max else value < best):
            best, chosen = value, action
        if cuts and (cuts(best, beta) if is_max else cuts(-best, -alpha)):
            break
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return best, chosen


def main():
    grader = Grader()
    hello = grader.read()
    grader.write(op="hello", protocol=hello["protocol"])
    task = grader.read()
    if task["agent"] not in ("minimax", "alphabeta"):
        grader.write(op="no_agent")
        return
    grader.write(op="ready")
    plies = INF
    if task["plies"] is not None:
        plies = task["plies"]
    elif task["depth"] is not None:
        plies = task["depth"] * task["agents"]
    cuts = None
    if task["agent"] == "alphabeta":
        cuts = (lambda v, bound: v > bound) if task["cut"] == "strict" else (lambda v, bound: v >= bound)
    alpha, beta = (float(bound) for bound in task["window"])
    while True:
        root = State(grader, grader.read())
        value, action = search(root, root.turn, plies, alpha, beta, cuts)
        grader.write(op="answer", action=action, value=written(value))


main()
