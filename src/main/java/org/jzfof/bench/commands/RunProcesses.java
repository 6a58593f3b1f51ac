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
 * Runs the program in separate processes, one after another, with the Java and the options of this
 * process. The output goes to a temporary folder.
 */
final class RunProcesses implements AutoCloseable {
  /** Option that would make the runs print their progress. */
  private static final String TERMINAL = "-Djzfof.terminal=";

  private final Class<?> program;
  private final Path folder;
  private Process process;
  private boolean closed;

  /** The result of a finished run. */
  record ProcessResult(int code, double seconds, String out, String err) {}

  /**
   * @param program class with the main method
   * @param parent folder in which the temporary folder is created
   * @throws OutputException if the folder cannot be created
   */
  RunProcesses(Class<?> program, Path parent) {
    this.program = program;
    try {
      folder = Files.createTempDirectory(Files.createDirectories(parent), "jzfof-bench");
    } catch (IOException e) {
      throw cannotWrite(parent, e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::close)); // for an end by a signal
  }

  /** Returns the folder for the output of a run, which {@link #run} removes. */
  Path output() {
    return folder.resolve("output");
  }

  /** Runs a command line of jzfof to its end. */
  ProcessResult run(List<String> arguments) {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    try {
      long start = System.nanoTime();
      int code = start(command(arguments), out.toFile(), err.toFile()).waitFor();
      double seconds = 1e-9 * (System.nanoTime() - start);
      FileUtils.deleteDirectory(output().toFile());
      return new ProcessResult(code, seconds, Files.readString(out), Files.readString(err));
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

  /** Returns the command line of this process's Java, without the options of its start. */
  private List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith(TERMINAL))
        .forEach(command::add);
    command.add(ProcessAge.startOption()); // the last of two such options counts
    String classes = System.getProperty("java.class.path");
    if (classes.endsWith(".jar") && !classes.contains(File.pathSeparator)) {
      command.addAll(List.of("-jar", classes));
    } else {
      command.addAll(List.of("-cp", classes, program.getName()));
    }
    command.addAll(arguments);
    return command;
  }

  /** Ends a running process, and removes the folder. */
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

  private static OutputException cannotWrite(Path path, IOException e) {
    return new OutputException(
        "%s cannot be written (%s): name another folder with --output"
            .formatted(path, SystemFault.describe(e)),
        e);
  }
}
