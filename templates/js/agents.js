// Your agents. Grade them with `plygrade grade .` in this folder.
//
// Ask the grader with ask({ op: "legal_actions", state, agent }).actions,
// ask({ op: "next_state", state, agent, action }), which gives { state, turn, over, win, lose, key },
// and number(ask({ op: "evaluate", state }).value). Every call is counted.
// Standard output belongs to the grader: print with console.error.

"use strict";

const fs = require("fs");
const { inspect } = require("util");

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

// The grader waits until it sees a line, so it is written at once: a stream may keep it back.
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

// What search returned, if it is an answer.
function checked(answer) {
  if (answer instanceof Promise) {
    throw new Error("search returned a Promise: it must not be async, since ask() waits by itself");
  }
  if (typeof answer !== "object" || answer === null || !("action" in answer)) {
    throw new Error(`search must return { action, value }, and returned ${inspect(answer)}`);
  }
  return answer;
}

// Chooses in `root`, where `root.turn` is MAX: { action, value }. task.depth is how deep, in rounds
// of one move of every agent each, and task.plies in single moves; where both are null, search to
// the end of the game. task.cut is "strict" (v > beta) or "weak" (v >= beta).
function search(root, task) {
  throw new Error(`${task.agent} is not implemented: write it in agents.js`);
}

send({ op: "hello", protocol: receive().protocol });
const task = receive();
send({ op: "ready" });
try {
  for (;;) {
    const { action, value } = checked(search(receive(), task));
    send({ op: "answer", action, value: written(value) });
  }
} catch (thrown) {
  const error = thrown instanceof Error ? thrown : new Error(`search threw ${inspect(thrown)}`);
  send({ op: "error", message: error.message, traceback: error.stack.split("\n") });
}
