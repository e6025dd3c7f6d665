import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client of the service with the JDK's HttpClient, and what it is held to against a fake:
 * npx --no -- cloudsec-fake exec -- java examples/java/Main.java
 *
 * The JDK reads no JSON; the few fields that are needed here are found by their form.
 */
public class Main {
    static final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    public static void main(String[] arguments) {
        List<Check> checks = List.of(
            new Check("follows the pages to the end", Main::followsPages),
            new Check("outlives an outage", Main::outlivesOutage),
            new Check("waits until the quota resets", Main::waitsForQuota),
            new Check("takes an answer that breaks off for none", Main::survivesTruncation),
            new Check("never repeats a create by itself", Main::neverRepeatsCreate));
        // All at once: each has a sandbox of its own.
        long failed = checks.parallelStream().filter(check -> !check.passes()).count();
        System.out.println(checks.size() - failed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }

    static void followsPages(Sandbox sandbox, Client client) throws Exception {
        expect(60, client.resourceIds().size());
        expect(3, sandbox.countRequests("?operation=listResources"));
    }

    static void outlivesOutage(Sandbox sandbox, Client client) throws Exception {
        sandbox.control("PUT", "/scenarios/outage-then-recovery", "{}");
        expect(60, client.resourceIds().size());
        expect(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4)), sandbox.waits);
    }

    static void waitsForQuota(Sandbox sandbox, Client client) throws Exception {
        sandbox.control("PUT", "/scenarios/rate-limit-exhausted", "{}");
        expect(60, client.resourceIds().size());
        expect(List.of(Duration.ofHours(1)), sandbox.waits);
        expect(1, sandbox.countRequests("?code=rate_limit_exceeded"));
    }

    static void survivesTruncation(Sandbox sandbox, Client client) throws Exception {
        sandbox.control("POST", "/scenarios", """
            { "name": "cut", "rules": [{ "count": { "first": 1 }, "then": { "fault": "truncate" } }] }""");
        expect(60, client.resourceIds().size());
        expect(List.of(Duration.ofSeconds(1)), sandbox.waits);
    }

    static void neverRepeatsCreate(Sandbox sandbox, Client client) throws Exception {
        sandbox.control("PUT", "/scenarios/commits-then-fails", "{}");
        try {
            client.assess("085eb948-ff2a-4f15-bd84-c172cd02afba", "database");
            throw new AssertionError("expected the create to fail");
        } catch (ServiceException error) {
            expect("service_unavailable", error.code);
        }
        expect(1, sandbox.countRequests("?operation=createAssessment"));
    }

    static void expect(Object expected, Object actual) {
        if (!expected.equals(actual)) throw new AssertionError("expected " + expected + ", got " + actual);
    }

    /** The client: it pages, waits for quotas, and tries reads again. */
    static class Client {
        static final Set<String> PASSING =
            Set.of("rate_limit_exceeded", "service_unavailable", "internal_error", "no_answer");
        static final Pattern ID = Pattern.compile("\\{\"id\":\"([^\"]+)\"");
        static final Pattern NEXT = Pattern.compile("\"next_page\":\"([^\"]+)\"");
        static final Pattern CODE = Pattern.compile("\"code\":\"([^\"]+)\"");

        final String baseUrl;
        final String apiKey;
        final Waiting waiting;

        Client(String baseUrl, String apiKey, Waiting waiting) {
            this.baseUrl = baseUrl;
            this.apiKey = apiKey;
            this.waiting = waiting;
        }

        Set<String> resourceIds() throws Exception {
            Set<String> ids = new LinkedHashSet<>();
            Optional<URI> next = Optional.of(URI.create(baseUrl + "/cloud/resources?limit=20"));
            while (next.isPresent()) {
                URI here = next.get();
                String body = insist(request(here).build());
                ID.matcher(body).results().forEach(found -> ids.add(found.group(1)));
                next = first(NEXT, body).map(here::resolve);
            }
            return ids;
        }

        String assess(String resourceId, String resourceType) throws Exception {
            String body = "{\"resource_id\":\"%s\",\"resource_type\":\"%s\"}".formatted(resourceId, resourceType);
            URI uri = URI.create(baseUrl + "/security/assessments");
            return send(request(uri).POST(HttpRequest.BodyPublishers.ofString(body)).build());
        }

        HttpRequest.Builder request(URI uri) {
            return HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + apiKey)
                .header("Content-Type", "application/json");
        }

        String insist(HttpRequest request) throws Exception {
            for (int attempt = 1; ; attempt++) {
                try {
                    return send(request);
                } catch (ServiceException error) {
                    if (!PASSING.contains(error.code) || attempt == 5) throw error;
                    waiting.sleep(error.wait.orElse(Duration.ofSeconds(1L << (attempt - 1))));
                }
            }
        }

        String send(HttpRequest request) throws ServiceException, InterruptedException {
            HttpResponse<String> response;
            try {
                response = http.send(request, HttpResponse.BodyHandlers.ofString());
            } catch (IOException error) {
                throw new ServiceException("no_answer", Optional.empty());
            }
            String body = response.body();
            if (body.startsWith("{\"status\":\"success\"")) return body;
            throw new ServiceException(first(CODE, body).orElse("no_answer"), timeToWait(response));
        }

        /** Until the next try, by the clock of the service. */
        static Optional<Duration> timeToWait(HttpResponse<?> response) {
            Optional<String> after = response.headers().firstValue("Retry-After");
            if (after.isPresent()) return after.map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
            if (!response.headers().firstValue("X-Rate-Limit-Remaining").equals(Optional.of("0"))) return Optional.empty();
            Instant now = response.headers().firstValue("Date")
                .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())
                .orElseGet(Instant::now);
            return response.headers().firstValue("X-Rate-Limit-Reset")
                .map(reset -> Duration.between(now, Instant.ofEpochSecond(Long.parseLong(reset))));
        }

        static Optional<String> first(Pattern pattern, String text) {
            Matcher matcher = pattern.matcher(text);
            return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
        }
    }

    /** A request that was not served; the code is one of the service's document, or no_answer. */
    static class ServiceException extends Exception {
        final String code;
        final Optional<Duration> wait;

        ServiceException(String code, Optional<Duration> wait) {
            super(code);
            this.code = code;
            this.wait = wait;
        }
    }

    interface Waiting {
        void sleep(Duration time) throws Exception;
    }

    interface Body {
        void run(Sandbox sandbox, Client client) throws Exception;
    }

    /** A sandbox of the fake: its clock moves as the client waits, and not otherwise. */
    static class Sandbox {
        final String address;
        final List<Duration> waits = new ArrayList<>();

        Sandbox(String name) throws Exception {
            URI base = URI.create(System.getenv("CLOUDSEC_BASE_URL"));
            address = base.getScheme() + "://" + base.getAuthority() + "/@" + name;
            control("POST", "/reset", "{}");
            control("PATCH", "/clock", "{ \"mode\": \"frozen\" }");
        }

        void sleep(Duration time) throws Exception {
            waits.add(time);
            control("POST", "/clock/advance", "{ \"by\": \"" + time.toMillis() + "ms\" }");
        }

        String control(String method, String path, String body) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/_control" + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) throw new AssertionError(response.body());
            return response.body();
        }

        String requests(String query) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/_control/requests" + query)).build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }

        int countRequests(String query) throws Exception {
            return requests(query).split("\"durationMs\"", -1).length - 1;
        }
    }

    record Check(String name, Body body) {
        boolean passes() {
            try {
                Sandbox sandbox = new Sandbox("java-" + name.replaceAll("[^a-z]+", "-"));
                try {
                    body.run(sandbox, new Client(sandbox.address + "/v1", System.getenv("CLOUDSEC_API_KEY"), sandbox::sleep));
                } catch (Exception | AssertionError error) {
                    System.out.println("failed: " + name + ": " + error + "\n  requests: " + sandbox.requests(""));
                    return false;
                }
            } catch (Exception | AssertionError error) {
                System.out.println("failed: " + name + ": no sandbox: " + error);
                return false;
            }
            System.out.println("passed: " + name);
            return true;
        }
    }
}
