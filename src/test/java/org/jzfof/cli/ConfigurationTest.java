package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.RunOptions;
import org.jzfof.error.SnapshotException;

/** Files of options: what they mean, and what is wrong with them. */
class ConfigurationTest {
  @TempDir private Path folder;
  private Path file;
  private RunOptions asked;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("options.yaml");
  }

  private void write(String... lines) throws IOException {
    Files.writeString(file, String.join("\n", lines) + "\n");
  }

  /** What the search is asked for. */
  private RunOptions options(Object... more) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Ranks alone =
        Ranks.of(
            RankEnvironment.ALONE,
            new PrintStream(new ByteArrayOutputStream()),
            new PrintStream(err, true));
    String[] args =
        Stream.concat(Stream.of("run", "s", "--config", file), Stream.of(more))
            .map(String::valueOf)
            .toArray(String[]::new);
    new Main(
            comm ->
                (options, progress) -> {
                  asked = options;
                  throw new SnapshotException("far enough");
                },
            alone)
        .run(args);
    assertEquals("jzfof: error: far enough\n", err.toString(StandardCharsets.UTF_8));
    return asked;
  }

  @Test
  void everyKindOfOption() throws IOException {
    write(
        "# comment",
        "types: [4, 1]",
        "min-length: 32     # inline",
        "b: 0.168",
        "no-ids: true",
        "dry-run: false",
        "backend: cpu",
        "box: [10, 20.5, 30]",
        "output: \"a folder\"");
    RunOptions run = options();
    assertArrayEquals(new int[] {1, 4}, run.groups().particles().types());
    assertEquals(32, run.groups().minLength());
    assertEquals(new LinkingLength(0.168, true, SeparationBy.NUMBER), run.groups().linkingLength());
    assertEquals(BackendChoice.CPU, run.execution().computer().backend());
    assertArrayEquals(new double[] {10, 20.5, 30}, run.groups().particles().box());
    assertEquals(Path.of("a folder"), run.outputDir());
    assertFalse(run.ids() || run.execution().dryRun());
    assertEquals("jzfof run s --config " + file, run.execution().commandLine());
  }

  @Test
  void commandLineGoesBefore() throws IOException {
    write("types: [4, 0]", "min-length: 32", "b: 0.168", "threads: 3");
    RunOptions run = options("--types", 1, "--linking-length", 0.5, "--min-length=7");
    assertArrayEquals(new int[] {1}, run.groups().particles().types());
    assertEquals(7, run.groups().minLength());
    assertEquals(new LinkingLength(0.5, false, SeparationBy.NUMBER), run.groups().linkingLength());
    assertEquals(3, run.execution().computer().threads());
  }

  @Test
  void emptyFileIsNoOption() throws IOException {
    write("# nothing yet");
    assertEquals(20, options().groups().minLength());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minlength: 3|, line 2 has 'minlength', which is no option of 'jzfof run': did you mean 'min-length'?",
        "linking_length: 3|did you mean 'linking-length'?",
        "type: 1|did you mean 'types'?",
        "config: other.yaml|'config', which is no option",
        "help: true|'help', which is no option",
        "min-length: many|, line 2: Invalid value for option '--min-length'",
        "min-length: [1, 2]|, line 2 has 2 values for 'min-length': give one",
        "no-ids: maybe|, line 2 has 'no-ids: maybe': give true or false",
        "min-length:|, line 2 has no value for 'min-length'",
        "types: []|, line 2 has no value for 'types': give one",
        "min-length: {a: 1}|, line 2 has a structure",
        "- min-length|, line 2 is no mapping",
        "min-length: [|is not YAML",
        "min-length: 0|--min-length is 0"
      })
  void faults(String line, String message) throws IOException {
    write("# a comment", line);
    Jzfof.run("run", "s", "--config", file).failed(ExitCodes.USAGE, message);
  }

  @Test
  void nestedWithoutEnd() throws IOException {
    write("b: " + "[".repeat(20_000));
    Jzfof.run("run", "s", "--config", file).failed(ExitCodes.USAGE, ", line 1 has a structure");
    write("b: " + "{a: ".repeat(20_000));
    Jzfof.run("run", "s", "--config", file).failed(ExitCodes.USAGE, ", line 1 has a structure");
  }

  @Test
  void sameNameTwiceIsAFault() throws IOException {
    write("b: 0.2", "types: 1", "b: 0.3");
    Jzfof.run("run", "s", "--config=" + file)
        .failed(ExitCodes.USAGE, "line 3 has 'b' for the second time");
  }

  @Test
  void optionsThatExcludeEachOtherDoSoInAFile() throws IOException {
    write("b: 0.2", "linking-length: 3");
    Jzfof.run("run", "s", "--config", file).failed(ExitCodes.USAGE, "mutually exclusive");
  }

  @Test
  void missingFileIsAFault() {
    Jzfof.run("run", "s", "--config", file)
        .failed(ExitCodes.USAGE, file + " cannot be read (No such file or directory): give");
    Jzfof.run("run", "s", "--config").failed(ExitCodes.USAGE, "--config");
  }

  @Test
  void aFileThatIsNoTextIsAFault() throws IOException {
    Files.write(file, new byte[] {'b', (byte) 0xff});
    Jzfof.run("run", "s", "--config", file)
        .failed(ExitCodes.USAGE, file + " is no text: give a YAML file");
  }

  @Test
  void showTellsWhereValuesComeFrom() throws IOException {
    write("min-length: 32", "types: [0, 1]", "no-ids: true", "b: 0.3");
    Outcome shown =
        Jzfof.run(
                "config",
                "show",
                "run",
                "--config",
                file,
                "--min-length",
                50,
                "--linking-length",
                2)
            .succeeded();
    assertRow(shown, "min-length", "50", "command line");
    assertRow(shown, "types", "0,1", file + ", line 2");
    assertRow(shown, "no-ids", "true", file + ", line 3");
    assertRow(shown, "linking-length", "2", "command line");
    assertRow(shown, "b", "not set", "default");
    assertRow(shown, "files", "1", "default");
    assertRow(shown, "dry-run", "false", "default");
  }

  @Test
  void showTakesAnyCommandAndNamesFaults() throws IOException {
    write("repeat: 3");
    Outcome shown =
        Jzfof.run("config", "show", "bench", "fof", "--config", file, "--uniform", 100).succeeded();
    assertRow(shown, "repeat", "3", file + ", line 1");
    assertRow(shown, "uniform", "100", "command line");
    Jzfof.run("config", "show", "run", "--config", file)
        .failed(ExitCodes.USAGE, "'repeat', which is no option of 'jzfof run'");
    Jzfof.run("config", "show", "walk").failed(ExitCodes.USAGE, "there is no command 'walk'");
    Jzfof.run("config", "show", "run", "--fiels", 2)
        .failed(ExitCodes.USAGE, "there is no option '--fiels': did you mean '--files'?");
    Jzfof.run("config", "show").failed(ExitCodes.USAGE, "COMMAND");
    Jzfof.run("config", "show", "bench")
        .failed(ExitCodes.USAGE, "'jzfof bench' has no options to show: name a command that has");
  }

  private static void assertRow(Outcome shown, String name, String value, String source) {
    String row = name + " +" + value + " +" + source.replace(".", "\\.");
    assertTrue(shown.out().lines().anyMatch(line -> line.matches(row)), shown.out());
  }

  /** The first line of each file says what it is for. */
  @ParameterizedTest
  @MethodSource("examples")
  void exampleHolds(Path example) throws IOException {
    String use = Files.readAllLines(example).get(0);
    assertTrue(use.matches("# jzfof .* --config " + example + "( .*)?"), use);
    String[] words = use.substring("# jzfof ".length()).split(" ");
    Outcome shown =
        Jzfof.run(Stream.concat(Stream.of("config", "show"), Stream.of(words)).toArray())
            .succeeded();
    List<String> set =
        Files.readAllLines(example).stream().filter(line -> line.matches("[a-z].*")).toList();
    assertFalse(set.isEmpty());
    long taken = shown.out().lines().filter(line -> line.contains(example + ", line ")).count();
    assertEquals(set.size(), taken, shown.out());
  }

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("configs"))) {
      return files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
