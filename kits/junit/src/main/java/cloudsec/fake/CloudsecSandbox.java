package cloudsec.fake;

import java.util.Map;

/** A sandbox of a fake: its addresses and its control plane. */
public final class CloudsecSandbox extends Control {
    public final String name;
    /** Base URL of the API, without a trailing slash. */
    public final String baseUrl;
    /** An API key with full access; null if the fixtures have none in plain text. */
    public final String apiKey;
    /** Headers that route requests to the plain base URL into this sandbox, also through an app that propagates baggage. */
    public final Map<String, String> headers;

    CloudsecSandbox(Fake fake, String name) {
        super(fake.controlOrigin + "/@" + name + "/_control", fake.token);
        this.name = name;
        baseUrl = fake.origin + "/@" + name + "/v1";
        apiKey = fake.apiKey;
        headers = Map.of("X-Fake-Sandbox", name, "baggage", "cloudsec-sandbox=" + name);
    }
}
