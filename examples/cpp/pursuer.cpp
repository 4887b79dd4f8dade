// A pursuer for the chase: minimax and alpha-beta over plygrade's protocol (docs/PROTOCOL.md).

#include <algorithm>

#include "protocol.hpp"

struct Search {
    int me = 0;
    bool prunes = false;
    bool strict = true;

    bool cuts(double value, double bound) const {
        return prunes && (strict ? value > bound : value >= bound);
    }

    // The value of `state` for `me`; the first best action as well, where `chosen` is given.
    double value(const State &state, int plies, double alpha, double beta,
                 std::string *chosen = nullptr) const {
        const auto actions =
            state.over || plies == 0 ? std::vector<std::string>() : state.actions();
        if (actions.empty()) return state.evaluate();
        const bool is_max = state.turn == me;
        double best = is_max ? -INF : INF;
        for (std::size_t i = 0; i < actions.size(); i++) {
            const State child = state.next(actions[i]);
            const double v = value(child, plies - 1, alpha, beta);
            child.release();
            if (i == 0 || (is_max ? v > best : v < best)) {
                best = v;
                if (chosen) *chosen = actions[i];
            }
            if (is_max ? cuts(best, beta) : cuts(-best, -alpha)) break;
            if (is_max) alpha = std::max(alpha, best);
            else beta = std::min(beta, best);
        }
        return best;
    }
};

int main() {
    std::ios::sync_with_stdio(false);
    send("{\"op\":\"hello\",\"protocol\":\"" + word(receive(), "protocol") + "\"}");
    const std::string task = receive();
    const std::string agent = word(task, "agent");
    if (agent != "minimax" && agent != "alphabeta") {
        send("{\"op\":\"no_agent\"}");
        return 0;
    }
    send("{\"op\":\"ready\"}");
    int plies = -1;  // to the end of the game
    if (after(task, "plies").rfind("null", 0) != 0) {
        plies = std::atoi(after(task, "plies").c_str());
    } else if (after(task, "depth").rfind("null", 0) != 0) {
        plies = std::atoi(after(task, "depth").c_str()) * std::atoi(after(task, "agents").c_str());
    }
    const auto window = items(after(task, "window"));
    for (;;) {
        const State root(receive());
        const Search search{root.turn, agent == "alphabeta", word(task, "cut") == "strict"};
        std::string action = "null";
        const double value =
            search.value(root, plies, number(window.at(0)), number(window.at(1)), &action);
        send("{\"op\":\"answer\",\"action\":" + action + ",\"value\":" + written(value) + "}");
    }
}
