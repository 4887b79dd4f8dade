"""Helpers that submissions import: containers, counters, chance, distances."""

import heapq
import inspect
import io  # noqa: F401
import math
import random
import signal  # noqa: F401
import sys
import time  # noqa: F401
from io import StringIO  # noqa: F401


def manhattanDistance(xy1, xy2):
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


def raiseNotDefined():
    caller = inspect.stack()[1]
    raise NotImplementedError(f"{caller.function} is not implemented yet")


def lookup(name, namespace):
    """What `name` means: in a module when it has dots, else in a module of the namespace, else in
    the namespace itself."""
    if "." in name:
        module_name, _, attribute = name.rpartition(".")
        return getattr(__import__(module_name, fromlist=[attribute]), attribute)
    module_type = type(sys)
    found = [
        getattr(value, name)
        for value in list(namespace.values())
        if isinstance(value, module_type) and hasattr(value, name)
    ]
    if name in namespace:
        return namespace[name]
    if found:
        return found[0]
    if name == "better" and "betterEvaluationFunction" in namespace:
        raise Exception(
            "the project looks for a function named better; add at the end of the file: "
            "better = betterEvaluationFunction"
        )
    raise Exception(f"{name} is defined neither here nor in an imported module")


class Stack:
    """Last in, first out."""

    def __init__(self):
        self.list = []

    def push(self, item):
        self.list.append(item)

    def pop(self):
        return self.list.pop()

    def isEmpty(self):
        return not self.list


class Queue:
    """First in, first out; the oldest item is the last of `list`."""

    def __init__(self):
        self.list = []

    def push(self, item):
        self.list.insert(0, item)

    def pop(self):
        return self.list.pop()

    def isEmpty(self):
        return not self.list


class PriorityQueue:
    """Lowest priority first; equal ones in the order in which they came."""

    def __init__(self):
        self.heap = []
        self.count = 0

    def push(self, item, priority):
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self):
        return heapq.heappop(self.heap)[-1]

    def isEmpty(self):
        return not self.heap

    def update(self, item, priority):
        """Lowers the priority of an item that is there; pushes one that is not."""
        for index, (known, count, other) in enumerate(self.heap):
            if other == item:
                if priority < known:
                    self.heap[index] = (priority, count, item)
                    heapq.heapify(self.heap)
                return
        self.push(item, priority)


class PriorityQueueWithFunction(PriorityQueue):
    """A priority queue that knows each item's priority."""

    def __init__(self, priorityFunction):
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item, priority=None):
        super().push(item, self.priorityFunction(item))


class Counter(dict):
    """A dictionary of numbers in which every key is 0 at first."""

    def __getitem__(self, key):
        self.setdefault(key, 0)
        return dict.__getitem__(self, key)

    def copy(self):
        return Counter(self)

    def incrementAll(self, keys, count):
        for key in keys:
            self[key] += count

    def argMax(self):
        """The first key with the largest number; None when there is none."""
        return max(self, key=lambda key: dict.__getitem__(self, key)) if self else None

    def sortedKeys(self):
        return sorted(self, key=lambda key: -dict.__getitem__(self, key))

    def totalCount(self):
        return sum(self.values())

    def normalize(self):
        total = float(self.totalCount())
        if total:
            for key in self:
                self[key] = self[key] / total

    def divideAll(self, divisor):
        for key in self:
            self[key] /= float(divisor)

    def __mul__(self, other):
        """The inner product."""
        small, large = (self, other) if len(self) <= len(other) else (other, self)
        return sum(value * large[key] for key, value in small.items() if key in large)

    def __radd__(self, other):
        for key, value in other.items():
            self[key] += value
        return self

    def _combined(self, other, sign):
        result = Counter(self)
        for key, value in other.items():
            result[key] += sign * value
        return result

    def __add__(self, other):
        return self._combined(other, 1)

    def __sub__(self, other):
        return self._combined(other, -1)


def normalize(vectorOrCounter):
    """The same numbers, divided by their sum."""
    if isinstance(vectorOrCounter, Counter):
        normal = vectorOrCounter.copy()
        normal.normalize()
        return normal
    total = float(sum(vectorOrCounter))
    return vectorOrCounter if total == 0 else [value / total for value in vectorOrCounter]


def nSample(distribution, values, n):
    if sum(distribution) != 1:
        distribution = normalize(distribution)
    draws = sorted(random.random() for _ in range(n))
    samples = []
    index, cumulative = 0, distribution[0]
    while len(samples) < n:
        if draws[len(samples)] < cumulative:
            samples.append(values[index])
        else:
            index += 1
            cumulative += distribution[index]
    return samples


def sample(distribution, values=None):
    if isinstance(distribution, Counter):
        items = sorted(distribution.items())
        values = [key for key, _ in items]
        distribution = [value for _, value in items]
    if sum(distribution) != 1:
        distribution = normalize(distribution)
    draw, index, cumulative = random.random(), 0, distribution[0]
    while draw > cumulative:
        index += 1
        cumulative += distribution[index]
    return values[index]


def sampleFromCounter(counter):
    return sample(counter)


def getProbability(value, distribution, values):
    return sum((p for p, known in zip(distribution, values) if known == value), 0.0)


def flipCoin(p):
    return random.random() < p


def chooseFromDistribution(distribution):
    """Draws a key of a Counter, or a value of a list of (probability, value)."""
    if isinstance(distribution, (dict, Counter)):
        return sample(distribution)
    draw, cumulative = random.random(), 0.0
    for probability, value in distribution:
        cumulative += probability
        if draw <= cumulative:
            return value
    return None


def nearestPoint(pos):
    x, y = pos
    return int(x + 0.5), int(y + 0.5)


def sign(x):
    return 1 if x >= 0 else -1


def arrayInvert(array):
    return [list(row) for row in zip(*array)]


def matrixAsList(matrix, value=True):
    return [
        (x, y)
        for x, column in enumerate(matrix)
        for y, cell in enumerate(column)
        if cell == value
    ]


def pause():
    """Nobody is there to press a key."""


class FixedRandom:
    """A generator of its own with a fixed seed."""

    def __init__(self):
        self.random = random.Random(0)


class TimeoutFunctionException(Exception):
    """A call that took too long."""


class TimeoutFunction:
    """Calls a function; the grader watches the time."""

    def __init__(self, function, timeout):
        self.function = function
        self.timeout = timeout

    def handle_timeout(self, signum, frame):
        raise TimeoutFunctionException()

    def __call__(self, *args, **keywords):
        return self.function(*args, **keywords)


class WritableNull:
    """Swallows what is written to it."""

    def write(self, string):
        pass


def mutePrint():
    """Prints are gathered by the grader."""


def unmutePrint():
    """Prints are gathered by the grader."""


def euclideanDistance(xy1, xy2):
    return math.hypot(xy1[0] - xy2[0], xy1[1] - xy2[1])
