"""The ghosts that the course's games use."""

import random

from game import Actions, Agent, Directions
from util import manhattanDistance
import util


class GhostAgent(Agent):
    """Draws from its distribution."""

    def __init__(self, index):
        self.index = index

    def getAction(self, state):
        chances = self.getDistribution(state)
        return util.chooseFromDistribution(chances) if chances else Directions.STOP

    def getDistribution(self, state):
        util.raiseNotDefined()


class RandomGhost(GhostAgent):
    """Every legal action alike."""

    def getDistribution(self, state):
        chances = util.Counter({action: 1.0 for action in state.getLegalActions(self.index)})
        chances.normalize()
        return chances


class DirectionalGhost(GhostAgent):
    """Mostly towards Pacman, away from it when scared."""

    def __init__(self, index, prob_attack=0.8, prob_scaredFlee=0.8):
        self.index = index
        self.prob_attack = prob_attack
        self.prob_scaredFlee = prob_scaredFlee

    def getDistribution(self, state):
        ghost = state.getGhostState(self.index)
        legal = state.getLegalActions(self.index)
        scared = ghost.scaredTimer > 0
        x, y = ghost.getPosition()
        pacman = state.getPacmanPosition()
        distances = []
        for action in legal:
            dx, dy = Actions.directionToVector(action, 0.5 if scared else 1)
            distances.append(manhattanDistance((x + dx, y + dy), pacman))
        wanted = max(distances) if scared else min(distances)
        share = self.prob_scaredFlee if scared else self.prob_attack
        best = [action for action, distance in zip(legal, distances) if distance == wanted]
        chances = util.Counter()
        for action in best:
            chances[action] = share / len(best)
        for action in legal:
            chances[action] += (1 - share) / len(legal)
        chances.normalize()
        return chances


__all__ = ["GhostAgent", "RandomGhost", "DirectionalGhost", "random", "Agent", "Actions",
           "Directions", "manhattanDistance", "util"]
