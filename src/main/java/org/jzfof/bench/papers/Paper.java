package org.jzfof.bench.papers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jzfof.error.UsageException;

/**
 * A publication whose figures are measured again.
 *
 * @param name name on the command line
 * @param hardware hardware of the published measurements
 */
public record Paper(
    String name, String title, String reference, String hardware, List<PaperFigure> figures) {
  /** Names of all publications. */
  public static final List<String> NAMES = List.of("jz-tree", "kd-tree", "b-tree", "clover");

  /**
   * Reads the figures of a publication.
   *
   * @throws UsageException if there is no publication of this name
   */
  public static Paper of(String name) {
    if (!NAMES.contains(name)) {
      throw new UsageException(
          "there is no paper %s: give %s".formatted(name, String.join(" or ", NAMES)));
    }
    Fields fields = Fields.parse(name + ".yaml", resource(name + ".yaml"));
    return new Paper(
        name,
        fields.text("title"),
        fields.text("reference"),
        fields.text("hardware"),
        fields.list("figures").stream().map(PaperFigure::of).toList());
  }

  /**
   * Returns the figures with given names, in their order in the publication.
   *
   * @param names names of figures; all figures if empty
   * @throws UsageException if there is no figure of a name
   */
  public List<PaperFigure> figures(String... names) {
    List<String> all = figures.stream().map(PaperFigure::name).toList();
    for (String wanted : names) {
      if (!all.contains(wanted)) {
        throw new UsageException(
            "%s has no figure %s: give %s".formatted(name, wanted, String.join(" or ", all)));
      }
    }
    List<String> wanted = Arrays.asList(names);
    return figures.stream()
        .filter(figure -> names.length == 0 || wanted.contains(figure.name()))
        .collect(Collectors.toList());
  }

  private static String resource(String file) {
    try (InputStream in = Paper.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a resource of the program
    }
  }
}
