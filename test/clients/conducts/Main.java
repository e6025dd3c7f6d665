import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Java's own HttpClient: java Main CASE. */
public class Main {
    static final String BASE = System.getenv("CLOUDSEC_BASE_URL");
    static final String CONTROL = System.getenv("CLOUDSEC_CONTROL_URL");
    static final String KEY = System.getenv("CLOUDSEC_API_KEY");
    static final String JOBS = BASE + "/data/analysis/jobs";
    static final String RESOURCES = BASE + "/cloud/resources";
    static final String JOB = """
            {"name": "Nightly review", "analysis_type": "access_review", "output_format": "json",
             "data_source": {"type": "security_logs", "parameters": {"start_date": "2026-06-01T00:00:00Z",
             "end_date": "2026-06-02T00:00:00Z", "log_types": ["system"]}}}""";

    public static void main(String[] arguments) throws Exception {
        Main client = new Main();
        switch (arguments[0]) {
            case "hot-polling" -> {
                String record = client.createJob();
                for (int i = 0; i < 10; i++) client.get(record);
            }
            case "no-pause" -> {
                for (int i = 0; i < 8; i++) client.get(RESOURCES);
            }
            case "revoked-key" -> client.useRevokedKey();
            case "blind-create" -> client.createBlindly();
            case "blind-create-after-call" -> {
                client.get(RESOURCES);
                client.createBlindly();
            }
            case "jump-to-page-4" -> {
                client.get(RESOURCES + "?limit=10");
                client.get(RESOURCES + "?limit=10&page=4");
            }
            case "same-wrong-id-twice" -> {
                for (int i = 0; i < 2; i++) client.get(RESOURCES + "/00000000-0000-4000-8000-0000000000aa");
            }
            case "two-workers-quota" -> {
                client.send("PUT", CONTROL + "/quota/full-access", "{\"remaining\": 0, \"resetsIn\": \"3s\"}", KEY);
                inPairs(800, (worker, isSecond) -> {
                    HttpResponse<String> refused = worker.get(RESOURCES);
                    long resetMs = refused.headers().firstValueAsLong("X-Rate-Limit-Reset").orElseThrow() * 1000;
                    Thread.sleep(Math.max(0, Math.min(resetMs + 50 - System.currentTimeMillis(), 5000)));
                    worker.get(RESOURCES);
                });
            }
            case "two-workers-create" -> inPairs(700, (worker, isSecond) -> {
                worker.post(JOBS, JOB);
                if (isSecond) return;
                Thread.sleep(1000);
                worker.get(JOBS);
            });
            case "two-slow-pollers" -> {
                String record = client.createJob();
                inPairs(700, (worker, isSecond) -> {
                    for (int i = 0; i < 4; i++) {
                        worker.get(record);
                        Thread.sleep(1400);
                    }
                });
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    interface Work {
        void run(Main worker, boolean isSecond) throws Exception;
    }

    /** Lets two workers, each with connections of its own, do the same; the second starts later. */
    static void inPairs(long secondAfterMs, Work work) {
        CompletableFuture<?>[] both = new CompletableFuture<?>[2];
        for (int i = 0; i < 2; i++) {
            boolean isSecond = i == 1;
            both[i] = CompletableFuture.runAsync(() -> {
                try {
                    if (isSecond) Thread.sleep(secondAfterMs);
                    work.run(new Main(), isSecond);
                } catch (Exception error) {
                    throw new IllegalStateException(error);
                }
            }, task -> new Thread(task).start());
        }
        CompletableFuture.allOf(both).join();
    }

    final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    void useRevokedKey() throws Exception {
        String made = post(CONTROL + "/keys", "{\"name\": \"Short-lived\"}").body();
        String secret = field("secret", made);
        send("GET", RESOURCES, "", secret);
        send("DELETE", CONTROL + "/keys/" + field("id", made), "", KEY);
        for (int limit = 1; limit <= 5; limit++) send("GET", RESOURCES + "?limit=" + limit, "", secret);
    }

    void createBlindly() throws Exception {
        post(JOBS, JOB);
        Thread.sleep(100);
        post(JOBS, JOB);
    }

    String createJob() throws Exception {
        return JOBS + "/" + field("id", post(JOBS, JOB).body());
    }

    HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return send("GET", url, "", KEY);
    }

    HttpResponse<String> post(String url, String body) throws IOException, InterruptedException {
        return send("POST", url, body, KEY);
    }

    HttpResponse<String> send(String method, String url, String body, String key)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    static String field(String name, String json) {
        Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!found.find()) throw new IllegalStateException(name + " is not in " + json);
        return found.group(1);
    }
}
