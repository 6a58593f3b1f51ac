package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A kernel that Java starts and its file of {@code cuda/} lacks would show only on a GPU. */
class KernelNamesTest {
  private static final Path KERNELS = Path.of("cuda");
  private static final Path STARTERS = Path.of("src/main/java/org/jzfof");
  private static final Pattern CONSTANT = Pattern.compile("String (\\w+) = \"(\\w+)\";");
  private static final Pattern LAUNCH =
      Pattern.compile("launch\\((?:\\s*kernels,)?(?:\\s*\"?(\\w+)\"?,)?\\s*\"(\\w+)\"");

  private static final Pattern KERNEL =
      Pattern.compile("__global__ void\\s+(?:__launch_bounds__\\(.*\\)\\s+)?([a-z]\\w*)\\(");
  private static final Pattern WORD = Pattern.compile("\"(\\w+?)_?\"");

  private record Start(String stage, String kernel) {}

  /** The kernels that a class starts; the file is named by a constant, by STAGE if none is. */
  private static List<Start> starts(Path file) throws IOException {
    String text = Files.readString(file);
    Map<String, String> constants = new HashMap<>();
    CONSTANT.matcher(text).results().forEach(m -> constants.put(m.group(1), m.group(2)));
    return LAUNCH
        .matcher(text)
        .results()
        .map(m -> new Start(m.group(1) == null ? "STAGE" : m.group(1), m.group(2)))
        .map(s -> new Start(constants.getOrDefault(s.stage, s.stage), s.kernel))
        .toList();
  }

  /** Some names are only the beginning of several; a macro adds the end. */
  private static boolean isThere(Start start) throws IOException {
    Path file = KERNELS.resolve(start.stage + ".cu");
    Pattern name = Pattern.compile("\\b" + start.kernel + "(_\\w*|(?<=_)\\w+)?(##\\w+)*\\s*[(,]");
    return Files.exists(file) && name.matcher(Files.readString(file)).find();
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> f.toString().endsWith(ending)).toList();
    }
  }

  /** What the first group of a pattern finds in the files of a folder. */
  private static Set<String> words(Path folder, String ending, Pattern pattern) throws IOException {
    Set<String> words = new TreeSet<>();
    for (Path file : files(folder, ending)) {
      pattern.matcher(Files.readString(file)).results().forEach(m -> words.add(m.group(1)));
    }
    return words;
  }

  /** Where the name is handed to a method that starts it, only this side shows a wrong one. */
  @Test
  void everyKernelIsNamedByJava() throws IOException {
    Set<String> named = words(STARTERS, ".java", WORD);
    Set<String> kernels = words(KERNELS, ".cu", KERNEL);
    assertTrue(kernels.size() > 90, kernels.toString());
    kernels.removeIf(k -> named.stream().anyMatch(n -> k.equals(n) || k.startsWith(n + "_")));
    assertEquals(Set.of(), kernels);
  }

  @Test
  void everyKernelThatIsStartedIsThere() throws IOException {
    Set<String> started = new TreeSet<>();
    Set<String> missing = new TreeSet<>();
    for (Path file : files(STARTERS, ".java")) {
      for (Start start : starts(file)) {
        started.add(start.kernel);
        if (!isThere(start)) {
          missing.add(file.getFileName() + ": " + start);
        }
      }
    }
    assertTrue(started.size() > 30, started.toString());
    assertEquals(Set.of(), missing);
  }
}
