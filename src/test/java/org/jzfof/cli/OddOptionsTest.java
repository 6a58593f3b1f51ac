package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Values of options that no command can mean. */
class OddOptionsTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir private static Path dir;
  private static Path groups;

  @BeforeAll
  static void find() {
    Jzfof.run("run", SNAPSHOT, "-o", dir, "-q", "--so", "none").succeeded();
    groups = dir.resolve("groups_001");
  }

  /** Every option of every command with a number, so that those that are added have it, too. */
  @TestFactory
  Stream<DynamicTest> numbersAreDecimalAndFinite() {
    return Commands.all()
        .filter(command -> command.getSubcommands().isEmpty())
        .flatMap(
            command ->
                command.getCommandSpec().options().stream()
                    .filter(OddOptionsTest::isNumber)
                    .map(
                        option ->
                            DynamicTest.dynamicTest(
                                command.getCommandSpec().qualifiedName() + option.longestName(),
                                () -> refuses(command, option))));
  }

  private static boolean isNumber(OptionSpec option) {
    Class<?> type = option.type().isArray() ? option.type().getComponentType() : option.type();
    return type == double.class || type == Double.class;
  }

  private static void refuses(CommandLine command, OptionSpec option) {
    for (String value :
        List.of("NaN", "Infinity", "-Infinity", "inf", "1f", "1d", "0x1p3", "1e999")) {
      List<Object> words =
          new ArrayList<>(List.of(command.getCommandSpec().qualifiedName().split(" ")));
      words.remove(0);
      words.add(option.longestName() + "=" + value);
      Outcome outcome = Jzfof.run(words);
      assertEquals(ExitCodes.USAGE, outcome.code(), outcome.err());
      assertTrue(outcome.err().contains("'" + value + "' is n"), outcome.err());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info EMPTY",
        "run EMPTY",
        "run SNAPSHOT EMPTY",
        "run SNAPSHOT -o EMPTY",
        "run --list EMPTY",
        "run SNAPSHOT --config EMPTY",
        "knn EMPTY -k 2",
        "knn SNAPSHOT -k 2 --queries EMPTY",
        "knn SNAPSHOT -k 2 -o EMPTY",
        "neighbours SNAPSHOT --radii EMPTY",
        "pairs SNAPSHOT --bins EMPTY",
        "cluster EMPTY --eps 1 --min-points 2",
        "so EMPTY SNAPSHOT",
        "so GROUPS EMPTY",
        "plot EMPTY -o p.png",
        "plot GROUPS --snapshot EMPTY -o p.png",
        "plot GROUPS -o EMPTY",
        "compare EMPTY GROUPS",
        "compare GROUPS EMPTY",
        "link EMPTY",
        "link GROUPS EMPTY",
        "trees EMPTY --links GROUPS",
        "trees GROUPS --links EMPTY",
        "bench fof --input EMPTY",
        "bench fof --uniform 9 --json EMPTY",
        "bench run EMPTY"
      })
  void anEmptyNameIsRefused(String line) {
    List<Object> words = new ArrayList<>();
    for (String word : line.split(" ")) {
      words.add(
          word.replace("EMPTY", "")
              .replace("SNAPSHOT", SNAPSHOT.toString())
              .replace("GROUPS", groups.toString()));
    }
    Outcome outcome = Jzfof.run(words);
    assertEquals(ExitCodes.USAGE, outcome.code(), outcome.out() + outcome.err());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pairs SNAPSHOT --bins 0:1:1000000|at most 999999",
        "pairs SNAPSHOT --bins 0:1:99999999999999999999|at most 999999",
        "pairs SNAPSHOT --bins 0:1f:3|'1f' is no number",
        "so GROUPS SNAPSHOT --profiles=.1:3:100000|N shells (1 to 1000)",
        "so GROUPS SNAPSHOT --so 1e9c|from 1 to 9999999",
        "so GROUPS SNAPSHOT --so 0.0001c|from 1 to 9999999",
        "so GROUPS SNAPSHOT --so 10000000m|from 1 to 9999999",
        "so GROUPS SNAPSHOT --linked-types 7|--linked-types has 7",
        "so GROUPS SNAPSHOT --linked-types 1,4|--linked-types has 4"
      })
  void limitsAreInTheMessage(String line, String message) {
    String words = line.replace("SNAPSHOT", SNAPSHOT.toString()).replace("GROUPS", groups + "");
    Jzfof.run(List.of(words.split(" ")), "-o", dir.resolve("out")).failed(ExitCodes.USAGE, message);
  }

  @Test
  void namesOfLimitsInCapitals() {
    Path out = dir.resolve("capitals.hdf5");
    Jzfof.run("so", groups, SNAPSHOT, "--so", "200C,VIR,500m", "-o", out, "-q").succeeded();
    assertTrue(Files.exists(out));
  }

  @Test
  void aNewlineInTheNameOfTheOutput() {
    Path out = dir.resolve("a\nb.hdf5");
    Jzfof.run("pairs", SNAPSHOT, "--bins", "0:1:2", "-o", out, "-q").succeeded();
    assertTrue(Files.exists(out));
    Path spheres = dir.resolve("s\n1.hdf5");
    Jzfof.run("so", groups, SNAPSHOT, "--so", "200m", "-o", spheres, "-q").succeeded();
    Path several = dir.resolve("n\n.hdf5");
    Jzfof.run("knn", SNAPSHOT, "-k", 2, "--files", 2, "-o", several, "-q").succeeded();
    assertTrue(Files.exists(dir.resolve("n\n.1.hdf5")));
    Path folder = dir.resolve("o\nut");
    Jzfof.run("run", SNAPSHOT, "--files", 2, "-o", folder, "-q", "--so", "none").succeeded();
    Jzfof.run("compare", folder.resolve("groups_001"), groups).succeeded();
  }
}
