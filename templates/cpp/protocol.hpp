// The messages of plygrade/stdio/v1 that a search needs, without a JSON library. The grader writes
// flat objects, so a value is found by its key.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

const double INF = std::numeric_limits<double>::infinity();

// The text after "key": in a message; empty when there is no such key.
inline std::string after(const std::string &message, const std::string &key) {
    const std::string mark = "\"" + key + "\":";
    const auto at = message.find(mark);
    return at == std::string::npos ? "" : message.substr(at + mark.size());
}

inline std::string word(const std::string &message, const std::string &key) {
    const std::string rest = after(message, key);
    return rest.empty() || rest[0] != '"' ? "" : rest.substr(1, rest.find('"', 1) - 1);
}

inline double number(const std::string &text) {
    if (text.rfind("\"inf\"", 0) == 0) return INF;
    if (text.rfind("\"-inf\"", 0) == 0) return -INF;
    return std::strtod(text.c_str(), nullptr);
}

// How deep a task says to search, by "depth" or "plies"; -1 where it does not say it so.
inline int limit(const std::string &task, const std::string &key) {
    const std::string rest = after(task, key);
    return rest.empty() || rest[0] == 'n' ? -1 : std::atoi(rest.c_str());
}

// The items of the list that `text` begins with, as they are written.
inline std::vector<std::string> items(const std::string &text) {
    std::vector<std::string> found;
    std::string item;
    int depth = 0;
    bool in_word = false;
    for (std::size_t at = 0; at < text.size(); at++) {
        const char c = text[at];
        if (c == '"') in_word = !in_word;
        if (in_word || c == '"') {
            item += c;
            if (c == '\\' && at + 1 < text.size()) item += text[++at];
            continue;
        }
        if (c == ']' && depth == 1) break;
        if (c == '[' && depth++ == 0) continue;
        if (c == ']') depth--;
        if (c == ',' && depth == 1) {
            found.push_back(item);
            item.clear();
        } else {
            item += c;
        }
    }
    if (!item.empty()) found.push_back(item);
    return found;
}

inline std::string receive() {
    std::string line;
    if (!std::getline(std::cin, line) || word(line, "type") == "fault") std::exit(0);
    return line;
}

// The grader sees a line when it is flushed, and waits until then.
inline void send(const std::string &line) { std::cout << line << '\n' << std::flush; }

inline std::string ask(const std::string &line) {
    send(line);
    return receive();
}

inline std::string written(double value) {
    if (std::isnan(value)) return "\"nan\"";
    if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

// A text as JSON writes it.
inline std::string quoted(const std::string &text) {
    std::string json = "\"";
    for (const char c : text) {
        char code[8];
        if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ') {
            std::snprintf(code, sizeof code, "\\u%04x", c);
            json += code;
        } else {
            json += c;
        }
    }
    return json + '"';
}

// A position; it lives in the grader.
struct State {
    std::string id;
    int turn;
    bool over;

    explicit State(const std::string &message)
        : id(std::to_string(std::strtoull(after(message, "state").c_str(), nullptr, 10))),
          turn(std::atoi(after(message, "turn").c_str())),
          over(after(message, "over").rfind("true", 0) == 0) {}

    std::string call(const std::string &op, const std::string &more = "") const {
        return "{\"op\":\"" + op + "\",\"state\":" + id + more + "}";
    }
    std::string agent() const { return ",\"agent\":" + std::to_string(turn); }

    // Actions as they are written in JSON, so that they can be sent back as they are.
    std::vector<std::string> actions() const {
        return items(after(ask(call("legal_actions", agent())), "actions"));
    }
    State next(const std::string &action) const {
        return State(ask(call("next_state", agent() + ",\"action\":" + action)));
    }
    double evaluate() const { return number(after(ask(call("evaluate")), "value")); }
    void release() const { send("{\"op\":\"release\",\"states\":[" + id + "]}"); }
};
