package cloudsec.fake;

import static org.junit.jupiter.api.Assertions.*;

import com.google.gson.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.parallel.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@CloudsecFake(clock = "frozen", assume = "errorStatus=unprocessable")
@Execution(ExecutionMode.CONCURRENT)
class SandboxTest {
    private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static int status(CloudsecSandbox sandbox, String path) throws Exception {
        return status(sandbox, sandbox.baseUrl, path);
    }

    static int status(CloudsecSandbox sandbox, String base, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Authorization", "Bearer " + sandbox.apiKey).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static String choice(CloudsecSandbox sandbox, String id) {
        return Report.items(sandbox.assumptions.list()).stream().filter(row -> Report.text(row, "id").equals(id))
                .map(row -> Report.text(row, "choice")).findFirst().orElseThrow();
    }

    private String before;

    @BeforeEach
    void takesTheSandboxOfItsTest(CloudsecSandbox sandbox) {
        assertTrue(NAMES.add(sandbox.name), sandbox.name);
        assertEquals(0, Report.items(sandbox.requests.list()).size());
        before = sandbox.name;
    }

    @AfterEach
    void takesItToo(CloudsecSandbox sandbox) {
        assertEquals(before, sandbox.name);
    }

    @Test
    void hasTheNameOfItsTest(CloudsecSandbox sandbox) throws Exception {
        assertTrue(sandbox.name.matches("has-the-name-of-its-test-[0-9a-f]{8}"), sandbox.name);
        assertEquals(before, sandbox.name);
        assertEquals(200, status(sandbox, "/cloud/resources"));
        assertEquals(1, Report.items(sandbox.requests.list()).size());
    }

    @Test
    @DisplayName("an outage ends (after 3 requests)")
    void displayed(CloudsecSandbox sandbox) throws Exception {
        assertTrue(sandbox.name.matches("an-outage-ends-after-3-requests-[0-9a-f]{8}"), sandbox.name);
        sandbox.scenarios.on("outage-then-recovery");
        for (int expected : new int[] {503, 503, 503, 200}) assertEquals(expected, status(sandbox, "/cloud/resources"));
        sandbox.scenarios.verifyFired();
    }

    @Test
    @DisplayName("é")
    void hasNoLetters(CloudsecSandbox sandbox) {
        assertTrue(sandbox.name.matches("[0-9a-f]{8}"), sandbox.name);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void parameterized(int page, CloudsecSandbox sandbox) throws Exception {
        assertTrue(sandbox.name.matches("parameterized-" + page + "-" + page + "-[0-9a-f]{8}"), sandbox.name);
        assertEquals(200, status(sandbox, "/cloud/resources?limit=2&page=" + page));
    }

    @RepeatedTest(3)
    void repeated(RepetitionInfo info, CloudsecSandbox sandbox) {
        String at = "repetition-" + info.getCurrentRepetition() + "-of-3";
        assertTrue(sandbox.name.matches("repeated-" + at + "-[0-9a-f]{8}"), sandbox.name);
    }

    @TestFactory
    Stream<DynamicTest> dynamic(CloudsecSandbox sandbox) {
        return Stream.of(1, 2).map(page -> DynamicTest.dynamicTest("page " + page, () ->
                assertEquals(200, status(sandbox, "/cloud/resources?page=" + page))));
    }

    @Nested
    @CloudsecFake(clock = "2027-01-02T03:04:05Z", scenario = {"rate-limit-exhausted", """
            { "name": "teapot", "rules": [{ "when": { "operation": "listJobs" }, "then": { "error": "internal_error" } }] }"""})
    class Inside {
        @Test
        void takesTheNearestSettings(CloudsecSandbox sandbox) throws Exception {
            assertTrue(Report.text(sandbox.clock.show(), "now").startsWith("2027-01-02T03:04:05"), sandbox.clock.show().toString());
            assertEquals("unprocessable", choice(sandbox, "errorStatus"));
            assertEquals(429, status(sandbox, "/cloud/resources"));
            sandbox.scenarios.off("rate-limit-exhausted");
            assertEquals(500, status(sandbox, "/data/analysis/jobs"));
        }

        @Test
        @CloudsecFake(assume = "errorStatus=hidden")
        void takesThoseOfItsMethodFirst(CloudsecSandbox sandbox) {
            assertEquals("hidden", choice(sandbox, "errorStatus"));
        }
    }

    private static int records(CloudsecSandbox sandbox) {
        return sandbox.summary().getAsJsonObject("counts").get("resources").getAsInt();
    }

    @Test
    @CloudsecFake(empty = true)
    void isEmpty(CloudsecSandbox sandbox) {
        assertEquals(0, records(sandbox));
        sandbox.resources.create(Map.of());
        assertEquals(1, records(sandbox));
        sandbox.clear();
        assertEquals(0, records(sandbox));
        sandbox.reset();
        assertEquals(60, records(sandbox));
    }

    @Test
    void callsTheWholeControlPlane(CloudsecSandbox sandbox, Fake fake) throws Exception {
        assertTrue(Report.text(sandbox.clock.show(), "now").startsWith("2026-07-01T00:00:00"));
        sandbox.clock.advance(Map.of("by", "1h"));
        assertTrue(Report.text(sandbox.clock.show(), "now").startsWith("2026-07-01T01:00:00"));
        JsonObject made = sandbox.resources.create(Map.of("name", "Tür 1"));
        String id = Report.text(made, "id");
        assertEquals("Tür 1", Report.text(sandbox.resources.get(id), "name"));
        sandbox.resources.update(id, "{\"name\": \"other\"}");
        assertEquals("other", Report.text(sandbox.resources.get(id), "name"));
        sandbox.resources.remove(id);
        assertEquals(404, assertThrows(ControlException.class, () -> sandbox.resources.get(id)).status);
        JsonObject key = sandbox.keys.create(Map.of("name", "reader", "permissions", new String[] {"security:read"}));
        assertFalse(Report.text(key, "secret").isEmpty());
        sandbox.keys.revoke(Report.text(key, "id"));
        sandbox.quota.set("full-access", Map.of("remaining", 1));
        assertEquals(200, status(sandbox, fake.sandbox(sandbox.name).baseUrl, "/cloud/resources"));
        assertEquals(429, status(sandbox, "/cloud/resources"));
        sandbox.requests.verify(Map.of("match", Map.of("operation", "listResources", "status", 429), "count", 1));
    }

    @Test
    void refusesWhatTheFakeRefuses(CloudsecSandbox sandbox) {
        ControlException refused = assertThrows(ControlException.class, () -> sandbox.scenarios.on("no-such"));
        assertEquals(404, refused.status);
        assertTrue(refused.getMessage().contains("no-such"), refused.getMessage());
        AssertionError wrong = assertThrows(AssertionError.class, () ->
                sandbox.requests.verify(Map.of("match", Map.of("operation", "listJobs"), "count", 2)));
        assertEquals("expected listJobs 2 times, got 0", wrong.getMessage());
    }
}
