// Minimax and alpha-beta for Nim over plygrade's protocol (docs/PROTOCOL.md).
// Standard output belongs to the protocol: print with console.error.

"use strict";

const fs = require("fs");

let input = "";

// The next message; ends the program when there is none, or when the grader has had enough.
function receive() {
  const chunk = Buffer.alloc(65536);
  for (;;) {
    const end = input.indexOf("\n");
    if (end >= 0) {
      const message = JSON.parse(input.slice(0, end));
      input = input.slice(end + 1);
      if (message.type === "fault") process.exit(0);
      return message;
    }
    const got = fs.readSync(0, chunk);
    if (got === 0) process.exit(0);
    input += chunk.toString("utf8", 0, got);
  }
}

function send(request) {
  fs.writeSync(1, JSON.stringify(request) + "\n");
}

function ask(request) {
  send(request);
  return receive();
}

function number(value) {
  return value === "inf" ? Infinity : value === "-inf" ? -Infinity : value;
}

function written(value) {
  if (Number.isNaN(value)) return "nan";
  return value === Infinity ? "inf" : value === -Infinity ? "-inf" : value;
}

// The value of `state` for `me` and the first best action.
function search(state, me, plies, alpha, beta, cuts) {
  const { state: id, turn: agent, over } = state;
  const actions = over || plies === 0 ? [] : ask({ op: "legal_actions", state: id, agent }).actions;
  if (actions.length === 0) {
    return { value: number(ask({ op: "evaluate", state: id }).value), action: null };
  }
  const isMax = agent === me;
  let best = null;
  for (const action of actions) {
    const child = ask({ op: "next_state", state: id, agent, action });
    const { value } = search(child, me, plies - 1, alpha, beta, cuts);
    send({ op: "release", states: [child.state] });
    if (best === null || (isMax ? value > best.value : value < best.value)) {
      best = { value, action };
    }
    if (isMax ? cuts(best.value, beta) : cuts(-best.value, -alpha)) break;
    if (isMax) alpha = Math.max(alpha, best.value);
    else beta = Math.min(beta, best.value);
  }
  return best;
}

send({ op: "hello", protocol: receive().protocol });
const task = receive();
if (task.agent !== "minimax" && task.agent !== "alphabeta") {
  send({ op: "no_agent" });
  process.exit(0);
}
send({ op: "ready" });
const plies = task.plies ?? (task.depth === null ? Infinity : task.depth * task.agents);
const prunes = task.agent === "alphabeta";
const cuts =
  task.cut === "strict" ? (v, bound) => prunes && v > bound : (v, bound) => prunes && v >= bound;
for (;;) {
  const root = receive();
  const [alpha, beta] = task.window.map(number);
  const { value, action } = search(root, root.turn, plies, alpha, beta, cuts);
  send({ op: "answer", action, value: written(value) });
}
