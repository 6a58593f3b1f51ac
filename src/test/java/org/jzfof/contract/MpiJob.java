package org.jzfof.contract;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts Java programs under mpirun, with the class path of the tests. */
public final class MpiJob {
  private static final long PATIENCE_SECONDS = 60;

  /** Ways to MPI under the launcher of each library. */
  public enum Mpi {
    /** Open MPI's Java bindings. */
    BINDINGS(Need.MPI, "mpirun", "--oversubscribe", "--allow-run-as-root"),
    /** Open MPI's C library. */
    NATIVE(Need.MPI, "mpirun", "--oversubscribe", "--allow-run-as-root", "-x", "JZFOF_MPI=native"),
    /** MPICH's C library. */
    MPICH(Need.MPICH, "mpiexec.mpich");

    private final Need need;
    private final List<String> launcher;

    Mpi(Need need, String... launcher) {
      this.need = need;
      this.launcher = List.of(launcher);
    }

    /** Skips the test where this way is missing. */
    public void assume() {
      need.assume(have(launcher.get(0), "--version"), "there is no " + launcher.get(0));
      String part = this == BINDINGS ? "BindingsMpi.class" : library();
      boolean built =
          this == BINDINGS
              ? MpiJob.class.getResource("/org/jzfof/comm/mpi/" + part) != null
              : Arrays.stream(System.getProperty("java.library.path").split(File.pathSeparator))
                  .anyMatch(folder -> Files.exists(Path.of(folder, part)));
      need.assume(built, "built without " + part);
    }

    /** The command that starts a program on ranks of its own. */
    public List<String> command(int ranks, List<String> program) {
      List<String> command = new ArrayList<>(launcher);
      command.addAll(List.of("-n", String.valueOf(ranks)));
      command.addAll(program);
      return command;
    }

    /** Program that starts the ranks. */
    public String program() {
      return launcher.get(0);
    }

    /** Value of JZFOF_MPI. */
    public String demand() {
      return this == BINDINGS ? "bindings" : "native";
    }

    private String library() {
      return "libjzfofmpi-" + (this == MPICH ? "mpich" : "openmpi") + ".so";
    }
  }

  private MpiJob() {}

  /**
   * How a job ended.
   *
   * @param code exit code of mpirun
   * @param output standard output of all ranks, then their standard error
   * @param seconds wall time
   */
  public record Outcome(int code, String output, double seconds) {}

  /** Skips the test where Open MPI or its Java bindings are missing. */
  public static void assumeMpi() {
    Mpi.BINDINGS.assume();
  }

  /** Runs a class on ranks of its own, through the Java bindings, and waits for its end. */
  public static Outcome run(Path scratch, int ranks, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    return run(scratch, Mpi.BINDINGS, ranks, program, arguments);
  }

  /** Runs a class on ranks of its own and waits for its end. */
  public static Outcome run(Path scratch, Mpi mpi, int ranks, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    return run(scratch, Path.of("."), mpi.command(ranks, words(program, arguments)));
  }

  /** Runs a command in a folder and waits for its end. */
  public static Outcome run(Path scratch, Path folder, List<String> command)
      throws IOException, InterruptedException {
    JobOutput output = JobOutput.in(scratch);
    long start = System.nanoTime();
    Process job = start(output, folder, command);
    if (!job.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      job.descendants().forEach(ProcessHandle::destroyForcibly);
      job.destroyForcibly().waitFor();
      throw new AssertionError("the job hangs; it printed " + output.text());
    }
    double seconds = (System.nanoTime() - start) * 1e-9;
    return new Outcome(job.exitValue(), output.text(), seconds);
  }

  /** Starts a class on ranks of its own. */
  public static Process start(
      JobOutput output, Mpi mpi, int ranks, Class<?> program, String... arguments)
      throws IOException {
    return start(output, Path.of("."), mpi.command(ranks, words(program, arguments)));
  }

  private static List<String> words(Class<?> program, String... arguments) {
    List<String> words = new ArrayList<>(java(program));
    words.addAll(List.of(arguments));
    return words;
  }

  private static Process start(JobOutput output, Path folder, List<String> command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("UCX_ERROR_SIGNALS", ""); // as the launcher says to MPICH
    // In a folder of its own: a job that ends removes the common one, which another is just making.
    builder.environment().put("OMPI_MCA_orte_tmpdir_base", output.out().getParent().toString());
    return output.start(builder);
  }

  /** The command that starts a class with the class path of the tests. */
  public static List<String> java(Class<?> program) {
    // Open MPI rewrites the arguments of a java that it starts itself, also where "cp" is only part
    // of the name of a folder.
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                ChildClasses.nativeAccess(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.library.path=" + System.getProperty("java.library.path")));
    command.addAll(ChildClasses.options());
    command.add(program.getName());
    return command;
  }

  private static boolean have(String... command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
