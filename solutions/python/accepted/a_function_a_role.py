"""Minimax and alpha-beta with a function for MAX and one for MIN."""

INFINITY = float("inf")


def minimax(rules, state, depth):
    return max_value(Plain(rules), state, depth, -INFINITY, INFINITY)


def alphabeta(rules, state, depth, cut="strict", window=(-INFINITY, INFINITY)):
    return max_value(Pruning(rules, cut == "weak"), state, depth, *window)


class Plain:
    """Never cuts."""

    def __init__(self, rules):
        self.rules = rules

    def cuts(self, high, low):
        return False


class Pruning(Plain):
    """Cuts once MIN, who has `low` for sure, would not let MAX have `high`."""

    def __init__(self, rules, weak):
        super().__init__(rules)
        self.weak = weak

    def cuts(self, high, low):
        return high >= low if self.weak else high > low


def max_value(search, state, left, alpha, beta):
    rules = search.rules
    actions = [] if left == 0 or rules.over(state) else rules.actions(state, 0)
    if not actions:
        return None, rules.value(state)
    values = []
    for action in actions:
        values.append(min_value(search, rules.after(state, 0, action), 1, left, alpha, beta))
        if search.cuts(max(values), beta):
            break
        alpha = max(alpha, max(values))
    best = max(values)
    return actions[values.index(best)], best


def min_value(search, state, agent, left, alpha, beta):
    rules = search.rules
    actions = [] if rules.over(state) else rules.actions(state, agent)
    if not actions:
        return rules.value(state)
    least = INFINITY
    for action in actions:
        after = rules.after(state, agent, action)
        if agent + 1 < rules.agents:
            value = min_value(search, after, agent + 1, left, alpha, beta)
        else:
            value = max_value(search, after, left - 1, alpha, beta)[1]
        least = min(least, value)
        if search.cuts(alpha, least):
            break
        beta = min(beta, least)
    return least
