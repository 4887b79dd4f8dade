"""Everybody maximises."""

INFINITY = float("inf")


def minimax(rules, state, depth):
    def search(state, agent, left):
        """The best action of `agent` and the value for agent 0, `left` rounds deep."""
        if left == 0 or rules.over(state):
            return None, rules.value(state)
        actions = rules.actions(state, agent)
        if not actions:
            return None, rules.value(state)
        following = (agent + 1) % rules.agents
        fewer = left - 1 if following == 0 else left
        chosen, best = None, -INFINITY
        for action in actions:
            value = search(rules.after(state, agent, action), following, fewer)[1]
            better = value > best
            if chosen is None or better:
                chosen, best = action, value
        return chosen, best

    return search(state, 0, depth)
