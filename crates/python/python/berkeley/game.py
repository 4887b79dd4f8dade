"""Agents, directions, and what a state is made of."""

import os  # noqa: F401
import sys  # noqa: F401
import time  # noqa: F401
import traceback  # noqa: F401

from _plygrade import AgentState, Configuration, Grid

import util
from util import *  # noqa: F401,F403


# Moves for which a capsule scares a ghost.
SCARED_TIME = 40


class Agent:
    """Chooses actions; `index` is its number among the agents."""

    def __init__(self, index=0):
        self.index = index

    def getAction(self, state):
        util.raiseNotDefined()


class Directions:
    NORTH = "North"
    SOUTH = "South"
    EAST = "East"
    WEST = "West"
    STOP = "Stop"

    LEFT = {NORTH: WEST, SOUTH: EAST, EAST: NORTH, WEST: SOUTH, STOP: STOP}
    RIGHT = {left: direction for direction, left in LEFT.items()}
    REVERSE = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST, STOP: STOP}


class Actions:
    """Directions as movements."""

    # In the order in which a position's neighbours are listed.
    _directions = {
        Directions.WEST: (-1, 0),
        Directions.STOP: (0, 0),
        Directions.EAST: (1, 0),
        Directions.NORTH: (0, 1),
        Directions.SOUTH: (0, -1),
    }
    _directionsAsList = list(_directions.items())
    TOLERANCE = 0.001

    @staticmethod
    def reverseDirection(action):
        return Directions.REVERSE.get(action, action)

    @staticmethod
    def vectorToDirection(vector):
        dx, dy = vector
        if dy > 0:
            return Directions.NORTH
        if dy < 0:
            return Directions.SOUTH
        if dx < 0:
            return Directions.WEST
        if dx > 0:
            return Directions.EAST
        return Directions.STOP

    @staticmethod
    def directionToVector(direction, speed=1.0):
        dx, dy = Actions._directions[direction]
        return dx * speed, dy * speed

    @staticmethod
    def getPossibleActions(config, walls):
        x, y = config.getPosition()
        column, row = int(x + 0.5), int(y + 0.5)
        if abs(x - column) + abs(y - row) > Actions.TOLERANCE:
            return [config.getDirection()]
        return [
            direction
            for direction, (dx, dy) in Actions._directionsAsList
            if not walls[column + dx][row + dy]
        ]

    @staticmethod
    def getLegalNeighbors(position, walls):
        x, y = position
        column, row = int(x + 0.5), int(y + 0.5)
        neighbors = []
        for _, (dx, dy) in Actions._directionsAsList:
            next_x, next_y = column + dx, row + dy
            if 0 <= next_x < walls.width and 0 <= next_y < walls.height:
                if not walls[next_x][next_y]:
                    neighbors.append((next_x, next_y))
        return neighbors

    @staticmethod
    def getSuccessor(position, action):
        dx, dy = Actions.directionToVector(action)
        x, y = position
        return x + dx, y + dy

    @staticmethod
    def getNextState(position, action):
        return Actions.getSuccessor(position, action)


def reconstituteGrid(bitRep):
    """The grid of `packBits()`; anything else as it is."""
    if not isinstance(bitRep, tuple):
        return bitRep
    return Grid(*bitRep[:2], bitRepresentation=bitRep[2:])


class GameStateData:
    """The parts of a state. What is written to `state.data` changes the state."""

    def __init__(self, prevData=None):
        self._foodEaten = None
        self._foodAdded = None
        self._capsuleEaten = None
        self._agentMoved = None
        self._eaten = []
        self._lose = False
        self._win = False
        self.scoreChange = 0
        self.score = 0
        self.food = self.capsules = self.layout = None
        self.agentStates = []
        if prevData is not None:
            self.food = prevData.food.shallowCopy()
            self.capsules = prevData.capsules[:]
            self.agentStates = self.copyAgentStates(prevData.agentStates)
            self.layout = prevData.layout
            self._eaten = prevData._eaten
            self.score = prevData.score

    @classmethod
    def of(cls, state):
        data = cls()
        data.food = state.getFood()
        data.capsules = state.getCapsules()
        data.agentStates = state._agents()
        data.layout = state._layout
        data.score = state._score
        data._win = state.isWin()
        data._lose = state.isLose()
        data._eaten = [False] * len(data.agentStates)
        data._agentMoved, data.scoreChange = state._moved or (None, 0)
        if data._agentMoved == 0:
            # A move costs 1 and food gives 10; all else that a move brings are hundreds.
            if (data.scoreChange + 1) % 100 == 10:
                data._foodEaten = state.getPacmanPosition()
            # A ghost moves before Pacman does again: its timer is full once.
            if any(agent.scaredTimer == SCARED_TIME for agent in data.agentStates):
                data._capsuleEaten = state.getPacmanPosition()
        return data

    def initialize(self, layout, numGhostAgents):
        """The start of a layout's game."""
        self.food = layout.food.copy()
        self.capsules = layout.capsules[:]
        self.layout = layout
        self.score = self.scoreChange = 0
        self.agentStates = []
        ghosts = 0
        for is_pacman, cell in layout.agentPositions:
            ghosts += not is_pacman
            if is_pacman or ghosts <= numGhostAgents:
                self.agentStates.append(
                    AgentState(Configuration(cell, Directions.STOP), bool(is_pacman))
                )
        self._eaten = [False] * len(self.agentStates)

    def copyAgentStates(self, agentStates):
        return [agent.copy() for agent in agentStates]

    def deepCopy(self):
        copy = GameStateData(self)
        copy.food = self.food.deepCopy()
        copy._win, copy._lose = self._win, self._lose
        copy._agentMoved = self._agentMoved
        copy._foodEaten = self._foodEaten
        copy._foodAdded = self._foodAdded
        copy._capsuleEaten = self._capsuleEaten
        return copy

    def __eq__(self, other):
        return isinstance(other, GameStateData) and all(
            getattr(self, name) == getattr(other, name)
            for name in ("agentStates", "food", "capsules", "score")
        )

    def __hash__(self):
        return hash((tuple(map(hash, self.agentStates)), hash(self.food), tuple(self.capsules),
                     self.score))

    def __str__(self):
        """The board, the top row first, and the score."""
        width, height = self.layout.width, self.layout.height
        rows = [
            [self._foodWallStr(self.food[x][y], self.layout.walls[x][y]) for x in range(width)]
            for y in range(height)
        ]
        for agent in self.agentStates:
            if agent is None or agent.configuration is None:
                continue
            x, y = util.nearestPoint(agent.getPosition())
            draw = self._pacStr if agent.isPacman else self._ghostStr
            rows[y][x] = draw(agent.getDirection())
        for x, y in self.capsules:
            rows[y][x] = "o"
        lines = ["".join(row) for row in reversed(rows)]
        return "\n".join(lines) + f"\nScore: {self.score}\n"

    def _foodWallStr(self, hasFood, hasWall):
        return "." if hasFood else "%" if hasWall else " "

    def _pacStr(self, dir):
        mouths = {Directions.NORTH: "v", Directions.SOUTH: "^", Directions.WEST: ">"}
        return mouths.get(dir, "<")

    def _ghostStr(self, dir):
        return "G"


class Game:
    """A game between agents in turn; what the grader asks for it plays itself."""

    def __init__(self, agents, display, rules, startingIndex=0, muteAgents=False,
                 catchExceptions=False):
        self.agents = agents
        self.display = display
        self.rules = rules
        self.startingIndex = startingIndex
        self.muteAgents = muteAgents
        self.catchExceptions = catchExceptions
        self.gameOver = False
        self.agentCrashed = False
        self.agentTimeout = False
        self.moveHistory = []
        self.totalAgentTimes = [0 for _ in agents]
        self.totalAgentTimeWarnings = [0 for _ in agents]

    def getProgress(self):
        return 1.0 if self.gameOver else self.rules.getProgress(self)

    def mute(self, agentIndex):
        pass

    def unmute(self):
        pass

    def run(self):
        """Plays to the end, from the state that the rules gave."""
        self.display.initialize(self.state.data)
        for agent in self.agents:
            if hasattr(agent, "registerInitialState"):
                agent.registerInitialState(self.state.deepCopy())
        index = self.startingIndex
        while not self.gameOver:
            action = self.agents[index].getAction(self.state.deepCopy())
            self.moveHistory.append((index, action))
            self.state = self.state.getNextState(index, action)
            self.display.update(self.state.data)
            self.rules.process(self.state, self)
            index = (index + 1) % len(self.agents)
        for agent in self.agents:
            if hasattr(agent, "final"):
                agent.final(self.state)
        self.display.finish()
