package org.testcontainers.containers.wait.strategy;

public record Wait(String path) {
  public static Wait forHttp(String path) {
    return new Wait(path);
  }
}
