package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzfof.cli.common.OptionGroups;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Help lists every option once, under headings. */
class OptionGroupsTest {
  private static CommandLine program() {
    PrintStream out = new PrintStream(new ByteArrayOutputStream());
    return new Main(comm -> null, Ranks.of(RankEnvironment.ALONE, out, out)).commandLine();
  }

  static Stream<String> commands() {
    return program().getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionIsListedOnce(String name) {
    CommandLine command = program().getSubcommands().get(name);
    List<OptionSpec> listed =
        OptionGroups.of(command.getCommandSpec()).values().stream()
            .flatMap(Collection::stream)
            .toList();
    Set<OptionSpec> all =
        command.getCommandSpec().options().stream()
            .filter(option -> !option.hidden())
            .collect(Collectors.toSet());
    assertEquals(all.size(), listed.size());
    assertEquals(all, Set.copyOf(listed));
    String help = command.getUsageMessage();
    for (OptionSpec option : all) {
      String line = "(?s).*\n +(-\\w, )?" + option.longestName() + "\\b.*";
      assertTrue(help.matches(line), name + " has no line of " + option.longestName());
    }
  }

  @Test
  void runHasTheHeadingsOfItsSteps() {
    CommandLine run = program().getSubcommands().get("run");
    assertEquals(
        List.of(
            "Snapshot",
            "Groups",
            "Spheres and properties",
            "Subhaloes",
            "Output",
            "Several snapshots",
            "Threads, ranks and GPUs",
            "General"),
        List.copyOf(OptionGroups.of(run.getCommandSpec()).keySet()));
    String help = run.getUsageMessage();
    assertTrue(help.indexOf("\nSubhaloes:") < help.indexOf("--subhaloes   "), help);
  }
}
