package cloudsec.fake;

import com.google.gson.*;
import java.util.*;
import java.util.stream.*;
import org.opentest4j.AssertionFailedError;

/** The texts of failures, as in the TypeScript helpers for runners (src/runners/report.ts). */
final class Report {
    private static final int MAX_SHOWN = 5;
    private static final List<String> HEADINGS = List.of("ID", "AT", "REQUEST", "STATUS", "CODE", "SCENARIOS");
    private static final String STRAYS = "requests without a sandbox, which reached default (concurrent tests share it)";

    /** Reports the requests of a test, and requests that reached the sandbox default meanwhile. @param since null for all */
    static String of(CloudsecSandbox sandbox, Control shared, String since) {
        String where = "cloudsec-fake requests (sandbox " + sandbox.name + ")";
        try {
            Map<String, Object> query = new HashMap<>(Map.of("limit", 50));
            String own = table(items(sandbox.requests.list(query)));
            if (since != null) query.put("since", since);
            String strays = table(items(shared.requests.list(query)));
            String text = where + (own.isEmpty() ? ": none" : ":\n" + own);
            return strays.isEmpty() ? text : text + "\n\n" + STRAYS + ":\n" + strays;
        } catch (ControlException e) {
            return where + ": the journal cannot be read (" + e.getMessage() + ")";
        }
    }

    static List<JsonObject> items(JsonObject answer) {
        return StreamSupport.stream(answer.getAsJsonArray("items").spliterator(), false).map(JsonElement::getAsJsonObject).toList();
    }

    private static String table(List<JsonObject> requests) {
        if (requests.isEmpty()) return "";
        List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
        for (JsonObject request : requests) {
            String line = text(request, "method") + " " + text(request, "path");
            String answer = (text(request, "status") + " " + text(request, "fault")).strip();
            String scenarios = String.join(" ", texts(request, "scenarios"));
            Stream<String> cells = Stream.of(text(request, "id"), text(request, "at").substring(11, 23), line, answer,
                    text(request, "code").replaceFirst("^$", "-"), scenarios.replaceFirst("^$", "-"));
            rows.add(cells.map(Report::plain).toList());
        }
        int[] widths = IntStream.range(0, HEADINGS.size())
                .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0)).toArray();
        return rows.stream().map(row -> IntStream.range(0, widths.length)
                .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
                .collect(Collectors.joining("  ")).stripTrailing()).collect(Collectors.joining("\n"));
    }

    /** Describes the verdicts on a client, with occurrences and advice; empty for none. */
    static String describe(JsonObject report) {
        List<String> texts = new ArrayList<>();
        for (JsonObject item : items(report)) {
            if (text(item, "severity").equals("note")) continue;
            int count = item.get("count").getAsInt();
            List<String> lines = new ArrayList<>();
            lines.add(text(item, "severity") + " " + text(item, "id") + " (" + count + ")  " + text(item, "title"));
            for (JsonElement each : item.getAsJsonArray("occurrences")) {
                if (lines.size() > MAX_SHOWN) break;
                List<String> ids = texts(each.getAsJsonObject(), "requests");
                String shown = String.join(", ", ids.subList(0, Math.min(MAX_SHOWN, ids.size())));
                String more = ids.size() > MAX_SHOWN ? " (and " + (ids.size() - MAX_SHOWN) + " more)" : "";
                String detail = "  - " + plain(text(each.getAsJsonObject(), "detail"));
                lines.add(detail + (ids.isEmpty() ? "" : " [" + shown + more + "]"));
            }
            if (count > MAX_SHOWN) lines.add("  - and " + (count - MAX_SHOWN) + " more");
            lines.add("  → " + text(item, "advice"));
            texts.add(String.join("\n", lines));
        }
        return String.join("\n\n", texts);
    }

    private static String plain(String text) {
        return text.replaceAll("\\p{Cc}+", " ");
    }

    static String text(JsonObject of, String name) {
        return of.get(name).isJsonNull() ? "" : of.get(name).getAsString();
    }

    private static List<String> texts(JsonObject of, String name) {
        return StreamSupport.stream(of.getAsJsonArray(name).spliterator(), false).map(JsonElement::getAsString).toList();
    }

    /** Creates a failure with a report in its message, because Java cannot change the message of another. */
    static Throwable extend(Throwable thrown, String report) {
        String more = "\n\n" + report + "\n";
        Throwable made;
        if (thrown instanceof AssertionFailedError failed && failed.isExpectedDefined() && failed.isActualDefined()) {
            made = new AssertionFailedError(thrown.getMessage() + more, failed.getExpected(), failed.getActual(), thrown);
        } else if (thrown instanceof AssertionError) {
            made = new AssertionFailedError(thrown.getMessage() + more, thrown);
        } else {
            made = new RuntimeException(thrown + more, thrown);
        }
        made.setStackTrace(thrown.getStackTrace());
        return made;
    }
}
