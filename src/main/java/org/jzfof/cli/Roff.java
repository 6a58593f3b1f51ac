package org.jzfof.cli;

import java.util.List;
import java.util.Locale;

/** Text with the macros of man(7). */
final class Roff {
  private final StringBuilder page = new StringBuilder();

  /**
   * A page of section 1.
   *
   * @param name of the command
   * @param version of the program
   */
  Roff(String name, String version) {
    String title = name.toUpperCase(Locale.ROOT);
    page.append(".TH \"%s\" \"1\" \"\" \"jzfof %s\" \"jzfof\"\n".formatted(title, version));
    page.append(".nh\n.ad l\n");
  }

  void section(String title) {
    page.append(".SH ").append(title).append('\n');
  }

  void subsection(String title) {
    page.append(".SS ").append(escaped(title)).append('\n');
  }

  /** A paragraph. */
  void text(String text) {
    if (!text.isBlank()) {
      page.append(".PP\n").append(escaped(text)).append('\n');
    }
  }

  /** A term in bold, and what it means. */
  void item(String term, String meaning) {
    page.append(".TP\n.B ").append(escaped(term)).append('\n');
    page.append(escaped(meaning)).append('\n');
  }

  /** Lines as they stand. */
  void verbatim(List<String> lines) {
    page.append(".PP\n.nf\n");
    lines.forEach(line -> page.append(escaped(line)).append('\n'));
    page.append(".fi\n");
  }

  /** Backslashes, hyphens that are to be copied, and what would be a macro at the start. */
  private static String escaped(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
