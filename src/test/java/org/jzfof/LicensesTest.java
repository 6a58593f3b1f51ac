package org.jzfof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each jar that the bundle packs comes with its licence, as scripts/bundle.sh looks for it. */
class LicensesTest {
  private static final Path TEXTS = Path.of("src/main/licenses");

  @Test
  void everyJarHasItsText() throws IOException {
    // Which Maven has copied before: the dependencies of scope runtime, and of these in turn.
    List<Path> jars = list(Path.of("target/lib"));
    assertFalse(jars.isEmpty());
    List<String> without = new ArrayList<>();
    for (Path jar : jars) {
      String name = nameOf(jar);
      Path text = TEXTS.resolve(name + ".txt");
      if (!hasText(jar) && !(Files.exists(text) && Files.size(text) > 1000)) {
        without.add(name);
      }
    }
    assertEquals(List.of(), without, "no licence in the jar: add src/main/licenses/NAME.txt");
  }

  @Test
  void everyTextBelongsToSomething() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    List<String> without = new ArrayList<>();
    for (Path text : list(TEXTS)) {
      String name = text.getFileName().toString().replace(".txt", "");
      // What nvcc adds to the kernels is no jar.
      if (!name.equals("cuda") && !pom.contains("<artifactId>" + name + "</artifactId>")) {
        without.add(name);
      }
    }
    assertEquals(List.of(), without, "of no dependency in pom.xml");
  }

  private static boolean hasText(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .filter(entry -> !entry.isDirectory())
          .map(entry -> entry.getName().toLowerCase(Locale.ROOT))
          .anyMatch(entry -> entry.matches("meta-inf/(.*/)?[^/]*license[^/]*"));
    }
  }

  /** Returns the artifact of a jar, such as "picocli" of picocli-4.7.7.jar. */
  private static String nameOf(Path jar) {
    return jar.getFileName().toString().replaceFirst("(-system|-[0-9][^-]*)\\.jar$", "");
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
