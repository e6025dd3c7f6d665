package suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cloudsec.fake.*;
import com.google.gson.JsonArray;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What each of many tests at the same time does: nothing of another may be in its answers. */
abstract class ManyBase {
    private static final AtomicInteger RUNNING = new AtomicInteger();

    static void check(CloudsecSandbox sandbox) throws Exception {
        // A pool of JUnit runs more tests than it is told to where one waits in its way.
        assertTrue(RUNNING.incrementAndGet() <= 8, "more than 8 tests at the same time");
        assertEquals(0, requests(sandbox).size());
        sandbox.resources.create(Map.of("name", sandbox.name));
        String own = get(sandbox, "/cloud/resources?limit=1");
        assertTrue(own.contains("\"" + sandbox.name + "\""), own);
        JsonArray requests = requests(sandbox);
        assertEquals(1, requests.size());
        assertEquals(sandbox.name, requests.get(0).getAsJsonObject().get("sandbox").getAsString());
        RUNNING.decrementAndGet();
    }

    private static JsonArray requests(CloudsecSandbox sandbox) {
        return sandbox.requests.list().getAsJsonArray("items");
    }

    private static String get(CloudsecSandbox sandbox, String path) throws Exception {
        var connection = java.net.URI.create(sandbox.baseUrl + path).toURL().openConnection();
        connection.setRequestProperty("Authorization", "Bearer " + sandbox.apiKey);
        return new String(connection.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
