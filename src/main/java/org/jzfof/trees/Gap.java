package org.jzfof.trees;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.trees.CatalogueSeries.Output;

/**
 * Consecutive catalogues of a series between which snapshots may be missing.
 *
 * @param before the earlier one
 * @param after the later one
 * @param missing how many are
 */
record Gap(Output before, Output after, int missing) {
  /** All neighbours of a series, in order. */
  static List<Gap> of(CatalogueSeries series) {
    List<Gap> gaps = new ArrayList<>();
    for (int i = 1; i < series.outputs().size(); i++) {
      Output before = series.outputs().get(i - 1);
      Output after = series.outputs().get(i);
      gaps.add(new Gap(before, after, after.number() - before.number() - 1));
    }
    return gaps;
  }

  /** That it is not bridged, for a warning. */
  String unlinked() {
    return describe() + ", which are not linked: bridge it with --skip " + missing;
  }

  /** What is missing in words, such as "snapshot 5 is missing". */
  String describe() {
    int first = before.number() + 1;
    return (missing == 1
            ? "snapshot %d is".formatted(first)
            : "snapshots %d to %d are".formatted(first, after.number() - 1))
        + " missing between %s and %s".formatted(before.file(), after.file());
  }
}
