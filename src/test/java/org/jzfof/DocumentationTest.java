package org.jzfof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of the repository: their links lead somewhere, and what they name is there. */
class DocumentationTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

  /** A class by its name, or one of its methods. */
  private static final Pattern CLASS =
      Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+)(?:\\.([a-z]\\w*))?[^`]*`");

  private static final Pattern CUDA_FILE = Pattern.compile("`(\\w+\\.cuh?)`");

  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
      return Stream.concat(
              Stream.of(Path.of("README.md"), Path.of("CONTRIBUTING.md")),
              docs.filter(p -> p.toString().endsWith(".md")).sorted())
          .toList();
    }
  }

  private static String prose(Path page) throws IOException {
    return CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
  }

  /** As hosting sites make them from headings. */
  private static Set<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(prose(page))
        .results()
        .map(m -> m.group(1).strip().toLowerCase(Locale.ROOT))
        .map(h -> h.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  @Test
  void linksBetweenPagesLeadToFilesAndHeadings() throws IOException {
    int links = 0;
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      for (String link : LINK.matcher(prose(page)).results().map(m -> m.group(1)).toList()) {
        if (!link.startsWith("https://")) {
          links++;
          if (!leadsSomewhere(page, link)) {
            dead.add(page + ": " + link);
          }
        }
      }
    }
    assertEquals(List.of(), dead);
    assertTrue(links > 20, () -> "the pattern of links finds too few of them");
  }

  @Test
  void everyDecisionIsInTheListWithItsTitle() throws IOException {
    Path folder = Path.of("docs/developer/decisions");
    String list = Files.readString(folder.resolve("README.md"));
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> missing = new ArrayList<>();
      for (Path page : files.filter(p -> !p.endsWith("README.md")).toList()) {
        String title = Files.readAllLines(page).get(0).substring(2);
        if (!list.contains("- [%s](%s)".formatted(title, page.getFileName()))) {
          missing.add(page);
        }
      }
      assertEquals(List.of(), missing);
    }
  }

  private static Map<String, Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files
          .filter(p -> p.toString().endsWith(".java"))
          .filter(p -> !p.endsWith("package-info.java"))
          .collect(
              Collectors.toMap(
                  p -> p.getFileName().toString().replace(".java", ""), p -> p, (p, q) -> p));
    }
  }

  private static boolean exists(Map<String, Path> sources, String type, String method)
      throws IOException {
    return sources.containsKey(type)
        && (method == null || Files.readString(sources.get(type)).contains(" " + method + "("));
  }

  @Test
  void classesMethodsAndKernelsNamedForDevelopersExist() throws IOException {
    Map<String, Path> sources = sources();
    List<String> unknown = new ArrayList<>();
    int named = 0;
    for (Path page : pages()) {
      if (!page.startsWith("docs/developer")) {
        continue;
      }
      String text = Files.readString(page);
      for (MatchResult name : CLASS.matcher(text).results().toList()) {
        named++;
        if (!exists(sources, name.group(1), name.group(2))) {
          unknown.add(page + ": " + name.group());
        }
      }
      for (MatchResult name : CUDA_FILE.matcher(text).results().toList()) {
        if (!Files.exists(Path.of("cuda", name.group(1)))) {
          unknown.add(page + ": " + name.group());
        }
      }
    }
    assertEquals(List.of(), unknown);
    assertTrue(named > 100, () -> "the pattern of classes finds too few of them");
  }
}
