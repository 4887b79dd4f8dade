"""Makes the submission's agents and asks them."""

import inspect

import _plygrade

from . import faults, plain


class Missing(Exception):
    """The submission has no such agent."""


class Table:
    """One case at a time: the game, the agent, and what is asked of it.

    A failure is kept until something is asked; each question is answered exactly once.
    """

    def __init__(self, loaded):
        self.loaded = loaded
        self.agent = None
        self.failure = None

    def case(self, names, keywords, offers):
        self.agent = self.failure = None
        try:
            self.agent = self.make(*names, keywords, offers)
        except BaseException as error:
            self.failure = error

    def make(self, classes, functions, searches, keywords, offers):
        made = self.loaded.find(classes, inspect.isclass)
        if made is not None:
            taken = taken_by(made, offers)
            return Player(made(**keywords, **taken), list(taken))
        search = self.loaded.find(searches, plain.is_search)
        if search is not None:
            taken = taken_by(search, {**offers, **keywords})
            evaluation = self.loaded.find([keywords.get("evalFn", "")], callable)
            if evaluation is None and keywords.get("evalFn", plain.SCORE) != plain.SCORE:
                raise Missing
            return Player(plain.Agent(search, evaluation, taken), list(taken))
        function = self.loaded.find(functions, callable)
        if function is None:
            raise Missing
        return Judge(function)

    def seed(self, seed):
        self.loaded.random_seed(seed)

    def draw(self):
        _plygrade.drawn(self.loaded.random())

    def begin(self):
        if self.agent is None:
            return
        # The course's agents go on after a crash in another game.
        self.failure = None
        try:
            self.agent.begin()
        except BaseException as error:
            self.failure = error

    def ask(self):
        self.answer(lambda: self.agent.choose(_plygrade.root()))

    def finish(self):
        self.answer(lambda: self.agent.finish())

    def answer(self, choose):
        if self.failure is None:
            try:
                action, value = choose()
                draws = _plygrade.ahead(action, self.loaded.random)
                _plygrade.answer(action, value, draws, self.agent.knows)
                return
            except BaseException as error:
                self.failure = error
        if isinstance(self.failure, Missing):
            _plygrade.missing()
        else:
            faults.report(self.failure, self.loaded.folder)


def taken_by(made, offers):
    """What a class is told of a case's terms: those that its constructor names."""
    try:
        parameters = inspect.signature(made).parameters
    except (TypeError, ValueError):
        return {}
    return {name: value for name, value in offers.items() if name in parameters}


class Player:
    """An agent that chooses actions. `knows`: the terms that it was told, and `"value"` if its
    answers have one."""

    def __init__(self, agent, knows):
        self.agent = agent
        self.searches = hasattr(agent, "getBestActionAndValue")
        self.knows = knows + ["value"] * self.searches

    def begin(self):
        if hasattr(self.agent, "registerInitialState"):
            self.agent.registerInitialState(_plygrade.root())

    def finish(self):
        if hasattr(self.agent, "final"):
            self.agent.final(_plygrade.root())
        return None, None

    def choose(self, state):
        if self.searches:
            both = self.agent.getBestActionAndValue(state)
            # An action may be a pair of numbers itself.
            if (
                isinstance(both, (tuple, list))
                and len(both) == 2
                and not all(isinstance(part, (int, float)) for part in both)
            ):
                return both[0], both[1]
            return both, None
        return self.agent.getAction(state), None


class Judge:
    """A function that gives the value of a state."""

    knows = ("value",)

    def __init__(self, function):
        self.function = function

    def begin(self):
        pass

    def finish(self):
        return None, None

    def choose(self, state):
        return None, self.function(state)
