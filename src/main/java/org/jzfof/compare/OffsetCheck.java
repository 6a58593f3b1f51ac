package org.jzfof.compare;

import java.util.Arrays;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.error.CatalogueException;

/**
 * Checks whether GroupOffsetType of a catalogue agrees with the prefix sum of its GroupLenType. The
 * offsets of two catalogues cannot be compared directly if their groups are in different orders.
 *
 * @param stored offsets [groups * types]
 * @param expected offsets by the lengths [groups * types]
 */
record OffsetCheck(long[] stored, long[] expected, int types) {
  static final String NAME = GroupColumns.OFFSET_OF_TYPES.name();

  /** Reads a catalogue that has at least one group and both datasets. */
  static OffsetCheck of(StoredCatalogue catalogue) {
    long[] length = catalogue.groupTable().longs(GroupColumns.LENGTH_OF_TYPES);
    int types = length.length / catalogue.groups();
    long[] expected = new long[length.length];
    for (int i = types; i < expected.length; i++) {
      expected[i] = expected[i - types] + length[i - types];
    }
    long[] stored = catalogue.groupTable().longs(GroupColumns.OFFSET_OF_TYPES);
    if (stored.length != expected.length) {
      throw new CatalogueException(
          "Group/%s of %s has %d values and GroupLenType %d: the file was changed; write it again"
              .formatted(NAME, catalogue.files().get(0), stored.length, expected.length));
    }
    return new OffsetCheck(stored, expected, types);
  }

  /** Returns whether the offset of a group is not the expected one. */
  boolean isWrong(int group) {
    return !Arrays.equals(row(stored, group), row(expected, group));
  }

  /** Formats the stored and expected offsets of a group. */
  String text(int group) {
    return Arrays.toString(row(stored, group)) + ", not " + Arrays.toString(row(expected, group));
  }

  private long[] row(long[] table, int group) {
    return Arrays.copyOfRange(table, group * types, (group + 1) * types);
  }
}
