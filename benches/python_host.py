"""Grading a Python file on a Berkeley-style folder, against the same searches and games alone.

    cargo build --release
    python3 benches/python_host.py SUBMISSION BERKELEY_FOLDER [RUNS]

In turn, the best of RUNS (5): `plygrade grade --sandbox off` on the whole folder, the same in the
sandbox, and one bare process that imports the submission on the same native module and asks it the
same questions, with no grader around. Then one round of getNextState, isWin, isLose and getScore, as it is reported to
a grader that is not there, against four empty method calls. Times are wall seconds, and CPU
seconds of all processes.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLYGRADE = os.path.join(ROOT, "target", "release", "plygrade")
ROUNDS = 200_000


def main(submission, folder, runs="5"):
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ, PLYGRADE_CACHE_DIR=cache, PYTHONHASHSEED="0")
        boxed = [PLYGRADE, "grade", submission, "--suite", folder, "--format", "json",
                 "--python", sys.executable, "-o", os.path.join(cache, "out")]
        grade = [*boxed, "--sandbox", "off"]
        subprocess.run(grade, env=environment, check=False)
        [module] = [name for name in os.listdir(cache) if name.startswith("python-")]
        module = os.path.join(cache, module)
        environment["PYTHONPATH"] = os.pathsep.join(
            [module, os.path.join(module, "berkeley"), os.path.dirname(main_file(submission))])
        bare = [sys.executable, "-B", __file__, "--bare", main_file(submission), folder]
        best = {}
        for _ in range(int(runs)):
            for name, command in (("graded", grade), ("sandboxed", boxed), ("bare", bare)):
                best.setdefault(name, []).append(timed(command, environment))
        best = {name: tuple(map(min, zip(*times))) for name, times in best.items()}
        print("                       wall s   CPU s  wall ratio  CPU ratio")
        bare_wall, bare_cpu = best["bare"]
        for title, name in (("graded, sandbox off", "graded"), ("graded in the sandbox", "sandboxed"),
                            ("bare", "bare")):
            wall, cpu = best[name]
            if name == "sandboxed":
                # Not all of its processes are this one's to wait for.
                print("%-21s %8.3f       - %11.2f          -" % (title, wall, wall / bare_wall))
            else:
                ratios = (wall / bare_wall, cpu / bare_cpu)
                print("%-21s %8.3f %7.3f %11.2f %10.2f" % (title, wall, cpu, *ratios))
        subprocess.run([sys.executable, "-B", __file__, "--round"], env=environment, check=True)


def main_file(submission):
    return os.path.join(submission, "multiAgents.py") if os.path.isdir(submission) else submission


def timed(command, environment):
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    status = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode
    # 1: points were lost, which the grader may say and the bare process may not.
    if status > (command[0] == PLYGRADE):
        raise SystemExit(f"{command[0]} failed with status {status}")
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# The bare process.


def bare(path, folder):
    import pacman  # noqa: F401

    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    import multiAgents

    tests = os.path.join(folder, "test_cases")
    tests = tests if os.path.isdir(tests) else folder
    order = read(os.path.join(tests, "CONFIG"))["order"].split()
    for question in order:
        names = sorted(os.listdir(os.path.join(tests, question)))
        for name in names:
            if name.endswith(".test") and name[0] not in "#~.":
                path = os.path.join(tests, question, name)
                test = read(path)
                solution = path[:-len("test")] + "solution"
                kinds = {"GraphGameTreeTest": tree, "PacmanGameTreeTest": line, "EvalAgentTest": games}
                kinds[test["class"]](multiAgents, test, solution, folder)


def read(path):
    """`key: "value"` and `key: \\"\\"\\"` blocks."""
    values, key = {}, None
    with open(path) as file:
        for text in file:
            if key is not None:
                if text.strip() == '"""':
                    key = None
                else:
                    values[key] += text
            elif ":" in text and not text.startswith("#"):
                name, _, value = text.partition(":")
                value = value.strip()
                if value == '"""':
                    key = name
                    values[key] = ""
                else:
                    values[name] = value.strip('"')
    return values


class Tree:
    """A state of an abstract tree."""

    def __init__(self, game, name):
        self.game, self.name = game, name

    def getLegalActions(self, agent=0):
        return list(self.game.edges.get(self.name, ()))

    def getNextState(self, agent, action):
        return Tree(self.game, self.game.edges[self.name][action])

    generateSuccessor = getNextState

    def isWin(self):
        return self.name in self.game.win

    def isLose(self):
        return self.name in self.game.lose

    def getScore(self):
        return self.game.values[self.name]

    def getNumAgents(self):
        return self.game.agents

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


def tree(submission, test, _solution, _folder):
    class Game:
        agents = int(test["num_agents"])
        win, lose = set(test["win_states"].split()), set(test["lose_states"].split())
        values = {name: float(x) for name, x in map(str.split, test["evaluation"].splitlines())}
        edges = {}

    for text in (test.get("successors") or test["children"]).splitlines():
        state, action, after = text.split()
        Game.edges.setdefault(state, {})[action] = after
    agent = getattr(submission, test["alg"])(depth=test["depth"])
    agent.getAction(Tree(Game, test["start_state"]))


def board(text, ghosts):
    from layout import Layout
    from pacman import GameState

    state = GameState()
    state.initialize(Layout([row.strip() for row in text.splitlines() if row.strip()]), ghosts)
    return state


def line(submission, test, solution, _folder):
    import json
    import random

    from ghostAgents import DirectionalGhost

    moves = [json.loads(text) for text in read(solution)["optimalActions"].splitlines() if text]
    agent = getattr(submission, test["alg"])(depth=test["depth"])
    state = board(test["layout"], 2)
    ghosts = [DirectionalGhost(number) for number in (1, 2) if number < state.getNumAgents()]
    random.seed(int(test["seed"]))
    for number, variants in enumerate(moves):
        agent.getAction(state.deepCopy())
        state = state.getNextState(0, variants[0][0][0])
        random.seed(int(test["seed"]) + number + 1)
        for ghost in ghosts:
            if state.isWin() or state.isLose():
                return
            state = state.getNextState(ghost.index, ghost.getAction(state))


def games(submission, test, _solution, folder):
    import random

    from ghostAgents import DirectionalGhost, RandomGhost

    layouts = os.path.join(folder, "layouts")
    layouts = layouts if os.path.isdir(layouts) else os.path.join(folder, "..", "layouts")
    with open(os.path.join(layouts, test["layoutName"] + ".lay")) as file:
        text = file.read()
    pairs = [pair.split("=") for pair in test.get("agentArgs", "").split(",") if pair]
    agent = getattr(submission, test["agentName"])(**dict(pairs))
    names = {"RandomGhost": RandomGhost, "DirectionalGhost": DirectionalGhost}
    ghosts = eval(test["ghosts"], names)
    random.seed(int(test["randomSeed"]))
    for _ in range(int(test["numGames"])):
        state = board(text, len(ghosts))
        while not (state.isWin() or state.isLose()):
            state = state.getNextState(0, agent.getAction(state.deepCopy()))
            for ghost in ghosts:
                if state.isWin() or state.isLose():
                    break
                state = state.getNextState(ghost.index, ghost.getAction(state))


# One round of calls.


class Empty:
    def a(self, agent, action):
        pass

    def b(self):
        pass

    def c(self):
        pass

    def d(self):
        pass


def round_of_calls():
    import _plygrade

    class Sink:
        """A grader that is not there: it counts bytes."""

        sent = 0

        def take(self, data):
            self.sent += len(data)

    sink = Sink()
    _plygrade.start(sink.take)
    put_case_on_table()
    state = _plygrade.root()
    empty = Empty()

    def native():
        for _ in range(ROUNDS):
            after = state.getNextState(0, "East")
            after.isWin()
            after.isLose()
            after.getScore()

    def four_empty_calls():
        for _ in range(ROUNDS):
            empty.a(0, "East")
            empty.b()
            empty.c()
            empty.d()

    best = {}
    for _ in range(7):
        for body in (native, four_empty_calls):
            started = time.process_time()
            body()
            spent = (time.process_time() - started) / ROUNDS * 1e6
            best[body] = min(best.get(body, spent), spent)
    assert sink.sent > ROUNDS
    print("one round %8.3f us of CPU; four empty calls %.3f us; %.3f us more" % (
        best[native], best[four_empty_calls], best[native] - best[four_empty_calls]))


def put_case_on_table():
    """Says what the grader says of a case of Pacman: see crates/wire/src/command.rs."""
    import _plygrade
    from layout import Layout
    import pacman  # noqa: F401

    rows = ["%%%%%%%%%%", "%P......G%", "%.%%%%%%.%", "%........%", "%%%%%%%%%%"]
    food, text = Layout(rows).food.asList(), "\n".join(rows).encode()
    agents, order = bytes([2, 2, 6, 4, 0, 16, 6, 4, 0]), bytes([5, 3, 4, 2, 0, 1])
    board = b"\x01" + bytes([len(text)]) + text + order + agents + bytes([len(food)])
    frame = b"\x02" + board + b"".join(bytes(cell) for cell in food) + bytes(4)
    # Pacman's turn, and an agent of which nothing is said: as many empty lists as it has.
    for empty in range(1, 9):
        try:
            return _plygrade.command(frame + bytes(empty))
        except ValueError:
            pass
    raise SystemExit("this bench does not know how a case is sent")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bare"]:
        bare(*sys.argv[2:])
    elif sys.argv[1:2] == ["--round"]:
        round_of_calls()
    else:
        main(*sys.argv[1:])
