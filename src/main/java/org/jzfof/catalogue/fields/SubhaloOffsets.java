package org.jzfof.catalogue.fields;

import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/** Where the members of subhaloes begin in group order. */
public final class SubhaloOffsets {
  private SubhaloOffsets() {}

  /**
   * Rows before each subhalo: those of lower groups, then of lower ranks in its own.
   *
   * @param ofGroup rows before each group, per type [groups·types]
   * @return [subhaloes·types]
   */
  public static long[] ofTypes(GroupCatalogue groups, long[] ofGroup) {
    return of(groups.subhaloes(), ofGroup, SubhaloColumn.LENGTH_TYPE);
  }

  /**
   * The same of all types together, in the list of members.
   *
   * @param ofGroup members before each group [groups]
   * @return [subhaloes]
   */
  public static long[] ofMembers(GroupCatalogue groups, long[] ofGroup) {
    return of(groups.subhaloes(), ofGroup, SubhaloColumn.LENGTH);
  }

  private static long[] of(SubhaloTable table, long[] ofGroup, SubhaloColumn length) {
    int types = length.width(table.types());
    long[] offset = new long[table.count() * types];
    for (int s = 0; s < table.count(); s++) {
      int group = (int) table.integer(SubhaloColumn.GROUP, s);
      boolean first = table.integer(SubhaloColumn.RANK, s) == 0;
      for (int t = 0; t < types; t++) {
        offset[s * types + t] =
            first
                ? ofGroup[group * types + t]
                : offset[(s - 1) * types + t] + table.integer(length, s - 1, t);
      }
    }
    return offset;
  }
}
