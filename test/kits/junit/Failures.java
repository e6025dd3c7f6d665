package suite;

import static org.junit.jupiter.api.Assertions.*;

import cloudsec.fake.*;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.*;

/** Tests that fail on purpose. */
@CloudsecFake
class Failures {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static int status(CloudsecSandbox sandbox, String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + sandbox.apiKey).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static int get(CloudsecSandbox sandbox, String path) throws Exception {
        return status(sandbox, sandbox.baseUrl + path);
    }

    @Test
    void passes(CloudsecSandbox sandbox) throws Exception {
        assertEquals(200, get(sandbox, "/cloud/resources?limit=3"));
    }

    @Test
    void isAborted(CloudsecSandbox sandbox) throws Exception {
        get(sandbox, "/cloud/resources");
        Assumptions.assumeTrue(false);
    }

    @Test
    @CloudsecFake(scenario = "outage-then-recovery")
    void failsAfterARequestThatWasRefused(CloudsecSandbox sandbox) throws Exception {
        get(sandbox, "/cloud/resources?limit=200&page=2");
        assertEquals(200, get(sandbox, "/cloud/resources?limit=7"));
    }

    @Test
    void failsWithoutARequest(CloudsecSandbox sandbox) {
        fail("nothing came");
    }

    @Test
    void failsWithAnException(CloudsecSandbox sandbox) throws Exception {
        get(sandbox, "/cloud/resources/none");
        throw new IOException("the client broke");
    }

    @Test
    void failsInSeveralWays(CloudsecSandbox sandbox) throws Exception {
        int status = get(sandbox, "/data/analysis/jobs");
        assertAll(() -> assertEquals(201, status), () -> fail("and so"));
    }

    @Test
    @Timeout(1)
    @CloudsecFake(scenario = "{\"name\": \"silent\", \"rules\": [{\"then\": {\"fault\": \"hang\"}}]}")
    void runsOutOfTime(CloudsecSandbox sandbox) throws Exception {
        get(sandbox, "/data/analysis/jobs?limit=9");
    }

    @Test
    void showsRequestsThatLostTheirSandbox(CloudsecSandbox sandbox, Fake fake) throws Exception {
        assertEquals(503, status(sandbox, fake.baseUrl + "/cloud/resources?page=2&limit=5"));
    }

    @Test
    @CloudsecFake(strict = true)
    void strictFailsAfterARequestThatMatchedNothing(CloudsecSandbox sandbox) throws Exception {
        get(sandbox, "/cloud/resource");
    }

    @Test
    @CloudsecFake(strict = true, scenario = "commits-then-fails")
    void strictFailsWhereAScenarioNeverFired(CloudsecSandbox sandbox) {}

    @Test
    @CloudsecFake(conduct = "fail")
    void conductFails(CloudsecSandbox sandbox) throws Exception {
        for (int i = 0; i < 7; i++) get(sandbox, "/cloud/resource?limit=" + i);
    }

    @Test
    @CloudsecFake(conduct = "warn")
    void conductWarns(CloudsecSandbox sandbox) throws Exception {
        get(sandbox, "/cloud/resource?limit=8");
    }

    @Test
    @CloudsecFake(conduct = "fail", allow = {"matched-no-operation", "gave-up"}, pollEvery = "2s")
    void conductAllows(CloudsecSandbox sandbox) throws Exception {
        get(sandbox, "/cloud/resource?limit=8");
    }

    @TestFactory
    Stream<DynamicTest> dynamic(CloudsecSandbox sandbox) {
        return Stream.of(DynamicTest.dynamicTest("dynamicFails", () -> assertEquals(400, get(sandbox, "/cloud/resources?limit=4"))));
    }

    @Nested
    class InACallback {
        @AfterEach
        void clean(CloudsecSandbox sandbox) throws Exception {
            assertEquals(Map.of(), get(sandbox, "/cloud/resources?limit=6"));
        }

        @Test
        void failsAfterwards(CloudsecSandbox sandbox) {}
    }
}
