import static org.junit.jupiter.api.Assertions.assertEquals;

import cloudsec.fake.CloudsecFake;
import cloudsec.fake.CloudsecSandbox;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;

@CloudsecFake(scenario = "first-list-fails")
class CloudsecFakeTest {
    // Replace this method by the client under test.
    private static int list(CloudsecSandbox sandbox) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(sandbox.baseUrl + "/cloud/resources"))
                .header("Authorization", "Bearer " + sandbox.apiKey)
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
    }

    @Test
    void aListThatFailsIsAskedForAgain(CloudsecSandbox sandbox) throws Exception {
        assertEquals(List.of(503, 200), List.of(list(sandbox), list(sandbox)));
    }
}
