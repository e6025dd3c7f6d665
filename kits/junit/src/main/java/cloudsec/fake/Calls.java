package cloudsec.fake;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.*;
import java.io.IOException;
import java.net.*;
import java.util.Map;
import java.util.regex.*;
import java.util.stream.*;
import javax.net.ssl.*;

/** Calls about one part of a sandbox. */
class Calls {
    // A merge patch removes a field with null.
    private static final Gson GSON = new GsonBuilder().serializeNulls().create();
    private static final Pattern ANSWER = Pattern.compile("HTTP/1\\.. (\\d{3})(?s:.*?)\r\n\r\n(?s:(.*))");

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
        String[] answer = send(method, target + (pairs.isEmpty() ? "" : "?" + pairs), text);
        int status = Integer.parseInt(answer[0]);
        try {
            JsonElement content = JsonParser.parseString(answer[1]);
            if (status >= 200 && status < 300) return content.isJsonNull() ? new JsonObject() : content.getAsJsonObject();
            String detail = content.getAsJsonObject().get("detail").getAsString();
            if (content.getAsJsonObject().has("expected")) throw new AssertionError(detail);
            throw new ControlException(detail, status);
        } catch (JsonParseException | IllegalStateException | NullPointerException | UnsupportedOperationException e) {
            throw new ControlException("the server at " + url + " is not cloudsec-fake (status " + status + ")", status);
        }
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, UTF_8).replace("+", "%20");
    }

    /**
     * Uses a socket, because JUnit's pool would start extra tests while one waits for java.net.http
     * (ForkJoinPool.managedBlock).
     */
    private String[] send(String method, String target, String body) {
        URI uri = URI.create(url);
        boolean isTls = uri.getScheme().equals("https");
        int port = uri.getPort() != -1 ? uri.getPort() : isTls ? 443 : 80;
        try (Socket plain = new Socket(); Socket socket = open(plain, uri.getHost(), port, isTls)) {
            String head = method + " " + uri.getRawPath() + target + " HTTP/1.0\r\nHost: " + uri.getRawAuthority()
                    + "\r\nContent-Type: application/json\r\nContent-Length: " + body.getBytes(UTF_8).length
                    + (token == null ? "" : "\r\nAuthorization: Bearer " + token) + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            Matcher parts = ANSWER.matcher(answer);
            return parts.matches() ? new String[] {parts.group(1), parts.group(2)} : new String[] {"0", "?"};
        } catch (IOException e) {
            throw new ControlException("nothing answers at " + url + " (" + e.getMessage() + ")", 0);
        }
    }

    private static Socket open(Socket plain, String host, int port, boolean isTls) throws IOException {
        plain.connect(new InetSocketAddress(host, port), 10_000);
        plain.setSoTimeout(60_000);
        if (!isTls) return plain;
        SSLSocket secure = (SSLSocket) ((SSLSocketFactory) SSLSocketFactory.getDefault()).createSocket(plain, host, port, true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        return secure;
    }
}
