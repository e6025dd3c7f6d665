package cloudsec.fake;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The sandbox of one test, from its settings to its end. */
final class TestSandbox {
    final CloudsecSandbox sandbox;
    /** True after a failure that JUnit does not report for the test itself, such as in a dynamic test. */
    volatile boolean isFailed;
    private final Control shared;
    /** The newest request of {@code shared} before the test; null for none. */
    private final String since;
    private final ExtensionContext context;
    /** Nearest first. */
    private final List<CloudsecFake> annotations;
    private boolean isStrict;
    private String conduct = "off";
    private final Map<String, String> judging = new HashMap<>();

    TestSandbox(Fake fake, ExtensionContext context) {
        this.context = context;
        annotations = Stream.iterate(Optional.of(context), Optional::isPresent, each -> each.get().getParent())
                .flatMap(each -> each.get().getElement().stream())
                .flatMap(each -> AnnotationSupport.findAnnotation(each, CloudsecFake.class).stream()).toList();
        sandbox = fake.sandbox(nameOf(context));
        shared = new Control(fake.controlOrigin + "/_control", fake.token);
        List<JsonObject> newest = Report.items(shared.requests.list(Map.of("limit", 1, "fields", "summary")));
        since = newest.isEmpty() ? null : Report.text(newest.get(0), "id");
        // A running fake may still have this sandbox from an earlier run or retry.
        sandbox.reset();
        apply();
    }

    private void apply() {
        set("clock", mark -> new String[] {mark.clock()}, value -> {
            String now = value.equals("frozen") ? "2026-07-01T00:00:00Z" : value;
            sandbox.clock.set(value.equals("real") ? Map.of("mode", "real") : Map.of("mode", "frozen", "now", now));
        });
        set("assume", CloudsecFake::assume, value -> {
            String[] pair = (value + "=").split("=", 2);
            sandbox.assumptions.set(Map.of(pair[0].strip(), pair[1].replaceFirst("=$", "").strip()));
        });
        set("scenario", CloudsecFake::scenario, value -> {
            if (value.startsWith("{")) sandbox.scenarios.define(value);
            else sandbox.scenarios.on(value);
        });
        set("empty", mark -> textOf(mark.empty()), value -> {
            if (oneOf(value, "true", "false").equals("true")) sandbox.clear();
        });
        set("strict", mark -> textOf(mark.strict()), value -> isStrict = oneOf(value, "true", "false").equals("true"));
        set("conduct", mark -> new String[] {mark.conduct()}, value -> conduct = oneOf(value, "fail", "warn", "off"));
        // Invalid options of conduct fail before the test.
        set("pollEvery", mark -> new String[] {mark.pollEvery()}, value -> judge("pollEvery", value));
        set("allow", mark -> new String[] {String.join(",", mark.allow())}, value -> judge("allow", value));
    }

    /** Applies each value of the nearest annotation with values, else of the configuration parameter. */
    private void set(String name, Function<CloudsecFake, String[]> element, Consumer<String> use) {
        Optional<String[]> nearest = annotations.stream().map(element).filter(each -> each.length > 0 && !each[0].isEmpty()).findFirst();
        String given = context.getConfigurationParameter("cloudsec." + name).orElse("");
        String[] values = name.equals("allow") || given.startsWith("{") ? new String[] {given} : given.split(",");
        try {
            for (String value : nearest.orElse(values)) if (!value.isBlank()) use.accept(value.strip());
        } catch (ControlException | IllegalArgumentException e) {
            String origin = nearest.isPresent() ? "@CloudsecFake(" + name + "): " : "cloudsec." + name + ": ";
            throw Fake.broken(origin + e.getMessage());
        }
    }

    private static String[] textOf(boolean... values) {
        return values.length == 0 ? new String[0] : new String[] {"" + values[0]};
    }

    private static String oneOf(String value, String... known) {
        if (List.of(known).contains(value)) return value;
        throw new IllegalArgumentException("expected " + String.join(", ", known) + ", got '" + value + "'");
    }

    /** The failed checks of an otherwise passing test. A fake that is gone by then is not a failure. */
    List<String> broken() {
        List<String> found = new ArrayList<>();
        Map<String, ?> unmatched = Map.of("match", Map.of("unmatched", true), "count", 0);
        List<Runnable> checks = List.of(() -> sandbox.requests.verify(unmatched), sandbox.scenarios::verifyFired);
        try {
            for (Runnable check : isStrict ? checks : List.<Runnable>of()) {
                try {
                    check.run();
                } catch (AssertionError e) {
                    found.add("strict: " + e.getMessage());
                }
            }
            String wrong = conduct.equals("off") ? "" : Report.describe(sandbox.conduct(judging));
            String text = "conduct: the client misbehaved (sandbox " + sandbox.name + ")\n\n" + wrong;
            if (!wrong.isEmpty() && conduct.equals("fail")) found.add(text);
            if (!wrong.isEmpty() && conduct.equals("warn")) System.err.println("cloudsec-fake " + text);
        } catch (ControlException e) {
            // Keeps what was found before the fake was gone.
        }
        return found;
    }

    private void judge(String name, String value) {
        judging.put(name, value);
        sandbox.conduct(judging);
    }

    /** Reports its requests, for the message of its failure. */
    String report() {
        return Report.of(sandbox, shared, since);
    }

    void giveBack() {
        try {
            sandbox.sandboxes.delete(sandbox.name);
        } catch (ControlException e) {
            // The test may have deleted it or stopped the fake.
        }
    }

    /** Names a sandbox by the allowed characters of the test's title and eight digits of a hash. */
    private static String nameOf(ExtensionContext context) {
        String words = titleOf(context).replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-").toLowerCase(Locale.ROOT);
        words = words.replaceAll("[^a-z0-9]+", "-").replaceFirst("^(.{48}).*", "$1").replaceAll("^-|-$", "");
        String hash = UUID.nameUUIDFromBytes(context.getUniqueId().getBytes(UTF_8)).toString().substring(0, 8);
        return words.isEmpty() ? hash : words + "-" + hash;
    }

    /** The name of a test without parameter types, followed by the name of the invocation if there are several. */
    private static String titleOf(ExtensionContext context) {
        String name = context.getDisplayName();
        ExtensionContext parent = context.getParent().orElseThrow();
        if (parent.getTestMethod().isPresent()) return titleOf(parent) + " " + name;
        String types = Stream.of(context.getRequiredTestMethod().getParameterTypes()).map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
        return name.endsWith(types) ? name.substring(0, name.length() - types.length()) : name;
    }
}
