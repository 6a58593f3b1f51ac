package org.jzfof.export;

/**
 * An entry of the metadata of a table.
 *
 * @param name name in all formats but FITS
 * @param keyword name in FITS, of at most eight letters
 * @param value a {@code String}, a {@code Double} or a {@code Long}
 * @param unit unit of a number; empty if it has none
 */
record HeaderEntry(String name, String keyword, Object value, String unit, String comment) {
  static HeaderEntry of(String name, String keyword, Object value, String comment) {
    return new HeaderEntry(name, keyword, value, "", comment);
  }
}
