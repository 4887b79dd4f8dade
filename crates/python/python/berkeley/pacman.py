"""Pacman's states; the rules by which they follow each other are in the native module."""

import os  # noqa: F401
import random  # noqa: F401
import sys
import time  # noqa: F401
import types  # noqa: F401

import _plygrade
from _plygrade import GameState

from game import Actions, Agent, Directions, Game, GameStateData, Grid, SCARED_TIME  # noqa: F401
from layout import Layout
import layout  # noqa: F401
import util  # noqa: F401
from util import manhattanDistance, nearestPoint

COLLISION_TOLERANCE = 0.7
TIME_PENALTY = 1

_plygrade.factories(GameStateData.of, Layout)


class ClassicGameRules:
    """When a game is over, and how much time its agents have."""

    def __init__(self, timeout=30):
        self.timeout = timeout

    def newGame(self, layout, pacmanAgent, ghostAgents, display, quiet=False,
                catchExceptions=False):
        ghosts = ghostAgents[: layout.getNumGhosts()]
        game = Game([pacmanAgent, *ghosts], display, self, catchExceptions=catchExceptions)
        game.state = GameState()
        game.state.initialize(layout, len(ghosts))
        self.initialState = game.state.deepCopy()
        self.quiet = quiet
        return game

    def process(self, state, game):
        if state.isWin():
            self.win(state, game)
        if state.isLose():
            self.lose(state, game)

    def win(self, state, game):
        game.gameOver = True

    def lose(self, state, game):
        game.gameOver = True

    def getProgress(self, game):
        return game.state.getNumFood() / self.initialState.getNumFood()

    def agentCrash(self, game, agentIndex):
        print("Pacman crashed" if agentIndex == 0 else "A ghost crashed")

    def getMaxTotalTime(self, agentIndex):
        return self.timeout

    getMaxStartupTime = getMoveWarningTime = getMoveTimeout = getMaxTotalTime

    def getMaxTimeWarnings(self, agentIndex):
        return 0


def moved(state, agentIndex, action, speed):
    """Moves an agent within `state`, whatever follows from it."""
    if action not in state.getLegalActions(agentIndex):
        raise Exception(f"Illegal action {action} of agent {agentIndex}")
    agent = state.data.agentStates[agentIndex]
    vector = Actions.directionToVector(action, speed)
    agent.configuration = agent.configuration.generateSuccessor(vector)
    return agent.configuration.getPosition()


class PacmanRules:
    """Pacman's part of a move, done to a state in place."""

    PACMAN_SPEED = 1

    @staticmethod
    def getLegalActions(state):
        return state.getLegalActions(0)

    @staticmethod
    def applyAction(state, action):
        position = moved(state, 0, action, PacmanRules.PACMAN_SPEED)
        cell = nearestPoint(position)
        if manhattanDistance(cell, position) <= 0.5:
            PacmanRules.consume(cell, state)

    @staticmethod
    def consume(position, state):
        x, y = position
        data = state.data
        if data.food[x][y]:
            data.food = data.food.copy()
            data.food[x][y] = False
            data._foodEaten = position
            data.scoreChange += 10
            if not data.food.count() and not data._lose:
                data.scoreChange += 500
                data._win = True
        if position in data.capsules:
            data.capsules.remove(position)
            data._capsuleEaten = position
            for ghost in data.agentStates[1:]:
                ghost.scaredTimer = SCARED_TIME


class GhostRules:
    """A ghost's part of a move, done to a state in place."""

    GHOST_SPEED = 1.0

    @staticmethod
    def getLegalActions(state, ghostIndex):
        return state.getLegalActions(ghostIndex)

    @staticmethod
    def applyAction(state, action, ghostIndex):
        scared = state.data.agentStates[ghostIndex].scaredTimer > 0
        moved(state, ghostIndex, action, GhostRules.GHOST_SPEED / (2 if scared else 1))

    @staticmethod
    def decrementTimer(ghostState):
        if ghostState.scaredTimer == 1:
            here = ghostState.configuration
            ghostState.configuration = type(here)(nearestPoint(here.pos), here.direction)
        ghostState.scaredTimer = max(0, ghostState.scaredTimer - 1)

    @staticmethod
    def checkDeath(state, agentIndex):
        pacman = state.getPacmanPosition()
        ghosts = range(1, state.getNumAgents()) if agentIndex == 0 else [agentIndex]
        for index in ghosts:
            ghost = state.data.agentStates[index]
            if GhostRules.canKill(pacman, ghost.getPosition()):
                GhostRules.collide(state, ghost, index)

    @staticmethod
    def collide(state, ghostState, agentIndex):
        data = state.data
        if ghostState.scaredTimer > 0:
            data.scoreChange += 200
            GhostRules.placeGhost(state, ghostState)
            ghostState.scaredTimer = 0
            data._eaten[agentIndex] = True
        elif not data._win:
            data.scoreChange -= 500
            data._lose = True

    @staticmethod
    def canKill(pacmanPosition, ghostPosition):
        return manhattanDistance(ghostPosition, pacmanPosition) <= COLLISION_TOLERANCE

    @staticmethod
    def placeGhost(state, ghostState):
        ghostState.configuration = ghostState.start


def default(text):
    return f"{text} [Default: %default]"


def parseAgentArgs(text):
    """`"depth=2,evalFn=better"` as a dict of texts; a name alone stands for 1."""
    pairs = [item.partition("=") for item in (text or "").split(",") if item]
    return {name: value if sign else 1 for name, sign, value in pairs}


def readCommand(argv):
    return {}


def loadAgent(pacman, nographics):
    for module in list(sys.modules.values()):
        if pacman in vars(module):
            return getattr(module, pacman)
    raise Exception(f"the agent {pacman} is defined nowhere")


def replayGame(layout, actions, display):
    """Plays recorded moves again: pairs of an agent's number and its action."""
    state = GameState()
    state.initialize(layout)
    display.initialize(state.data)
    for agent, action in actions:
        state = state.getNextState(agent, action)
        display.update(state.data)
    display.finish()


def runGames(layout, pacman, ghosts, display, numGames, record=False, numTraining=0,
             catchExceptions=False, timeout=30):
    """Plays games without showing them; gives them back."""
    games = []
    for _ in range(numGames):
        game = ClassicGameRules(timeout).newGame(
            layout, pacman, ghosts, display, catchExceptions=catchExceptions)
        game.run()
        games.append(game)
    return games[numTraining:]
