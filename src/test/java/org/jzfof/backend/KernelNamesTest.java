package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A kernel that Java starts and {@code cuda/} lacks would show only on a GPU. */
class KernelNamesTest {
  private static final Pattern LAUNCH =
      Pattern.compile("launch\\(\\s*(?:\"\\w+\"|\\w+),\\s*\"(\\w+)\"");

  private static String text(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(f -> f.toString().endsWith(ending))
          .map(KernelNamesTest::read)
          .collect(Collectors.joining("\n"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyKernelThatIsStartedIsThere() throws IOException {
    String kernels = text(Path.of("cuda"), ".cu");
    Matcher launch = LAUNCH.matcher(text(Path.of("src/main/java/org/jzfof/backend/cuda"), ".java"));
    Set<String> started = new TreeSet<>();
    while (launch.find()) {
      started.add(launch.group(1));
    }
    assertTrue(started.size() > 30, started.toString());
    Set<String> missing = new TreeSet<>(started);
    // Some names are only the beginning of several; a macro adds the end.
    missing.removeIf(
        name -> Pattern.compile("\\b" + name + "[\\w#]*\\s*[(,]").matcher(kernels).find());
    assertEquals(Set.of(), missing);
  }
}
