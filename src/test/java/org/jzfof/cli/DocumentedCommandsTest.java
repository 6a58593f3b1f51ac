package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Command lines and exit codes in the documentation are those of the program. */
class DocumentedCommandsTest {
  /** A command line in code, up to the end of the code or of the command. */
  private static final Pattern COMMAND = Pattern.compile("jzfof(?: config show)?( [a-z][^`\\n;]*)");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--?[a-z][a-z0-9-]*)");
  private static final Pattern CONTINUED = Pattern.compile("\\n {6,}(?=[\\[(-])");
  private static final Pattern EXIT_CODE = Pattern.compile("(?m)^\\| (\\d) \\|");

  private final Map<String, CommandLine> commands =
      Commands.all()
          .collect(
              Collectors.toMap(c -> c.getCommandSpec().qualifiedName(" "), Function.identity()));

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
      return Stream.concat(
              Stream.of(Path.of("README.md")), docs.filter(p -> p.toString().endsWith(".md")))
          .toList();
    }
  }

  /** The command that words begin with, such as "jzfof bench run", or null. */
  private CommandLine command(String words) {
    String[] word = words.strip().split("\\s+");
    CommandLine nested = word.length > 1 ? commands.get("jzfof " + word[0] + " " + word[1]) : null;
    return nested != null ? nested : commands.get("jzfof " + word[0]);
  }

  @Test
  void optionsOfCommandsExist() throws IOException {
    Set<String> unknown = new TreeSet<>();
    int checked = 0;
    for (Path page : pages()) {
      String text = CONTINUED.matcher(Files.readString(page)).replaceAll(" ");
      for (MatchResult line : COMMAND.matcher(text).results().toList()) {
        CommandLine command = command(line.group(1));
        if (command == null) {
          continue;
        }
        String words = line.group(1).split(" -- | #")[0];
        for (MatchResult option : OPTION.matcher(words).results().toList()) {
          checked++;
          if (command.getCommandSpec().findOption(option.group(1)) == null) {
            unknown.add(page + ": " + line.group().strip() + ": " + option.group(1));
          }
        }
      }
    }
    assertEquals(Set.of(), unknown);
    int options = checked;
    assertTrue(checked > 100, () -> "the pattern finds only " + options);
  }

  @Test
  void theTableOfExitCodesIsThatOfTheProgram() throws IOException {
    String page = Files.readString(Path.of("docs/user/troubleshooting.md"));
    List<String> documented =
        EXIT_CODE.matcher(page).results().map(m -> m.group(1)).collect(Collectors.toList());
    Set<String> declared =
        commands.get("jzfof").getCommandSpec().usageMessage().exitCodeList().keySet();
    assertEquals(new ArrayList<>(declared), documented);
  }
}
