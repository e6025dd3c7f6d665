import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** A hand by Java's own HttpClient: java Hand.java. It sends each line `METHOD URL KEY [BODY]`. */
public class Hand {
    public static void main(String[] arguments) throws Exception {
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            HttpRequest request = HttpRequest.newBuilder(URI.create(words[1]))
                .header("Authorization", "Bearer " + words[2])
                .header("Content-Type", "application/json")
                .method(words[0], words.length < 4 ? BodyPublishers.noBody() : BodyPublishers.ofString(words[3]))
                .build();
            http.send(request, BodyHandlers.ofString());
            System.out.println("sent");
        }
    }
}
