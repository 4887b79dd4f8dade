"""Boards as they are at the start."""

import os
import random
from functools import reduce  # noqa: F401

import _plygrade
from game import Actions, Directions, Grid
from util import manhattanDistance  # noqa: F401

VISIBILITY_MATRIX_CACHE = {}


class Layout:
    """Walls, food, capsules and starting places, from lines with the top row first."""

    def __init__(self, layoutText):
        self.layoutText = list(layoutText)
        self.width = len(self.layoutText[0])
        self.height = len(self.layoutText)
        self.walls = Grid(self.width, self.height, False)
        self.food = Grid(self.width, self.height, False)
        self.capsules = []
        self.agentPositions = []
        self.numGhosts = 0
        self.processLayoutText(self.layoutText)
        self.totalFood = self.food.count()

    def processLayoutText(self, layoutText):
        for y, line in enumerate(reversed(layoutText)):
            for x, symbol in enumerate(line[: self.width]):
                self.processLayoutChar(x, y, symbol)
        self.agentPositions.sort()
        self.agentPositions = [(index == 0, cell) for index, cell in self.agentPositions]

    def processLayoutChar(self, x, y, symbol):
        if symbol == "%":
            self.walls[x][y] = True
        elif symbol == ".":
            self.food[x][y] = True
        elif symbol == "o":
            self.capsules.append((x, y))
        elif symbol == "P":
            self.agentPositions.append((0, (x, y)))
        elif symbol == "G" or symbol in "1234":
            self.agentPositions.append((1 if symbol == "G" else int(symbol), (x, y)))
            self.numGhosts += 1

    def getNumGhosts(self):
        return self.numGhosts

    def isWall(self, pos):
        x, y = pos
        return self.walls[x][y]

    def getRandomLegalPosition(self):
        x, y = random.choice(range(self.width)), random.choice(range(self.height))
        while self.isWall((x, y)):
            x, y = random.choice(range(self.width)), random.choice(range(self.height))
        return x, y

    def getRandomCorner(self):
        return random.choice(self.corners())

    def corners(self):
        right, top = self.width - 2, self.height - 2
        return [(1, 1), (1, top), (right, 1), (right, top)]

    def getFurthestCorner(self, pacPos):
        x, y = pacPos
        return max((abs(x - cx) + abs(y - cy), (cx, cy)) for cx, cy in self.corners())[1]

    @property
    def visibility(self):
        """By cell and direction, the positions that are seen from there; made when asked for."""
        known = VISIBILITY_MATRIX_CACHE.get(str(self))
        return self.initializeVisibilityMatrix() if known is None else known

    def initializeVisibilityMatrix(self):
        headings = {
            name: vector for name, vector in Actions._directions.items() if name != Directions.STOP
        }
        matrix = Grid(self.width, self.height, {})
        for x, y in self.walls.asList(False):
            matrix[x][y] = {
                name: set(self.seen(x, y, *vector)) for name, vector in headings.items()
            }
            matrix[x][y][Directions.STOP] = {(x, y)}
        VISIBILITY_MATRIX_CACHE[str(self)] = matrix
        return matrix

    def seen(self, x, y, dx, dy):
        """Positions in one direction up to the next wall, in steps of half a cell."""
        while not self.isWall((x, y)):
            yield x, y
            yield x + dx / 2, y + dy / 2
            x, y = x + dx, y + dy

    def isVisibleFrom(self, ghostPos, pacPos, pacDirection):
        x, y = map(int, pacPos)
        return ghostPos in self.visibility[x][y][pacDirection]

    def deepCopy(self):
        return Layout(self.layoutText[:])

    def __str__(self):
        return "\n".join(self.layoutText)


def getLayout(name, back=2):
    name = name if name.endswith(".lay") else name + ".lay"
    for folder in ("layouts", "."):
        layout = tryToLoad(os.path.join(folder, name))
        if layout is not None:
            return layout
    built_in = _plygrade.layout_text(name[:-len(".lay")])
    return None if built_in is None else Layout(built_in.splitlines())


def tryToLoad(fullname):
    if not os.path.exists(fullname):
        return None
    with open(fullname) as file:
        return Layout([line.strip() for line in file if line.strip()])
