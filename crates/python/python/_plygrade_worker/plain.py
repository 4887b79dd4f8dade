"""Plain search functions as agents.

A plain search is a function of the submission whose first parameter is called `rules`:
`minimax(rules, state, depth)` gives the best action and its value. `rules` says what the search may
do with a state, in the same words for every game; agent 0 is who is asked, and MAX.
"""

import inspect

# Rounds where a case names none on a course's folder, as the course's agents have it.
DEPTH = 2
# What the course calls an evaluation that is the score.
SCORE = "scoreEvaluationFunction"


def is_search(found):
    if not inspect.isfunction(found):
        return False
    return next(iter(inspect.signature(found).parameters), None) == "rules"


class Agent:
    """Has the method that is asked for answers with a value."""

    def __init__(self, search, evaluation, taken):
        self.search = search
        self.evaluation = evaluation
        self.taken = {**taken}
        if "depth" in inspect.signature(search).parameters:
            self.taken["depth"] = int(taken.get("depth", DEPTH))

    def getBestActionAndValue(self, state):
        course = hasattr(state, "getNumAgents")
        rules = CourseRules(state, self.evaluation) if course else LabRules(state)
        return self.search(rules, state, **self.taken)


class CourseRules:
    """The rules of trees and of Pacman."""

    def __init__(self, state, evaluation):
        self.agents = state.getNumAgents()
        self.evaluation = evaluation

    def over(self, state):
        return state.isWin() or state.isLose()

    def lost(self, state):
        return state.isLose()

    def actions(self, state, agent):
        return state.getLegalActions(agent)

    def after(self, state, agent, action):
        return state.getNextState(agent, action)

    def value(self, state):
        return state.getScore() if self.evaluation is None else self.evaluation(state)


class LabRules:
    """The rules of the lab's games: a state knows whose turn it is."""

    def __init__(self, state):
        self.agents = 2
        self.player = state.currentPlayer()

    def over(self, state):
        return state.utility() is not None

    def lost(self, state):
        return (state.utility() or {}).get(self.player, 0) < 0

    def actions(self, state, agent):
        return state.actions()

    def after(self, state, agent, action):
        return state.successor(action)

    def value(self, state):
        utility = state.utility()
        if utility is not None:
            return utility[self.player]
        if not hasattr(state, "pursuer"):
            return 0
        (px, py), (ex, ey) = state.pursuer, state.evader
        distance = (px - ex) ** 2 + (py - ey) ** 2
        return -distance if self.player == "pursuer" else distance
