"""Agents, directions, and what a state is made of."""

from _plygrade import AgentState, Configuration, Grid

import util


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


class GameStateData:
    """The parts of a state, as `state.data` shows them. Writing to them changes no state."""

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
            self.agentStates = [agent.copy() for agent in prevData.agentStates]
            self.layout = prevData.layout
            self._eaten = list(prevData._eaten)
            self.score = prevData.score

    @classmethod
    def of(cls, state):
        data = cls()
        data.food = state.getFood()
        data.capsules = state.getCapsules()
        data.agentStates = [state.getPacmanState()] + state.getGhostStates()
        data.layout = state._layout
        data.score = state._score
        data._win = state.isWin()
        data._lose = state.isLose()
        data._eaten = [False] * len(data.agentStates)
        data._text = str(state)
        return data

    def deepCopy(self):
        copy = GameStateData(self)
        copy.food = self.food.deepCopy()
        copy._win, copy._lose = self._win, self._lose
        copy._text = getattr(self, "_text", "")
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
        return getattr(self, "_text", "")
