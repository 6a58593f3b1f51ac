package org.jzfof.compare;

import java.util.Arrays;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.error.CatalogueException;

/**
 * Whether GroupOffsetType of a catalogue is what its GroupLenType adds up to: the offsets of two
 * catalogues cannot be compared where their groups stand in another order.
 *
 * @param stored offsets [groups * types]
 * @param expected by the lengths, as stored
 * @param types values per group
 */
record OffsetCheck(long[] stored, long[] expected, int types) {
  static final String NAME = GroupColumns.OFFSET_OF_TYPES.name();

  /** Reads a catalogue that has some groups and both datasets. */
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

  /** Whether a group has another offset than expected. */
  boolean isWrong(int group) {
    return !Arrays.equals(row(stored, group), row(expected, group));
  }

  /** Stored and expected offsets of a group as text. */
  String text(int group) {
    return Arrays.toString(row(stored, group)) + ", not " + Arrays.toString(row(expected, group));
  }

  private long[] row(long[] table, int group) {
    return Arrays.copyOfRange(table, group * types, (group + 1) * types);
  }
}
