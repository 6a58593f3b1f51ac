package org.jzfof.catalogue;

import java.nio.file.Path;

/**
 * Where consecutive rows of a column of a catalogue belong: little-endian, in one piece.
 *
 * @param column number of the field, or {@link #MEMBER_IDS}
 * @param part the file until it is complete
 * @param file its name then
 * @param position in the file of the first row, in bytes
 * @param rows which, counted over the catalogue
 */
public record ColumnPlace(int column, Path part, Path file, long position, RowRange rows) {
  /** The column of the member IDs, 64 bits each. */
  static final int MEMBER_IDS = -1;

  boolean ofMemberIds() {
    return column == MEMBER_IDS;
  }

  /** The same in a list of fields that has others before. */
  ColumnPlace behind(int others) {
    return ofMemberIds() ? this : new ColumnPlace(column + others, part, file, position, rows);
  }
}
