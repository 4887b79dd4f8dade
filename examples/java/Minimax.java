// Minimax on trees over plygrade's protocol (docs/PROTOCOL.md), without a JSON library: the grader
// writes flat objects, so a value is found by its key.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

public final class Minimax {
    private static final BufferedReader IN =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private static final PrintStream OUT =
            new PrintStream(System.out, false, StandardCharsets.UTF_8);

    public static void main(String[] args) throws IOException {
        send("{\"op\":\"hello\",\"protocol\":" + after(receive(), "protocol") + "}");
        String task = receive();
        if (!after(task, "agent").equals("\"minimax\"")) {
            send("{\"op\":\"no_agent\"}");
            return;
        }
        send("{\"op\":\"ready\"}");
        int plies = -1; // to the end of the game
        if (!after(task, "plies").equals("null")) {
            plies = Integer.parseInt(after(task, "plies"));
        } else if (!after(task, "depth").equals("null")) {
            plies = Integer.parseInt(after(task, "depth")) * Integer.parseInt(after(task, "agents"));
        }
        while (true) {
            State root = new State(receive());
            double best = Double.NEGATIVE_INFINITY;
            String chosen = null;
            List<String> actions = root.actions();
            for (String action : actions) {
                double value = value(root.next(action), root.turn, plies - 1);
                if (chosen == null || value > best) {
                    best = value;
                    chosen = action;
                }
            }
            double value = actions.isEmpty() ? root.evaluate() : best;
            send("{\"op\":\"answer\",\"action\":" + chosen + ",\"value\":" + written(value) + "}");
        }
    }

    private static double value(State state, int me, int plies) throws IOException {
        List<String> actions = state.over || plies == 0 ? List.of() : state.actions();
        double best;
        if (actions.isEmpty()) {
            best = state.evaluate();
        } else {
            boolean max = state.turn == me;
            best = max ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            for (String action : actions) {
                double value = value(state.next(action), me, plies - 1);
                best = max ? Math.max(best, value) : Math.min(best, value);
            }
        }
        send("{\"op\":\"release\",\"states\":[" + state.id + "]}");
        return best;
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
