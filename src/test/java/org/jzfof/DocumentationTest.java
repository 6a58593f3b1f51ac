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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of the repository: their links lead somewhere, and what they name is there. */
class DocumentationTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

  /** A class by its name, or one of its methods. */
  private static final Pattern CLASS =
      Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+)(?:\\.([a-z]\\w*))?[^`]*`");

  /** A class with its folder below org.jzfof. */
  private static final Pattern QUALIFIED = Pattern.compile("`([a-z][a-z0-9.]*)\\.([A-Z]\\w+)`");

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
        .map(m -> anchor(m.group(1)))
        .collect(Collectors.toSet());
  }

  private static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
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

  /** Every number is in the list once: with a page of its own, or a section of the tuning log. */
  @Test
  void everyDecisionIsInTheListWithItsTitle() throws IOException {
    Path folder = Path.of("docs/developer/decisions");
    List<String> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path page : files.filter(p -> !p.endsWith("README.md")).toList()) {
        String title = Files.readAllLines(page).get(0).substring(2);
        entries.add("[%s](%s)".formatted(title, page.getFileName()));
      }
    }
    String log = prose(Path.of("docs/developer/tuning-log.md"));
    for (MatchResult section :
        Pattern.compile("(?m)^## (\\d{4} .+)$").matcher(log).results().toList()) {
      entries.add(
          "[%s](../tuning-log.md#%s)".formatted(section.group(1), anchor(section.group(1))));
    }
    List<String> listed =
        Pattern.compile("(?m)^\\| (\\[\\d{4} .+?]\\([^)]+\\)) \\|")
            .matcher(Files.readString(folder.resolve("README.md")))
            .results()
            .map(m -> m.group(1))
            .toList();
    assertEquals(entries.stream().sorted().toList(), listed.stream().sorted().toList());
    assertEquals(
        IntStream.rangeClosed(1, entries.size()).mapToObj("%04d"::formatted).toList(),
        entries.stream().map(e -> e.substring(1, 5)).sorted().toList());
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
      if (!page.startsWith("docs/developer") || page.endsWith("tuning-log.md")) {
        continue; // the log says what was
      }
      String text = Files.readString(page);
      for (MatchResult name : CLASS.matcher(text).results().toList()) {
        named++;
        if (!exists(sources, name.group(1), name.group(2))) {
          unknown.add(page + ": " + name.group());
        }
      }
      for (MatchResult name : QUALIFIED.matcher(text).results().toList()) {
        named++;
        String file = name.group(1).replace('.', '/') + "/" + name.group(2) + ".java";
        if (!Files.exists(Path.of("src/main/java/org/jzfof", file))) {
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
