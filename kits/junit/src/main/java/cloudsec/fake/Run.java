package cloudsec.fake;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.*;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** The fake of a run, which runs already or which this process starts. */
final class Run implements CloseableResource {
    private static final String WAYS = "install Node 20.19 or later and run `npm install --save-dev cloudsec-fake` here, "
            + "or set " + Fake.ADDRESS + " to the control URL of a running fake";
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|'[^']*'|\\S+");
    private static final List<String> FLAGS = List.of("--format", "json", "--end-with-stdin", "--max-sandboxes", "100000");

    private final List<String> words;
    private final boolean hasCoverage;
    private final String minCoverage;
    private Fake fake;
    private ExtensionConfigurationException broken;
    /**
     * The process of the fake; null for none. Its standard input ends with this process, even if killed, which ends the
     * fake.
     */
    private Process process;

    Run(Function<String, Optional<String>> option) {
        String command = option.apply("cloudsec.command").orElse("npx --no -- cloudsec-fake start");
        words = WORD.matcher(command).results().map(word -> word.group().replaceAll("^[\"']|[\"']$", "")).toList();
        minCoverage = option.apply("cloudsec.coverage.min").orElse("");
        hasCoverage = !minCoverage.isEmpty() || option.apply("cloudsec.coverage").orElse("").equals("true");
        String url = System.getenv().getOrDefault(Fake.ADDRESS, "");
        String token = System.getenv("CLOUDSEC_FAKE_CONTROL_TOKEN");
        try {
            if (!url.isEmpty()) fake = new Fake(url, token);
            else start(token);
        } catch (ExtensionConfigurationException e) {
            broken = e;
        }
    }

    Fake fake() {
        if (broken != null) throw broken;
        return fake;
    }

    private void start(String token) {
        List<String> line = new ArrayList<>(words);
        if (words.stream().noneMatch(word -> word.startsWith("--port"))) line.addAll(List.of("--port", "0"));
        line.addAll(FLAGS);
        if (hasCoverage) line.add("--coverage");
        try {
            Path errors = Files.createTempFile("cloudsec-fake", ".log");
            try {
                process = builder(line).redirectError(errors.toFile()).start();
                String ready = firstLine();
                if (!ready.startsWith("{")) throw Fake.broken(reason(Files.readString(errors)));
                JsonObject facts = JsonParser.parseString(ready).getAsJsonObject();
                String drawn = Report.text(facts, "token");
                fake = new Fake(Report.text(facts, "controlUrl"), drawn.isEmpty() ? token : drawn);
            } finally {
                errors.toFile().delete();
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            throw Fake.broken("there is no " + (words.isEmpty() ? "command" : words.get(0)) + " to start the fake: " + WAYS);
        }
    }

    private static ProcessBuilder builder(List<String> words) {
        List<String> line = new ArrayList<>(words);
        // On Windows, npx is a shell script.
        if (System.getProperty("os.name").startsWith("Windows")) line.addAll(0, List.of("cmd", "/c"));
        return new ProcessBuilder(line);
    }

    /** The ready line of the fake; empty if it ends before or takes a minute. */
    private String firstLine() throws IOException {
        BufferedReader reader = process.inputReader(UTF_8);
        long start = System.nanoTime();
        while (!reader.ready() && process.isAlive() && System.nanoTime() - start < 60e9) LockSupport.parkNanos(5_000_000);
        return reader.ready() ? reader.readLine() : "";
    }

    private String reason(String output) {
        Matcher node = Pattern.compile("v(\\d+)\\.(\\d+).*").matcher(output(List.of("node", "--version")));
        int version = node.matches() ? 1000 * Integer.parseInt(node.group(1)) + Integer.parseInt(node.group(2)) : 0;
        String here = version == 0 ? "none" : node.group();
        if (version < 20_019) return "the fake needs Node 20.19 or later, but found " + here + ": " + WAYS;
        if (output.toLowerCase(Locale.ROOT).startsWith("npm err")) return words.get(0) + " cannot find the package cloudsec-fake: " + WAYS;
        String last = output.strip().lines().reduce("it printed nothing", (before, line) -> line);
        return "the fake did not start: " + last.replaceFirst("^cloudsec-fake: ", "");
    }

    /** The output of a program, after "! " if it failed; empty without the program. */
    private static String output(List<String> line) {
        try {
            Process process = builder(line).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            return process.onExit().join().exitValue() == 0 ? out : "! " + out;
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        if (process == null) return;
        String coverage = hasCoverage && fake != null ? coverage() : "";
        process.getOutputStream().close();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        if (!coverage.isEmpty()) System.out.println("\ncloudsec-fake coverage\n" + coverage.replaceFirst("^! ", ""));
        if (coverage.startsWith("! ")) throw Fake.broken("cloudsec.coverage.min: expected at least " + minCoverage + " percent");
    }

    /** The coverage of all tests. */
    private String coverage() {
        int end = words.contains("start") ? words.indexOf("start") : words.size();
        List<String> line = new ArrayList<>(words.subList(0, end));
        line.addAll(List.of("requests", "coverage", "--sandboxes", "all", "--url", fake.controlOrigin));
        if (!minCoverage.isEmpty()) line.addAll(List.of("--min", minCoverage));
        return output(line);
    }
}
