"""Every value is computed once: a memo of states with the agent and the rounds that are left."""

from functools import lru_cache


def minimax(rules, state, depth):
    return search(rules, state, depth, min)


def expectimax(rules, state, depth):
    return search(rules, state, depth, lambda values: sum(values) / len(values))


def search(rules, state, depth, others):
    @lru_cache(maxsize=None)
    def value(state, agent, left):
        if left == 0 or rules.over(state):
            return rules.value(state)
        values = [value(*step(state, agent, left, action)) for action in rules.actions(state, agent)]
        return others(values) if agent else max(values)

    def step(state, agent, left, action):
        after = rules.after(state, agent, action)
        last = agent + 1 == rules.agents
        return (after, 0, left - 1) if last else (after, agent + 1, left)

    values = [(value(*step(state, 0, depth, action)), action) for action in rules.actions(state, 0)]
    # The last of equals.
    best, action = max(reversed(values), key=lambda pair: pair[0])
    return action, best
