import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A sound client of the service with nothing but the JDK, 17 or later, and its suite: java Main [FILE for the report as
 * JUnit XML]. The variable PLANT names a mistake to put into the client.
 */
public class Main {
    public static void main(String[] arguments) throws Exception {
        // The JDK would repeat a read by itself, at once, when a connection is cut.
        System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
        Suite suite = new Suite(new Client(needed("CLOUDSEC_BASE_URL"), needed("CLOUDSEC_API_KEY")));
        suite.run();
        if (arguments.length > 0) Files.writeString(Path.of(arguments[0]), suite.report());
        System.exit(suite.failures == 0 ? 0 : 1);
    }

    static String needed(String name) {
        String value = System.getenv(name);
        if (value == null) throw new IllegalStateException(name + " is not set: run this below cloudsec-fake exec or sweep");
        return value;
    }
}

/** The mistakes that the variable PLANT puts into the client. */
enum Plant {
    /** A job was created only if the status says 201. */
    NEEDS_201,
    /** A link to a page is relative to the address of the request, by the rules for URLs. */
    RESOLVES_LINKS_AS_URLS,
    /** A resource has the fields of the document and no others. */
    KNOWS_ALL_FIELDS,
    /** Each item of the list of assessments has a score. */
    UNBOXES_SCORES,
    /** Each request has an HttpClient of its own, and so a connection. */
    CLIENT_PER_REQUEST;

    static final String NAME = System.getenv("PLANT");

    boolean isOn() {
        return name().toLowerCase().replace('_', '-').equals(NAME);
    }
}

/** A request that was not served: a code of the document, `no_answer` or `broken_answer`. */
class ServiceException extends Exception {
    final String code;
    /** Null where the service does not say how long to wait. */
    final Duration wait;

    ServiceException(String code, String message, Duration wait) {
        super(code + ": " + message);
        this.code = code;
        this.wait = wait;
    }
}

/** The whole service. */
class Client {
    static final String RESOURCES = "/cloud/resources";
    static final String ASSESSMENTS = "/security/assessments";
    static final String JOBS = "/data/analysis/jobs";
    /** These may get another answer later. */
    static final Set<String> PASSING =
        Set.of("rate_limit_exceeded", "service_unavailable", "internal_error", "no_answer", "broken_answer");
    /** A page after the last may get these. */
    static final Set<String> GONE = Set.of("resource_not_found", "invalid_request");
    static final Set<String> FINAL_STATES = Set.of("completed", "succeeded", "failed");
    static final Set<String> RESOURCE_FIELDS = Set.of(
        "id", "name", "type", "provider", "region", "status", "created_at", "updated_at", "tags", "details");
    static final int ATTEMPTS = 5;
    static final int MOST_READINGS = 4;
    static final Duration TIMEOUT = Duration.ofMillis(1500);
    static final Duration FIRST_PAUSE = Duration.ofMillis(300);
    static final Duration FIRST_POLL = Duration.ofMillis(400);
    static final Duration POLL = Duration.ofMillis(1100);
    static final Duration MOST = Duration.ofSeconds(30);
    /** A time in seconds has eleven digits from the year 5138. */
    static final long MOST_UNIX_SECONDS = 99_999_999_999L;

    final String baseUrl;
    final String apiKey;
    final HttpClient http = newHttp();
    /** The clock of the service minus the clock of this machine. */
    Duration ahead = Duration.ZERO;

    Client(String baseUrl, String apiKey) {
        this.baseUrl = baseUrl;
        this.apiKey = apiKey;
    }

    static HttpClient newHttp() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
    }

    Json getResource(String id) throws Exception {
        Json resource = insist(uri(RESOURCES + "/" + id)).get("data");
        if (Plant.KNOWS_ALL_FIELDS.isOn() && !RESOURCE_FIELDS.containsAll(resource.fields().keySet())) {
            throw new IOException("unknown field in " + resource.fields().keySet());
        }
        return resource;
    }

    /** The assessments that have a result. */
    List<Json> scoredAssessments() throws Exception {
        return list(ASSESSMENTS, "").stream()
            .filter(item -> Plant.UNBOXES_SCORES.isOn() ? item.get("score").number() >= 0 : !item.get("score").isAbsent())
            .toList();
    }

    /** Creates an assessment, and waits for its result. */
    Json assess(String resourceId, String type) throws Exception {
        Instant started = now().minusSeconds(2);
        String body = """
            { "resource_id": "%s", "resource_type": "%s",
              "scan_options": { "comprehensive": false, "categories": ["network"] } }""".formatted(resourceId, type);
        Json created = create(ASSESSMENTS, body, "?limit=100&resource_id=" + resourceId,
            item -> !Instant.parse(item.text("timestamp")).isBefore(started));
        Json estimate = created.get("estimated_completion_time");
        Instant expected = estimate.isAbsent() ? now() : Instant.parse(estimate.text());
        return poll(expected, () -> {
            try {
                Json record = insist(uri(ASSESSMENTS + "/" + created.text("id"))).get("data");
                return hasResult(record, expected) ? record : null;
            } catch (ServiceException error) {
                // One that is pending may look as if it were not there.
                if (error.code.equals("resource_not_found")) return null;
                throw error;
            }
        });
    }

    boolean hasResult(Json record, Instant expected) {
        if ("failed".equals(record.get("status").value())) return true;
        if (record.get("score").isAbsent()) return false;
        // A record that says nothing may be one that the scan has not filled yet.
        boolean isBlank = record.get("score").number() == 0
            && record.get("summary").fields().values().stream().allMatch(count -> count.number() == 0);
        return !isBlank || now().isAfter(expected.plusSeconds(2));
    }

    /** Creates a job with a new name, and waits for its end. */
    Json runJob(String name, String body) throws Exception {
        Json created = create(JOBS, body, "?limit=100", job -> job.text("name").equals(name));
        return poll(now(), () -> {
            Json job = insist(uri(JOBS + "/" + created.text("id"))).get("data");
            boolean hasEnded = !job.get("completed_at").isAbsent() || !job.get("completed_date").isAbsent();
            return hasEnded || FINAL_STATES.contains(job.text("status")) ? job : null;
        });
    }

    Json poll(Instant expected, Callable<Json> read) throws Exception {
        Instant deadline = now().plus(MOST);
        for (Duration pause = FIRST_POLL; now().isBefore(deadline); pause = POLL) {
            Json record = read.call();
            if (record != null) return record;
            Duration likely = Duration.between(now(), expected.isBefore(deadline) ? expected : deadline);
            sleep(likely.compareTo(pause) > 0 ? likely : pause);
        }
        throw new ServiceException("no_answer", "not complete after " + MOST, null);
    }

    /** Reads all pages by their links, and reads them again where the list changed on the way. */
    List<Json> list(String path, String query) throws Exception {
        Map<String, Json> items = new LinkedHashMap<>();
        for (int reading = 0; reading < MOST_READINGS; reading++) {
            if (!readPages(path, query, items)) break;
        }
        return List.copyOf(items.values());
    }

    /** @return true if the list changed between two pages */
    boolean readPages(String path, String query, Map<String, Json> items) throws Exception {
        Set<Long> totals = new HashSet<>();
        URI next = uri(path + query);
        for (boolean isFirst = true; next != null; isFirst = false) {
            Json body;
            try {
                body = insist(next);
            } catch (ServiceException error) {
                // The page was there when the one before was read.
                if (!isFirst && GONE.contains(error.code)) break;
                throw error;
            }
            body.get("data").items().forEach(item -> items.put(item.text("id"), item));
            totals.add(body.get("pagination").get("total_items").number());
            next = nextOf(next, path, query, body.get("pagination").get("next_page"));
        }
        return totals.size() > 1;
    }

    URI nextOf(URI request, String path, String query, Json shown) {
        if (shown.isAbsent() || shown.text().isEmpty()) return null;
        String link = shown.text();
        // The link decides on page and limit, and may forget the filters.
        Map<String, String> fields = fieldsOf(query);
        fields.putAll(fieldsOf(link));
        URI list = Plant.RESOLVES_LINKS_AS_URLS.isOn() ? request.resolve(link) : uri(path);
        return list.resolve(list.getRawPath() + fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + field.getValue())
            .collect(Collectors.joining("&", "?", "")));
    }

    static Map<String, String> fieldsOf(String link) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : link.substring(link.indexOf('?') + 1).split("&")) {
            String[] parts = field.split("=", 2);
            if (parts.length == 2) fields.put(parts[0], parts[1]);
        }
        return fields;
    }

    /** Creates a record. Where the service may have done it, it looks before it asks again. */
    Json create(String path, String body, String query, Predicate<Json> isIt) throws Exception {
        HttpRequest request = request(uri(path)).POST(HttpRequest.BodyPublishers.ofString(body)).build();
        for (int attempt = 0; ; attempt++) {
            try {
                return send(request).get("data");
            } catch (ServiceException error) {
                pause(error, attempt);
                if (error.code.equals("rate_limit_exceeded")) continue;
                for (Json item : list(path, query)) if (isIt.test(item)) return item;
            }
        }
    }

    /** Reads. It tries again what may pass. */
    Json insist(URI uri) throws Exception {
        for (int attempt = 0; ; attempt++) {
            try {
                return send(request(uri).build());
            } catch (ServiceException error) {
                pause(error, attempt);
            }
        }
    }

    void pause(ServiceException error, int attempt) throws Exception {
        if (!PASSING.contains(error.code) || attempt == ATTEMPTS - 1) throw error;
        sleep(error.wait == null ? FIRST_PAUSE.multipliedBy(1L << attempt) : error.wait.plusMillis(100));
    }

    static void sleep(Duration time) throws InterruptedException {
        Thread.sleep(Math.max(0, time.toMillis()));
    }

    URI uri(String target) {
        return URI.create(baseUrl + target);
    }

    HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri)
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + apiKey)
            .header("Content-Type", "application/json");
    }

    Json send(HttpRequest request) throws Exception {
        HttpResponse<String> response;
        try {
            HttpClient client = Plant.CLIENT_PER_REQUEST.isOn() ? newHttp() : http;
            response = client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException error) {
            throw new ServiceException("no_answer", error.toString(), null);
        }
        response.headers().firstValue("Date").ifPresent(this::setClock);
        boolean isJob = request.method().equals("POST") && request.uri().getPath().endsWith(JOBS);
        Json body = parse(response.body());
        if (!body.get("error").get("code").isAbsent()) throw refusal(body.get("error"), response);
        if (body.get("data").isAbsent()) {
            throw new ServiceException("broken_answer", "status " + response.statusCode(), null);
        }
        if (Plant.NEEDS_201.isOn() && isJob && response.statusCode() != 201) {
            throw new ServiceException("not_created", "status " + response.statusCode(), null);
        }
        return body;
    }

    /** Null inside for a text that is no JSON. */
    static Json parse(String text) {
        try {
            return new JsonReader(text).read();
        } catch (RuntimeException broken) {
            return new Json(null);
        }
    }

    ServiceException refusal(Json error, HttpResponse<String> response) {
        String code = error.text("code");
        return new ServiceException(code, error.text("message"), waitOf(code, response));
    }

    Duration waitOf(String code, HttpResponse<String> response) {
        var seconds = response.headers().firstValueAsLong("Retry-After");
        if (seconds.isPresent()) return Duration.ofSeconds(seconds.getAsLong());
        var reset = response.headers().firstValueAsLong("X-Rate-Limit-Reset");
        if (!code.equals("rate_limit_exceeded") || reset.isEmpty()) return null;
        long at = reset.getAsLong();
        return Duration.between(now(), at > MOST_UNIX_SECONDS ? Instant.ofEpochMilli(at) : Instant.ofEpochSecond(at));
    }

    void setClock(String date) {
        long service = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond();
        ahead = Duration.ofSeconds(service - Instant.now().getEpochSecond());
    }

    /** The time of the service. */
    Instant now() {
        return Instant.now().plus(ahead);
    }
}

/** A JSON value. A field that is not there is as good as null. */
record Json(Object value) {
    Json get(String field) {
        return new Json(value instanceof Map<?, ?> object ? object.get(field) : null);
    }

    boolean isAbsent() {
        return value == null;
    }

    String text() {
        return (String) value;
    }

    String text(String field) {
        return get(field).text();
    }

    long number() {
        return ((Double) value).longValue();
    }

    List<Json> items() {
        return ((List<?>) value).stream().map(Json::new).toList();
    }

    Map<String, Json> fields() {
        Map<String, Json> fields = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((name, field) -> fields.put((String) name, new Json(field)));
        return fields;
    }
}

/** Reads JSON into maps, lists, texts, doubles, booleans and nulls. */
class JsonReader {
    final String text;
    int at = 0;

    JsonReader(String text) {
        this.text = text;
    }

    Json read() {
        Object value = value();
        skip();
        if (at != text.length()) throw new IllegalArgumentException("more than one value");
        return new Json(value);
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }

    private boolean takes(char expected) {
        skip();
        if (text.charAt(at) != expected) return false;
        at++;
        return true;
    }

    private void need(char expected) {
        if (!takes(expected)) throw new IllegalArgumentException("expected " + expected + " at " + at);
    }

    private Object value() {
        if (takes('{')) return object();
        if (takes('[')) return array();
        if (takes('"')) return string();
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(start, at);
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> Double.valueOf(word);
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (takes('}')) return fields;
        do {
            need('"');
            String name = string();
            need(':');
            fields.put(name, value());
        } while (takes(','));
        need('}');
        return fields;
    }

    private List<Object> array() {
        List<Object> items = new ArrayList<>();
        if (takes(']')) return items;
        do {
            items.add(value());
        } while (takes(','));
        need(']');
        return items;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        for (char here = text.charAt(at++); here != '"'; here = text.charAt(at++)) {
            found.append(here == '\\' ? escaped() : here);
        }
        return found.toString();
    }

    private char escaped() {
        char kind = text.charAt(at++);
        int meaning = "bfnrt".indexOf(kind);
        if (meaning >= 0) return "\b\f\n\r\t".charAt(meaning);
        if (kind != 'u') return kind;
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
}

/** The suite of the client. */
class Suite {
    static final String JOB = """
        { "name": "%s", "analysis_type": "security_event_correlation", "output_format": "json",
          "data_source": { "type": "security_logs", "parameters": {
            "start_date": "2026-06-01T00:00:00Z", "end_date": "2026-06-02T00:00:00Z", "log_types": ["firewall"] } } }""";

    final Client client;
    final StringBuilder cases = new StringBuilder();
    int failures = 0;

    Suite(Client client) {
        this.client = client;
    }

    interface Check {
        void run() throws Exception;
    }

    /** Runs all parts, or those in the variable PARTS. */
    void run() {
        Set<String> parts = Set.of(
            System.getenv().getOrDefault("PARTS", "inventory,assessments,jobs,refusals").split(","));
        if (parts.contains("inventory")) {
            check("lists all resources", this::listsAll);
            check("gets a resource", this::getsResource);
        }
        if (parts.contains("assessments")) {
            check("reads an assessment of the list", this::readsAssessment);
            check("assesses a resource", this::assesses);
        }
        if (parts.contains("jobs")) check("runs a job once", this::runsJob);
        if (parts.contains("refusals")) {
            check("reports a resource that is not there", this::reportsMissing);
            check("reports a job that is refused", this::reportsRefused);
            check("reports a wrong key", this::reportsWrongKey);
        }
    }

    void listsAll() throws Exception {
        int count = client.list(Client.RESOURCES, "?limit=25").size();
        expect(count >= 60, "60 resources", count);
        int machines = client.list(Client.RESOURCES, "?type=virtual_machine&limit=12").size();
        expect(machines >= 20 && machines < 40, "20 virtual machines", machines);
    }

    void getsResource() throws Exception {
        Json listed = client.list(Client.RESOURCES, "?type=load_balancer").get(0);
        Json resource = client.getResource(listed.text("id"));
        expect(resource.text("name").equals(listed.text("name")), listed, resource);
        Instant changed = Instant.parse(resource.text("updated_at"));
        expect(!changed.isBefore(Instant.parse(resource.text("created_at"))), "a change after the creation", changed);
    }

    void readsAssessment() throws Exception {
        List<Json> scored = client.scoredAssessments();
        expect(scored.size() >= 42, "42 assessments", scored.size());
        Json oldest = scored.stream()
            .min((one, other) -> Instant.parse(one.text("timestamp")).compareTo(Instant.parse(other.text("timestamp"))))
            .orElseThrow();
        Json record = client.insist(client.uri(Client.ASSESSMENTS + "/" + oldest.text("id"))).get("data");
        expect(record.get("score").equals(oldest.get("score")), oldest, record);
        record.get("findings").items().forEach(finding -> expect(!finding.text("severity").isEmpty(), "text", finding));
    }

    void assesses() throws Exception {
        Json database = client.list(Client.RESOURCES, "?type=database&limit=100").stream()
            .filter(resource -> resource.text("name").equals("prod-search-ranking-db-01"))
            .findFirst().orElseThrow();
        Json record = client.assess(database.text("id"), "database");
        expect(record.text("resource_id").equals(database.text("id")), database, record);
        expect(record.get("score").number() <= 100, "a score", record);
    }

    void runsJob() throws Exception {
        String name = "Nightly correlation of the suite";
        String id = client.runJob(name, JOB.formatted(name)).text("id");
        List<String> made = client.list(Client.JOBS, "").stream()
            .filter(job -> job.text("name").equals(name))
            .map(job -> job.text("id"))
            .toList();
        expect(made.equals(List.of(id)), List.of(id), made);
    }

    void reportsMissing() throws Exception {
        String known = client.list(Client.RESOURCES, "?type=cache").get(0).text("id");
        String unknown = known.substring(0, known.length() - 12) + "f".repeat(12);
        expectRefusal("resource_not_found", () -> client.getResource(unknown));
    }

    void reportsRefused() {
        expectRefusal("invalid_request", () -> client.runJob("refused", "{ \"name\": \"refused\" }"));
    }

    void reportsWrongKey() {
        Client stranger = new Client(client.baseUrl, "wrong");
        expectRefusal("authentication_error", () -> stranger.list(Client.RESOURCES, ""));
    }

    static void expectRefusal(String code, Check call) {
        try {
            call.run();
        } catch (ServiceException refused) {
            expect(refused.code.equals(code), code, refused);
            return;
        } catch (Exception error) {
            throw new AssertionError(error);
        }
        throw new AssertionError("expected " + code + ", got an answer");
    }

    static void expect(boolean isSo, Object expected, Object actual) {
        if (!isSo) throw new AssertionError("expected " + expected + ", got " + actual);
    }

    void check(String name, Check check) {
        String failure = "";
        try {
            check.run();
        } catch (Exception | AssertionError error) {
            failures++;
            failure = "<failure message=\"" + escape(error.toString()) + "\"/>";
        }
        System.out.println((failure.isEmpty() ? "passed: " : "failed: ") + name + " " + failure);
        cases.append("<testcase classname=\"java\" name=\"%s\">%s</testcase>\n".formatted(name, failure));
    }

    String report() {
        return "<testsuite name=\"java\">\n" + cases + "</testsuite>\n";
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
