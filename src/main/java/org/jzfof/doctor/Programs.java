package org.jzfof.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Programs on the PATH. */
public final class Programs {
  private Programs() {}

  /**
   * What a program prints, both streams together, line by line; empty where it cannot be started.
   */
  public static Optional<List<String>> lines(String... command) {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return Optional.empty();
    }
    try (BufferedReader answer =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      process.getOutputStream().close();
      return Optional.of(answer.lines().toList());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Version of the Open MPI whose mpirun is on the PATH; empty if there is none, or another MPI.
   */
  public static Optional<String> openMpi() {
    String marker = "(Open MPI) "; // as in "mpirun (Open MPI) 4.1.4"
    return lines("mpirun", "--version").stream()
        .flatMap(List::stream)
        .filter(line -> line.contains(marker))
        .map(line -> line.substring(line.indexOf(marker) + marker.length()))
        .findFirst();
  }
}
