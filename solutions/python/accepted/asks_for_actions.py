"""Leaves are states without actions, or at the limit; nobody asks whether the game is over.

The search is a generator that hands out the nodes whose values it needs, run with a stack.
"""

INFINITY = float("inf")


def minimax(rules, state, depth):
    return run(node(rules, state, 0, depth, -INFINITY, INFINITY, lambda high, low: False))


def alphabeta(rules, state, depth, cut="strict", window=(-INFINITY, INFINITY)):
    def cuts(high, low):
        return high >= low if cut == "weak" else high > low

    return run(node(rules, state, 0, depth, *window, cuts))


def expectimax(rules, state, depth):
    return run(chance(rules, state, 0, depth))


def run(search):
    """The result of `search`, which yields the searches that it waits for."""
    stack, result = [search], None
    while stack:
        try:
            stack.append(stack[-1].send(result))
            result = None
        except StopIteration as done:
            stack.pop()
            result = done.value
    return result


def node(rules, state, agent, left, alpha, beta, cuts):
    actions = rules.actions(state, agent) if left else []
    if not actions:
        return None, rules.value(state)
    following = (agent + 1) % rules.agents
    chosen, best = None, INFINITY if agent else -INFINITY
    for action in actions:
        after = rules.after(state, agent, action)
        _, value = yield node(rules, after, following, left - (not following), alpha, beta, cuts)
        if value < best if agent else value > best:
            chosen, best = action, value
        if agent:
            if cuts(alpha, best):
                break
            beta = min(beta, best)
        else:
            if cuts(best, beta):
                break
            alpha = max(alpha, best)
    return chosen, best


def chance(rules, state, agent, left):
    actions = rules.actions(state, agent) if left else []
    if not actions:
        return None, rules.value(state)
    following = (agent + 1) % rules.agents
    values = []
    for action in actions:
        after = rules.after(state, agent, action)
        _, value = yield chance(rules, after, following, left - (not following))
        values.append(value)
    if agent:
        return None, sum(values) / len(values)
    return actions[values.index(max(values))], max(values)
