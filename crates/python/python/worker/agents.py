"""Makes the submission's agents and asks them."""

import inspect

import _plygrade
import faults


class Table:
    """One case at a time: the game, the agent, and what is asked of it."""

    def __init__(self, loaded):
        self.loaded = loaded
        self.make = None
        self.agent = None
        self.ready = False

    def case(self, classes, functions, keywords):
        self.ready = False
        self.agent = None
        found = self.loaded.find(classes, inspect.isclass)
        if found is not None:
            self.make = lambda: Player(found(**keywords))
        else:
            function = self.loaded.find(functions, callable)
            if function is None:
                _plygrade.missing()
                return
            self.make = lambda: Judge(function)
        self.ready = self.guarded(self.construct)

    def construct(self):
        self.agent = self.make()

    def guarded(self, what):
        """Whether `what` went through; reports why not."""
        try:
            what()
            return True
        except BaseException as error:
            faults.report(error, self.loaded.folder)
            return False

    def seed(self, seed):
        self.loaded.random_seed(seed)

    def draw(self):
        _plygrade.drawn(self.loaded.random())

    def begin(self):
        if self.ready:
            self.ready = self.guarded(lambda: self.agent.begin())

    def finish(self):
        if self.ready:
            self.guarded(lambda: self.agent.finish())

    def ask(self):
        if not self.ready:
            return

        def answer():
            action, value = self.agent.choose(_plygrade.root())
            _plygrade.answer(action, value, [])

        self.ready = self.guarded(answer)


class Player:
    """An agent that chooses actions."""

    def __init__(self, agent):
        self.agent = agent

    def begin(self):
        if hasattr(self.agent, "registerInitialState"):
            self.agent.registerInitialState(_plygrade.root())

    def finish(self):
        if hasattr(self.agent, "final"):
            self.agent.final(_plygrade.root())

    def choose(self, state):
        if hasattr(self.agent, "getBestActionAndValue"):
            both = self.agent.getBestActionAndValue(state)
            if isinstance(both, (tuple, list)) and len(both) == 2:
                return both[0], both[1]
            return both, None
        return self.agent.getAction(state), None


class Judge:
    """A function that gives the value of a state."""

    def __init__(self, function):
        self.function = function

    def begin(self):
        pass

    def finish(self):
        pass

    def choose(self, state):
        return None, self.function(state)
