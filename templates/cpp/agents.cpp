// Your agents. Grade them with `plygrade grade .` in this folder.
//
// A State has actions(), next(action), evaluate(), release() and the fields turn and over; every
// call is counted. Standard output belongs to the grader: print to std::cerr.

#include <stdexcept>

#include "protocol.hpp"

// Chooses in `root`, where `root.turn` is MAX: writes the action as it came from actions(), and
// returns the value. limit(task, "depth") is how deep, in rounds of one move of every agent each,
// and limit(task, "plies") in single moves; where both are -1, search to the end of the game.
// word(task, "cut") is "strict" (v > beta) or "weak" (v >= beta).
double search(const std::string &agent, const State &root, const std::string &task,
              std::string *action) {
    throw std::runtime_error(agent + " is not implemented: write it in agents.cpp");
}

int main() {
    std::ios::sync_with_stdio(false);
    send("{\"op\":\"hello\",\"protocol\":\"" + word(receive(), "protocol") + "\"}");
    const std::string task = receive();
    send("{\"op\":\"ready\"}");
    try {
        for (;;) {
            const State root(receive());
            std::string action = "null";
            const double value = search(word(task, "agent"), root, task, &action);
            send("{\"op\":\"answer\",\"action\":" + action + ",\"value\":" + written(value) + "}");
        }
    } catch (const std::exception &error) {
        send("{\"op\":\"error\",\"message\":" + quoted(error.what()) + "}");
    }
}
