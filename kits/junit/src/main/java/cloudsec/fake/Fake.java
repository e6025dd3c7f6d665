package cloudsec.fake;

import com.google.gson.*;
import java.util.regex.*;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The fake of a run. */
public final class Fake {
    static final String ADDRESS = "CLOUDSEC_CONTROL_URL";
    private static final Pattern FORM = Pattern.compile("(https?://[^/?#\\s]+)(/@[^/]+)?(/v1|/_control)?/?");

    /** Base URL of the API, for requests that name their sandbox in a header. */
    public final String baseUrl;
    final String controlOrigin;
    final String origin;
    final String token;
    final String apiKey;

    /** @throws ExtensionConfigurationException if no fake answers */
    Fake(String url, String token) {
        Matcher known = FORM.matcher(url);
        if (!known.matches()) throw broken(ADDRESS + ": expected a URL such as http://127.0.0.1:4747/_control, got '" + url + "'");
        this.controlOrigin = known.group(1);
        this.token = token;
        try {
            JsonObject summary = new Control(controlOrigin + "/_control", token).summary();
            JsonElement key = summary.get("apiKey");
            apiKey = key.isJsonNull() ? null : key.getAsString();
            JsonElement https = url.startsWith("https:") ? null : summary.get("httpsOrigin");
            origin = https == null ? controlOrigin : https.getAsString();
            baseUrl = origin + "/v1";
        } catch (ControlException e) {
            throw broken(ADDRESS + ": " + e.getMessage() + (e.status == 401 ? "; set CLOUDSEC_FAKE_CONTROL_TOKEN" : ""));
        } catch (RuntimeException e) {
            throw broken(ADDRESS + ": the server at " + url + " is not cloudsec-fake");
        }
    }

    /** Returns a sandbox, which its first use creates. Its name has 1 to 63 of a-z, 0-9 and hyphens. */
    public CloudsecSandbox sandbox(String name) {
        return new CloudsecSandbox(this, name);
    }

    /** A broken setup, on one line. */
    static ExtensionConfigurationException broken(String line) {
        ExtensionConfigurationException broken = new ExtensionConfigurationException("cloudsec-fake: " + line);
        broken.setStackTrace(new StackTraceElement[0]);
        return broken;
    }
}
