package org.jzfof.bench.commands;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.jzfof.error.OutputException;
import org.jzfof.error.SetupException;
import org.jzfof.error.SystemFault;
import org.jzfof.pipeline.ProcessAge;

/**
 * Runs of the program in processes of their own, one after the other, each with the Java and the
 * options of this one, and a folder for their output that does not stay.
 */
final class RunProcesses implements AutoCloseable {
  /** What would make them print their progress. */
  private static final String TERMINAL = "-Djzfof.terminal=";

  private final Class<?> program;
  private final Path folder;
  private Process process;
  private boolean closed;

  /**
   * How a run ended.
   *
   * @param code exit code
   * @param seconds wall time of the process
   * @param out what it printed
   * @param err what it complained of
   */
  record Ended(int code, double seconds, String out, String err) {}

  /**
   * @param program with the main method
   * @param place where the folder is made
   * @throws OutputException if it cannot be made
   */
  RunProcesses(Class<?> program, Path place) {
    this.program = program;
    try {
      folder = Files.createTempDirectory(Files.createDirectories(place), "jzfof-bench");
    } catch (IOException e) {
      throw cannotWrite(place, e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::close)); // where a signal ends all
  }

  /** A folder for the output of a run, which {@link #run} removes. */
  Path output() {
    return folder.resolve("output");
  }

  /** Runs a command line of jzfof to its end. */
  Ended run(List<String> words) {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    try {
      long start = System.nanoTime();
      int code = start(command(words), out.toFile(), err.toFile()).waitFor();
      double seconds = 1e-9 * (System.nanoTime() - start);
      FileUtils.deleteDirectory(output().toFile());
      return new Ended(code, seconds, Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private synchronized Process start(List<String> command, File out, File err) {
    if (closed) {
      throw new IllegalStateException("a run is started after the end");
    }
    try {
      process = new ProcessBuilder(command).redirectOutput(out).redirectError(err).start();
      return process;
    } catch (IOException e) {
      throw new SetupException(
          "a run cannot be started (%s): raise the limit of processes (ulimit -u)"
              .formatted(SystemFault.cause(e)),
          e);
    }
  }

  /** As this process was started, but for what belongs to its own start. */
  private List<String> command(List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith(TERMINAL))
        .forEach(command::add);
    command.add(ProcessAge.startedNow()); // of two the last holds
    String classes = System.getProperty("java.class.path");
    if (classes.endsWith(".jar") && !classes.contains(File.pathSeparator)) {
      command.addAll(List.of("-jar", classes));
    } else {
      command.addAll(List.of("-cp", classes, program.getName()));
    }
    command.addAll(words);
    return command;
  }

  /** Ends what still runs, and removes the folder. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (process != null) {
      process.destroy();
      process.onExit().join();
    }
    try {
      FileUtils.deleteDirectory(folder.toFile());
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  private static OutputException cannotWrite(Path place, IOException e) {
    return new OutputException(
        "%s cannot be written (%s): name another folder with --output"
            .formatted(place, SystemFault.describe(e)),
        e);
  }
}
