package org.jzfof.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzfof.threads.BackgroundThreads;

/** Runs programs on the PATH, and returns their output. */
public final class Programs {
  /** Time limit of a program: programs of a cluster may wait for an absent server. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** What launchers print of the version of their MPI, and its name. */
  private static final Map<String, String> MPI_NAMES =
      Map.of(
          "\\(Open MPI\\) (\\S+)", "Open MPI ",
          "HYDRA build details:\\s+Version: +(\\S+)", "MPICH ",
          "Intel\\(R\\) MPI Library.*Version (\\S+)", "Intel MPI ");

  private Programs() {}

  /**
   * Result of running a program.
   *
   * @param started whether the program could be started
   * @param lines output lines of both streams together; empty if the program was ended
   * @param fault reason why the program is unusable, without its name; empty after a success
   */
  public record Answer(boolean started, List<String> lines, String fault) {
    /** Whether the program succeeded. */
    public boolean succeeded() {
      return fault.isEmpty();
    }
  }

  /** Runs a program without input; a program that takes longer than 10 s is ended. */
  public static Answer ask(String... command) {
    return ask(LIMIT, command);
  }

  static Answer ask(Duration limit, String... command) {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return new Answer(false, List.of(), "cannot be started: " + e.getMessage());
    }
    CompletableFuture<List<String>> printed =
        CompletableFuture.supplyAsync(
            () -> lines(process), work -> BackgroundThreads.thread("read output", work).start());
    try {
      List<String> lines = printed.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        int status = process.exitValue();
        String first = lines.isEmpty() ? "" : ": " + lines.get(0);
        return new Answer(
            true, lines, status == 0 ? "" : "ends with exit status " + status + first);
      }
    } catch (TimeoutException e) {
      printed.cancel(false);
    } catch (ExecutionException e) {
      return new Answer(true, List.of(), "cannot be read: " + e.getCause().getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      end(process);
    }
    return new Answer(true, List.of(), "does not end within " + limit.toSeconds() + " s");
  }

  private static List<String> lines(Process process) {
    try (BufferedReader answer = process.inputReader(StandardCharsets.UTF_8)) {
      process.getOutputStream().close();
      return answer.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends a process and its descendants, which would keep its output open. */
  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /**
   * Name and version of the MPI whose mpirun is on the PATH, such as "Open MPI 4.1.4"; empty if
   * mpirun reports none.
   */
  public static Optional<String> mpi() {
    return mpi(ask("mpirun", "--version"));
  }

  /** The name and version in the output of mpirun; empty if it failed or has none. */
  static Optional<String> mpi(Answer mpirun) {
    if (!mpirun.succeeded()) {
      return Optional.empty();
    }
    String output = String.join("\n", mpirun.lines());
    return MPI_NAMES.entrySet().stream()
        .flatMap(
            name -> {
              Matcher version = Pattern.compile(name.getKey()).matcher(output);
              return version.find()
                  ? Stream.of(name.getValue() + version.group(1))
                  : Stream.empty();
            })
        .findFirst();
  }
}
