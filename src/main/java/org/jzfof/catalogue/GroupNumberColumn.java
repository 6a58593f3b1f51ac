package org.jzfof.catalogue;

import java.util.Arrays;
import org.jzfof.config.GroupNumbering;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.CodeFamily;
import org.jzfof.snapshot.SnapshotHeader;

/** The group of every particle of a type as a column of a reordered snapshot. */
final class GroupNumberColumn {
  private static final int BLOCK = 1 << 20;

  private final GroupNumbering numbering;
  private final SnapshotHeader snapshot;
  private final GroupLengths groups;
  private final int type;

  GroupNumberColumn(
      GroupNumbering numbering, SnapshotHeader snapshot, GroupLengths groups, int type) {
    this.numbering = numbering;
    this.snapshot = snapshot;
    this.groups = groups;
    this.type = type;
  }

  /** In which the numbers of its readers are stored. */
  static Hdf5Type type(GroupNumbering numbering) {
    return numbering == GroupNumbering.GROUP_NUMBER ? Hdf5Type.INT32 : Hdf5Type.INT64;
  }

  /** Writes some rows of it, counted over all files, into a file that has its group. */
  void write(Hdf5Writer out, RowRange range) {
    long rows = range.count();
    String path = "/PartType" + type + "/" + numbering.dataset();
    out.dataset(path, type(numbering), rows);
    long[] block = new long[(int) Math.min(BLOCK, rows)];
    int group = 0;
    long end = groups.groups() > 0 ? groups.of(0, type) : 0;
    for (long row = 0; row < rows; row += block.length) {
      int count = (int) Math.min(block.length, rows - row);
      Arrays.fill(block, numbering.none());
      for (int i = 0; i < count && group < groups.groups(); ) {
        long there = end - (range.first() + row + i); // rows of this group from here on
        if (there > 0) {
          int until = (int) Math.min(count, i + there);
          Arrays.fill(block, i, until, numbering.number(group));
          i = until;
        } else if (++group < groups.groups()) {
          end += groups.of(group, type);
        }
      }
      out.write(path, row, count, block);
    }
    describe(out, path);
  }

  private void describe(Hdf5Writer out, String path) {
    if (snapshot.family() == CodeFamily.SWIFT) {
      SwiftUnit.NUMBER.writeTo(out, path, numbering.description(), 1, snapshot.scaleFactor());
    } else {
      Scaling.NUMBER.writeTo(out, path, numbering.description());
    }
  }
}
