package org.testcontainers.containers;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

public class GenericContainer<SELF extends GenericContainer<SELF>> implements AutoCloseable {
  private final DockerImageName image;
  private final Map<String, String> env = new TreeMap<>(Map.of("CLOUDSEC_FAKE_HOST", "0.0.0.0"));
  private int exposed;
  private Wait ready;
  private Process child;
  private URI url;

  public GenericContainer(DockerImageName image) {
    this.image = image;
  }

  @SuppressWarnings("unchecked")
  private SELF self() {
    return (SELF) this;
  }

  public SELF withExposedPorts(Integer... ports) {
    exposed = ports[0];
    return self();
  }

  public SELF withEnv(String name, String value) {
    env.put(name, value);
    return self();
  }

  public SELF waitingFor(Wait given) {
    ready = given;
    return self();
  }

  public void start() {
    try {
      var line = new ProcessBuilder("node", System.getenv("PROGRAM"), "start", "--port", "0", "--print-url");
      line.environment().putAll(env);
      child = line.start();
      url = URI.create(new BufferedReader(new InputStreamReader(child.getInputStream())).readLine());
      URI.create("http://" + url.getAuthority() + ready.path()).toURL().openStream().close();
      // Java waits at the port that is exposed.
      System.out.println(image.name() + " " + exposed + " " + exposed);
    } catch (java.io.IOException error) {
      throw new java.io.UncheckedIOException(error);
    }
  }

  public String getHost() {
    return url.getHost();
  }

  public Integer getMappedPort(int port) {
    return url.getPort();
  }

  @Override
  public void close() {
    child.destroy();
  }
}
