package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.MpiJob;
import picocli.CommandLine;

/**
 * The examples in the help of all commands, run as a user would: by bash, in a folder with the
 * files that they name, which {@link ExampleInputs} makes.
 */
class ExamplesTest {
  private static final int SECONDS = 300;

  @TempDir static Path inputs;
  @TempDir static Path programs;
  @TempDir Path folder;

  /**
   * A line of a command's help that a user may type.
   *
   * @param command that has it in its help
   * @param line what to type
   */
  record Example(String command, String line) {
    @Override
    public String toString() {
      return command + " --help: " + line;
    }
  }

  @BeforeAll
  static void prepare() throws IOException {
    ExampleInputs.make(inputs);
    Path jzfof = programs.resolve("jzfof");
    String java = String.join(" ", MpiJob.java(Main.class)).replaceFirst("-Xmx\\S+", "-Xmx1g");
    String optimised = java.replaceFirst("-XX:TieredStopAtLevel=1 ", ""); // counts many pairs
    Files.writeString(
        jzfof,
        "#!/bin/sh\n[ \"$1\" = pairs ] && exec %s \"$@\"\nexec %s \"$@\"\n"
            .formatted(optimised, java));
    Files.setPosixFilePermissions(jzfof, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Stream<CommandLine> commands() {
    return Commands.all();
  }

  /** Lines of a footer that are indented by two are examples; deeper ones explain them. */
  private static List<Example> examples(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    return Arrays.stream(command.getCommandSpec().usageMessage().footer())
        .map(String::formatted)
        .filter(line -> line.matches(" {2}\\S.*"))
        .map(line -> new Example(name, line.strip()))
        .toList();
  }

  static Stream<Example> examples() {
    return commands().flatMap(command -> examples(command).stream());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandShowsOneOfItself(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    assertTrue(
        examples(command).stream().anyMatch(example -> example.line.contains(name)),
        () ->
            "the help of "
                + name
                + " has no example: give its @Command footerHeading = \"%nExamples:%n\" and a footer"
                + " with a line \"  "
                + name
                + " ...\", indented by two spaces");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void works(Example example) throws IOException, InterruptedException {
    assumeStarters(example.line);
    ExampleInputs.copy(inputs, folder);
    Outcome outcome = bash(small(example.line));
    Assumptions.assumeFalse(
        outcome.code() == ExitCodes.BACKEND && example.line.contains("--backend cuda"),
        outcome::err);
    assertEquals(
        0,
        outcome.code(),
        () ->
            "'"
                + example.line
                + "', an example of '"
                + example.command
                + " --help', failed:\n"
                + outcome.err()
                + "\nMend the example; if it names a file that is not there, let ExampleInputs make it.");
  }

  /**
   * Benchmarks show with few particles, or short messages, and two runs that their options hold.
   */
  private static String small(String line) {
    return line.replaceAll(
            "--(uniform|clustered|mixture|cloud|queries|particles) \\d+", "--$1 2000")
        .replaceAll("--warmup \\d+", "--warmup 1")
        .replaceAll("--repeat \\d+", "--repeat 2")
        .replaceAll("bench exchange(?!.*--sizes).*", "$0 --sizes 1,4")
        .replaceAll("--sizes 1,16", "--sizes 1,4")
        .replaceAll("--max-ranks \\d+", "--max-ranks 4");
  }

  /** What starts several ranks need not be there. */
  private static void assumeStarters(String line) {
    if (line.contains("mpirun")) {
      MpiJob.assumeMpi();
    }
    for (String starter : List.of("srun", "sbatch")) {
      Assumptions.assumeFalse(line.contains(starter), starter + " is tried by SlurmTest");
    }
  }

  private Outcome bash(String line) throws IOException, InterruptedException {
    Path said = Files.createTempFile(programs, "said", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", "set -eo pipefail\n" + line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    Map<String, String> variables = builder.environment();
    variables.put("PATH", programs + ":" + variables.get("PATH"));
    variables.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    variables.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    variables.put("OMPI_MCA_rmaps_base_oversubscribe", "1"); // Open MPI 4
    variables.put("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"); // and 5
    Process process = builder.start();
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    assertTrue(ended, () -> line + " takes more than " + SECONDS + " s");
    return new Outcome(process.exitValue(), "", Files.readString(said));
  }

  /** A test that finds no examples would prove nothing. */
  @Test
  void thereAreExamples() {
    assertTrue(examples().count() > 15);
    assertFalse(examples().anyMatch(example -> example.line.isBlank()));
  }
}
