package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.manual.ManPages;
import org.jzfof.contract.Need;
import org.jzfof.doctor.Programs;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Manual pages and the completion of a shell, which are made from the commands. */
class ManPagesTest {
  @TempDir Path dir;

  private List<Path> pages() throws IOException {
    ManPages.main(new String[] {dir.toString()});
    try (Stream<Path> files = Files.list(dir.resolve("man1"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void eachCommandHasAPageWithAllItsOptions() throws IOException {
    List<CommandLine> commands = Commands.all().toList();
    assertEquals(commands.size(), pages().size());
    for (CommandLine command : commands) {
      String name = command.getCommandSpec().qualifiedName("-");
      String page = Files.readString(dir.resolve("man1/" + name + ".1"));
      for (OptionSpec option : command.getCommandSpec().options()) {
        String label = option.longestName().replace("-", "\\-");
        boolean listed = page.lines().anyMatch(l -> l.startsWith(".B ") && l.contains(label));
        assertEquals(!option.hidden(), listed, name + " " + option.longestName());
      }
    }
    String run = Files.readString(dir.resolve("man1/jzfof-run.1"));
    for (String part :
        List.of(
            "jzfof\\-run \\- Finds the haloes",
            ".B \\-o, \\-\\-output=DIR\n",
            ".B \\-\\-min\\-length=N\nSmallest group to keep (default: 20).",
            ".B SNAPSHOT\n",
            "  jzfof run snapshot_001.hdf5\n",
            ".SH SEE ALSO\n.PP\njzfof(1)")) {
      assertTrue(run.contains(part), () -> part + " is not in:\n" + run);
    }
    String root = Files.readString(dir.resolve("man1/jzfof.1"));
    assertTrue(root.contains(".SH EXIT STATUS\n.TP\n.B 0\ndone\n"), root);
    assertTrue(root.contains("85 % of the available memory"), root);
  }

  @Test
  void groffHasNoComplaint() throws IOException {
    Need.GROFF.assume(Programs.ask("groff", "--version").started(), "there is no groff");
    for (Path page : pages()) {
      Programs.Answer groff =
          Programs.ask("groff", "-man", "-ww", "-z", "-Tascii", page.toString());
      assertEquals(new Programs.Answer(true, List.of(), ""), groff, page.toString());
    }
  }

  /** What bash offers when Tab is pressed. */
  @Test
  void bashCompletes() throws IOException {
    Path script = dir.resolve("completion.bash");
    Files.writeString(script, Jzfof.run("completion").succeeded().out());
    assertEquals(List.of("compare completion"), complete(script, "jzfof", "comp"));
    assertEquals(List.of("--min-length"), complete(script, "jzfof", "run", "--min"));
    assertEquals(
        List.of("differential"), complete(script, "jzfof", "plot", "--mass-function", "diff"));
  }

  private static List<String> complete(Path script, String... words) {
    String typed = String.join(" ", words);
    return Programs.ask(
            "bash",
            "-c",
            "compopt() { :; }; source %s; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; COMP_TYPE=9; _complete_jzfof; echo ${COMPREPLY[@]}"
                .formatted(script, typed, words.length - 1, typed))
        .lines();
  }
}
