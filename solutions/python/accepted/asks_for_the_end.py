"""Leaves are states in which the game is over, or at the limit; nobody asks whether there are
actions. A search for each kind of node, all in one table."""


def minimax(rules, state, depth):
    return root(rules, state, depth, min)


def expectimax(rules, state, depth):
    return root(rules, state, depth, lambda values: sum(values) / len(values))


def root(rules, state, depth, others):
    def value(state, agent, left):
        if left == 0 or rules.over(state):
            return rules.value(state)
        following = agent + 1 if agent + 1 < rules.agents else 0
        values = [
            value(rules.after(state, agent, action), following, left - (following == 0))
            for action in rules.actions(state, agent)
        ]
        return others(values) if agent else max(values)

    following = 1 % rules.agents
    left = depth - (following == 0)
    values = {
        action: value(rules.after(state, 0, action), following, left)
        for action in rules.actions(state, 0)
    }
    action = max(values, key=values.get)
    return action, values[action]


def alphabeta(rules, state, depth, cut="strict", window=(float("-inf"), float("inf"))):
    def passes(value, bound):
        return value > bound or (cut == "weak" and value == bound)

    def high(state, left, alpha, beta):
        if left == 0 or rules.over(state):
            return rules.value(state), None
        best, chosen = float("-inf"), None
        for action in rules.actions(state, 0):
            value = low(rules.after(state, 0, action), 1, left, alpha, beta)
            if value > best:
                best, chosen = value, action
            if passes(best, beta):
                break
            alpha = max(alpha, best)
        return best, chosen

    def low(state, agent, left, alpha, beta):
        if rules.over(state):
            return rules.value(state)
        least = float("inf")
        for action in rules.actions(state, agent):
            after = rules.after(state, agent, action)
            if agent + 1 == rules.agents:
                value = high(after, left - 1, alpha, beta)[0]
            else:
                value = low(after, agent + 1, left, alpha, beta)
            least = min(least, value)
            if passes(alpha, least):
                break
            beta = min(beta, least)
        return least

    value, action = high(state, depth, *window)
    return action, value
