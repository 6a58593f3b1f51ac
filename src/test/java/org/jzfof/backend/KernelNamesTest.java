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
  private static final Path STARTERS = Path.of("src/main/java/org/jzfof/backend/cuda");
  private static final Pattern CONSTANT = Pattern.compile("String (\\w+) = \"(\\w+)\";");
  private static final Pattern LAUNCH =
      Pattern.compile("launch\\((?:\\s*kernels,)?(?:\\s*\"?(\\w+)\"?,)?\\s*\"(\\w+)\"");

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
    Pattern name = Pattern.compile("\\b" + start.kernel + "[\\w#]*\\s*[(,]");
    return Files.exists(file) && name.matcher(Files.readString(file)).find();
  }

  @Test
  void everyKernelThatIsStartedIsThere() throws IOException {
    Set<String> started = new TreeSet<>();
    Set<String> missing = new TreeSet<>();
    List<Path> files;
    try (Stream<Path> all = Files.list(STARTERS)) {
      files = all.filter(f -> f.toString().endsWith(".java")).toList();
    }
    for (Path file : files) {
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
