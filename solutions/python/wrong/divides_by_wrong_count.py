"""Divides by the number of agents."""


def expectimax(rules, state, depth):
    def search(state, agent, left):
        """The best action of agent 0 and the value, `left` rounds deep."""
        if left == 0 or rules.over(state):
            return None, rules.value(state)
        actions = rules.actions(state, agent)
        if not actions:
            return None, rules.value(state)
        following = (agent + 1) % rules.agents
        fewer = left - 1 if following == 0 else left
        values = [
            search(rules.after(state, agent, action), following, fewer)[1] for action in actions
        ]
        if agent > 0:
            return None, sum(values) / rules.agents
        best = max(values)
        return actions[values.index(best)], best

    return search(state, 0, depth)
