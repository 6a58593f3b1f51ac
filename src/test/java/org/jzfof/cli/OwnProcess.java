package org.jzfof.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.contract.MpiJob;

/** jzfof in a JVM of its own, for what is a matter of the whole process. */
public final class OwnProcess {
  private final Path said;
  private final Path complained;
  private final List<String> command;
  private final Map<String, String> environment = new HashMap<>();
  private Path output;

  /**
   * @param scratch folder for what it prints
   * @param program class with a main method
   */
  public OwnProcess(Path scratch, Class<?> program) {
    said = scratch.resolve("said");
    complained = scratch.resolve("complained");
    output = said;
    command = new ArrayList<>(MpiJob.java(program));
  }

  /** With one more option for the JVM; one for the heap replaces the other. */
  public OwnProcess option(String option) {
    if (option.startsWith("-Xmx")) {
      command.removeIf(word -> word.startsWith("-Xmx"));
    }
    command.add(command.indexOf("-cp"), option); // after those that it replaces
    return this;
  }

  /** With a variable in its environment. */
  public OwnProcess variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Started by another command, which gets the whole line as its last arguments. */
  OwnProcess behind(List<String> starter) {
    command.addAll(0, starter);
    return this;
  }

  /** With its standard output elsewhere. */
  OwnProcess output(Path file) {
    output = file;
    return this;
  }

  /** Starts it. */
  Process start(Object... words) throws IOException {
    List<String> line = new ArrayList<>(command);
    for (Object word : words) {
      line.add(word.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().putAll(environment);
    return builder.redirectOutput(output.toFile()).redirectError(complained.toFile()).start();
  }

  /** Waits for the end of what was started. */
  Outcome end(Process process) throws IOException, InterruptedException {
    int code = process.waitFor();
    String printed = output.equals(said) ? Files.readString(said) : "";
    return new Outcome(code, printed, Files.readString(complained));
  }

  /** Runs it. */
  public Outcome run(Object... words) throws IOException, InterruptedException {
    return end(start(words));
  }
}
