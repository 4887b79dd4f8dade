// Your agents. Grade them with `plygrade grade .` in this folder.
//
// A State has actions(), next(action), evaluate(), release() and the fields id, turn and over;
// every call is counted. Standard output belongs to the grader: print to System.err.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

public final class Agents {
    private static final BufferedReader IN =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private static final PrintStream OUT =
            new PrintStream(System.out, false, StandardCharsets.UTF_8);

    /** The innermost calls that are told of a search that fails. */
    private static final int SHOWN = 20;

    public static void main(String[] args) throws IOException {
        send("{\"op\":\"hello\",\"protocol\":" + after(receive(), "protocol") + "}");
        String task = receive();
        send("{\"op\":\"ready\"}");
        try {
            while (true) {
                State root = new State(receive());
                Answer answer = search(after(task, "agent").replace("\"", ""), root, task);
                send("{\"op\":\"answer\",\"action\":" + answer.action
                        + ",\"value\":" + written(answer.value) + "}");
            }
        } catch (Throwable error) { // a full stack or heap is no Exception
            List<String> trace = new ArrayList<>();
            for (StackTraceElement call : error.getStackTrace()) {
                if (trace.size() < SHOWN) {
                    trace.add(0, quoted("at " + call)); // the innermost call last
                }
            }
            send("{\"op\":\"error\",\"message\":" + quoted(error.toString())
                    + ",\"traceback\":[" + String.join(",", trace) + "]}");
        }
    }

    /**
     * Chooses in root, where root.turn is MAX: the action as actions() gave it, and the value.
     *
     * <p>after(task, "depth") is how deep, in rounds of one move of every agent each, and
     * after(task, "plies") in single moves; where both are "null", search to the end of the game.
     * after(task, "cut") is "\"strict\"" (v > beta) or "\"weak\"" (v >= beta).
     */
    private static Answer search(String agent, State root, String task) throws IOException {
        throw new UnsupportedOperationException(
                agent + " is not implemented: write it in Agents.java");
    }

    private static final class Answer {
        final String action;
        final double value;

        Answer(String action, double value) {
            this.action = action;
            this.value = value;
        }
    }

    /** A position; it lives in the grader. */
    private static final class State {
        final String id;
        final int turn;
        final boolean over;

        State(String message) {
            id = after(message, "state");
            turn = Integer.parseInt(after(message, "turn"));
            over = after(message, "over").equals("true");
        }

        /** Actions as they are written in JSON, so that they can be sent back as they are. */
        List<String> actions() throws IOException {
            String agent = ",\"agent\":" + turn;
            return items(after(ask("legal_actions", agent), "actions"));
        }

        State next(String action) throws IOException {
            return new State(ask("next_state", ",\"agent\":" + turn + ",\"action\":" + action));
        }

        double evaluate() throws IOException {
            String value = after(ask("evaluate", ""), "value");
            return switch (value) {
                case "\"inf\"" -> Double.POSITIVE_INFINITY;
                case "\"-inf\"" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(value);
            };
        }

        /** Tells the grader that this state is not needed any more. */
        void release() {
            send("{\"op\":\"release\",\"states\":[" + id + "]}");
        }

        private String ask(String op, String more) throws IOException {
            send("{\"op\":\"" + op + "\",\"state\":" + id + more + "}");
            return receive();
        }
    }

    /** The value of a key, as it is written: a number, a word in quotes, a list. */
    private static String after(String message, String key) {
        int at = message.indexOf("\"" + key + "\":");
        if (at < 0) {
            return "null";
        }
        int start = at + key.length() + 3;
        return message.substring(start, end(message, start));
    }

    /** The items of a list, as they are written: words in quotes, or pairs in brackets. */
    private static List<String> items(String list) {
        List<String> found = new ArrayList<>();
        int start = 1;
        while (start < list.length() - 1) {
            int end = end(list, start);
            found.add(list.substring(start, end));
            start = end + 1;
        }
        return found;
    }

    /** Where the value that begins at start ends; a list or a word in quotes is one value. */
    private static int end(String text, int start) {
        int depth = 0;
        boolean quoted = false;
        for (int at = start; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                at++; // what follows is part of a word
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == '[') {
                depth++;
            } else if (!quoted && depth == 0 && (c == ',' || c == ']' || c == '}')) {
                return at;
            } else if (!quoted && c == ']') {
                depth--;
            }
        }
        return text.length();
    }

    private static String written(double value) {
        if (Double.isNaN(value)) {
            return "\"nan\"";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "\"inf\"" : "\"-inf\"";
        }
        return Double.toString(value);
    }

    /** A text as JSON writes it. */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\' || c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    private static String receive() throws IOException {
        String line = IN.readLine();
        if (line == null || after(line, "type").equals("\"fault\"")) {
            System.exit(0);
        }
        return line;
    }

    // The grader sees a line when it is flushed, and waits until then.
    private static void send(String line) {
        OUT.print(line + "\n");
        OUT.flush();
    }
}
