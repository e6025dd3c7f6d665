package cloudsec.fake;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.*;
import java.net.*;
import java.net.http.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.*;

/** Calls about one part of a sandbox. */
class Calls {
    // A merge patch removes a field by null.
    private static final Gson GSON = new GsonBuilder().serializeNulls().create();
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10)).build();

    private final String url;
    private final String token;

    Calls(String url, String token) {
        this.url = url;
        this.token = token;
    }

    /** Calls the control plane. An answer without a body is an empty object. */
    final JsonObject call(String method, String path, Map<String, ?> query, Object body, String... names) {
        String pairs = query.entrySet().stream().map(each -> encode(each.getKey()) + "=" + encode("" + each.getValue()))
                .collect(Collectors.joining("&"));
        String target = String.format(path, Stream.of(names).map(Calls::encode).toArray());
        String text = body == null ? "" : body instanceof String given ? given : GSON.toJson(body);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + target + (pairs.isEmpty() ? "" : "?" + pairs)))
                .timeout(Duration.ofSeconds(60)).header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(text));
        if (token != null) request.header("Authorization", "Bearer " + token);
        HttpResponse<String> answer = send(request.build());
        try {
            JsonElement content = JsonParser.parseString(answer.body());
            if (answer.statusCode() < 300) return content.isJsonNull() ? new JsonObject() : content.getAsJsonObject();
            String detail = content.getAsJsonObject().get("detail").getAsString();
            if (content.getAsJsonObject().has("expected")) throw new AssertionError(detail);
            throw new ControlException(detail, answer.statusCode());
        } catch (JsonParseException | IllegalStateException | NullPointerException | UnsupportedOperationException e) {
            String status = " (status " + answer.statusCode() + ")";
            throw new ControlException("what answers at " + url + " is no cloudsec-fake" + status, answer.statusCode());
        }
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, UTF_8).replace("+", "%20");
    }

    /** Waits without ForkJoinPool.managedBlock, by which JUnit's pool would start more tests than it is told to. */
    private HttpResponse<String> send(HttpRequest request) {
        Thread waiting = Thread.currentThread();
        CompletableFuture<HttpResponse<String>> sent = CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        sent.whenComplete((answer, failure) -> LockSupport.unpark(waiting));
        // A test that ran out of time is interrupted, and its requests are read all the same.
        boolean isInterrupted = Thread.interrupted();
        while (!sent.isDone()) {
            LockSupport.park(sent);
            isInterrupted |= Thread.interrupted();
        }
        if (isInterrupted) waiting.interrupt();
        try {
            return sent.join();
        } catch (CompletionException e) {
            Throwable reason = e.getCause();
            String said = reason.getMessage() == null ? reason.getClass().getSimpleName() : reason.getMessage();
            throw new ControlException("nothing answers at " + url + " (" + said + ")", 0);
        }
    }
}
