package org.jzfof.cli.manual;

import java.util.List;
import java.util.Locale;

/** A text with the macros of man(7). */
final class Roff {
  private final StringBuilder page = new StringBuilder();

  /** Starts a page of section 1. */
  Roff(String name, String version) {
    String title = name.toUpperCase(Locale.ROOT);
    page.append(".TH \"%s\" \"1\" \"\" \"jzfof %s\" \"jzfof\"\n".formatted(title, version));
    page.append(".nh\n.ad l\n");
  }

  void section(String title) {
    page.append(".SH ").append(title).append('\n');
  }

  void subsection(String title) {
    page.append(".SS ").append(escape(title)).append('\n');
  }

  /** Adds a paragraph. */
  void text(String text) {
    if (!text.isBlank()) {
      page.append(".PP\n").append(escape(text)).append('\n');
    }
  }

  /** Adds a term in bold and its meaning. */
  void item(String term, String meaning) {
    page.append(".TP\n.B ").append(escape(term)).append('\n');
    page.append(escape(meaning)).append('\n');
  }

  /** Adds lines without changes of their layout. */
  void verbatim(List<String> lines) {
    page.append(".PP\n.nf\n");
    lines.forEach(line -> page.append(escape(line)).append('\n'));
    page.append(".fi\n");
  }

  /**
   * Escapes backslashes, hyphens (so that they can be copied) and characters that would start a
   * macro.
   */
  private static String escape(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
