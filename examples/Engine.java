// An engine driven from Java: java examples/Engine.java
// JDK 17 or later, nothing to install; `optimizer` on the PATH, or its place in the variable OPTIMIZER.
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static java.nio.charset.StandardCharsets.UTF_8;

public class Engine implements AutoCloseable {
    public static class EngineError extends RuntimeException {
        public final long code;
        public final String field;

        EngineError(long code, String field, String message) {
            super(message);
            this.code = code;
            this.field = field;
        }
    }

    private final Process process;
    private final BufferedWriter requests;
    private final Map<Long, CompletableFuture<Object>> pending = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    public Engine(String... command) throws IOException {
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        requests = process.outputWriter(UTF_8);
        Thread reader = new Thread(this::read, "optimizer engine");
        reader.setDaemon(true);
        reader.start();
    }

    /** The answer to any method, by its name; `params` is JSON text. May be called from any thread. */
    public CompletableFuture<Object> request(String method, String params) {
        long id = last.incrementAndGet();
        CompletableFuture<Object> answer = new CompletableFuture<>();
        pending.put(id, answer);
        String line = """
                {"jsonrpc": "2.0", "id": %d, "method": "%s", "params": %s}""".formatted(id, method, params);
        try {
            synchronized (requests) {
                requests.write(line.replace('\n', ' ') + "\n");
                requests.flush();
            }
        } catch (IOException gone) {
            pending.remove(id);
            answer.completeExceptionally(gone);
        }
        return answer.orTimeout(30, TimeUnit.SECONDS); // then close this engine and start another
    }

    private void read() {
        IOException ended = new IOException("the engine ended");
        try (BufferedReader answers = process.inputReader(UTF_8)) {
            for (String line; (line = answers.readLine()) != null; ) {
                Map<?, ?> answer = (Map<?, ?>) new Json(line).value();
                if (!(answer.get("id") instanceof Long id)) continue;
                CompletableFuture<Object> waiting = pending.remove(id);
                if (waiting == null) continue;
                if (answer.get("error") instanceof Map<?, ?> error) {
                    Map<?, ?> data = (Map<?, ?>) error.get("data");
                    waiting.completeExceptionally(new EngineError(
                            (Long) error.get("code"), (String) data.get("field"), (String) data.get("message")));
                } else {
                    waiting.complete(answer.get("result"));
                }
            }
        } catch (IOException broken) {
            ended = broken;
        }
        for (CompletableFuture<Object> waiting : pending.values()) waiting.completeExceptionally(ended);
    }

    @Override
    public void close() throws IOException {
        requests.close(); // the end of its input ends the engine
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Reads what the engine writes into maps, lists, texts, numbers, Boolean and null. Any JSON library will do. */
    static class Json {
        private final String text;
        private int at = 0;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            switch (next()) {
                case '{': {
                    Map<String, Object> object = new LinkedHashMap<>();
                    for (at++; next() != '}'; skip(',')) {
                        String name = string();
                        skip(':');
                        object.put(name, value());
                    }
                    at++;
                    return object;
                }
                case '[': {
                    List<Object> list = new ArrayList<>();
                    for (at++; next() != ']'; skip(',')) list.add(value());
                    at++;
                    return list;
                }
                case '"':
                    return string();
                default: {
                    int from = at;
                    while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) at++;
                    String word = text.substring(from, at);
                    if (word.equals("null")) return null;
                    if (word.equals("true") || word.equals("false")) return word.equals("true");
                    if (word.matches("-?[0-9]{1,18}")) return Long.valueOf(word);
                    return word.matches("-?[0-9]+") ? (Object) new java.math.BigInteger(word) : Double.valueOf(word);
                }
            }
        }

        private char next() {
            while (text.charAt(at) == ' ') at++;
            return text.charAt(at);
        }

        private void skip(char sign) {
            if (next() == sign) at++;
        }

        private String string() {
            StringBuilder found = new StringBuilder();
            next();
            for (at++; text.charAt(at) != '"'; at++) {
                char letter = text.charAt(at);
                if (letter == '\\') {
                    letter = text.charAt(++at);
                    if (letter == 'u') {
                        letter = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                        at += 4;
                    } else {
                        int known = "bfnrt".indexOf(letter);
                        if (known >= 0) letter = "\b\f\n\r\t".charAt(known);
                    }
                }
                found.append(letter);
            }
            at++;
            return found.toString();
        }
    }

    public static void main(String[] args) throws IOException {
        String command = System.getenv().getOrDefault("OPTIMIZER", "optimizer");
        try (Engine engine = new Engine(command, "engine", "--limit-ms", "2000")) {
            Map<?, ?> version = (Map<?, ?>) engine.request("version", "{}").join();
            System.out.println("methods: " + version.get("methods"));

            String fight = """
                    {"defending_player": {"life": 12},
                     "attackers": [{"id": "wurm", "power": 6, "toughness": 4, "keywords": ["trample"]}],
                     "blockers": [{"id": "bear", "power": 2, "toughness": 2, "blocks": ["wurm"]},
                                  {"id": "wall", "power": 0, "toughness": 3, "blocks": ["wurm"]}]}""";
            String params = "{\"limit_ms\": 500, \"document\": " + fight + "}";
            CompletableFuture<Object> suggested = engine.request("suggest", params); // two questions at once
            CompletableFuture<Object> counted = engine.request("count", params);
            Map<?, ?> best = (Map<?, ?>) suggested.join();
            System.out.println(best.get("status") + ", score " + best.get("score"));
            for (Object step : (List<?>) best.get("line")) System.out.println(step);
            System.out.println("dies: " + ((Map<?, ?>) best.get("outcome")).get("dies"));
            System.out.println(((Map<?, ?>) counted.join()).get("attacking") + " assignments");

            String board = """
                    {"attackers": [{"id": "rhino", "power": 4, "toughness": 4, "keywords": ["trample"]},
                                   {"id": "elf", "power": 1, "toughness": 1}],
                     "defenders": [{"id": "giant", "power": 3, "toughness": 3}]}""";
            Object defence = engine.request("blocks", "{\"limit_ms\": 500, \"document\": " + board + "}").join();
            System.out.println("blocks: " + ((Map<?, ?>) defence).get("blocks"));

            try {
                engine.request("suggest", """
                        {"document": {"attackers": [{"id": "wurm", "power": "6", "toughness": 4}]}}""").join();
            } catch (CompletionException failed) {
                EngineError error = (EngineError) failed.getCause();
                System.out.println("error " + error.code + " at " + error.field);
            }
        }
    }
}
