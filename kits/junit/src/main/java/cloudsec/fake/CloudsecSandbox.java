package cloudsec.fake;

import java.util.Map;

/** One sandbox of a fake: its address, and everything that a test can do to it. */
public final class CloudsecSandbox extends Control {
    public final String name;
    /** Base URL of the API, without a slash at its end. */
    public final String baseUrl;
    /** An API key with full access; null where the fixtures have none in plain text. */
    public final String apiKey;
    /** They lead requests to the plain base URL into this sandbox, also through an app that passes its baggage on. */
    public final Map<String, String> headers;

    CloudsecSandbox(Fake fake, String name) {
        super(fake.controlOrigin + "/@" + name + "/_control", fake.token);
        this.name = name;
        baseUrl = fake.origin + "/@" + name + "/v1";
        apiKey = fake.apiKey;
        headers = Map.of("X-Fake-Sandbox", name, "baggage", "cloudsec-sandbox=" + name);
    }
}
