"""One step ahead, and an evaluation of Pacman's positions that wins most games."""


DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def reflex(rules, state):
    """Questions of the first kind: the best successor, standing still last."""
    def value(action):
        return better(rules.after(state, 0, action)) - (action == "Stop")

    values = {action: value(action) for action in rules.actions(state, 0)}
    action = max(values, key=values.get)
    return action, values[action]


def expectimax(rules, state, depth):
    """Against opponents that move at random."""
    def search(state, agent, left):
        actions = [] if left == 0 or rules.over(state) else rules.actions(state, agent)
        if not actions:
            return None, rules.value(state)
        following = (agent + 1) % rules.agents
        fewer = left - (following == 0)
        values = [
            search(rules.after(state, agent, action), following, fewer)[1] for action in actions
        ]
        if agent > 0:
            return None, sum(values) / len(values)
        best = max(values)
        return actions[values.index(best)], best

    return search(state, 0, depth)


def better(state):
    """The score, less for what is left to eat and for its distance, less near a ghost and more
    near a scared one."""
    score = state.getScore()
    if state.isWin():
        return score + 10000
    if state.isLose():
        return score - 10000
    steps = distances(state)
    far = len(steps)
    food = state.getFood().asList()
    value = score - 30 * len(food) - 40 * len(state.getCapsules())
    value -= 1.5 * min(steps.get(cell, far) for cell in food)
    for ghost in state.getGhostStates():
        x, y = ghost.getPosition()
        distance = steps.get((int(x + 0.5), int(y + 0.5)), far)
        if ghost.scaredTimer > distance:
            value += 100 - 3 * distance
        elif ghost.scaredTimer == 0 and distance < 3:
            value -= 60 / max(distance, 1)
    return value


def distances(state):
    """Steps from Pacman to every cell that can be reached."""
    walls = state.getWalls()
    start = state.getPacmanPosition()
    steps = {start: 0}
    front = [start]
    for x, y in front:
        for dx, dy in DIRECTIONS:
            cell = (x + dx, y + dy)
            if cell not in steps and not walls[cell[0]][cell[1]]:
                steps[cell] = steps[x, y] + 1
                front.append(cell)
    return steps
