package org.jzfof.trees;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.trees.CatalogueSeries.Output;

/** Two consecutive catalogues of a series, between which snapshots may be missing. */
record Gap(Output before, Output after, int missing) {
  /** Returns all consecutive pairs of a series, in order. */
  static List<Gap> of(CatalogueSeries series) {
    List<Gap> gaps = new ArrayList<>();
    for (int i = 1; i < series.outputs().size(); i++) {
      Output before = series.outputs().get(i - 1);
      Output after = series.outputs().get(i);
      gaps.add(new Gap(before, after, after.number() - before.number() - 1));
    }
    return gaps;
  }

  /** Returns a warning that the gap is not bridged. */
  String unlinked() {
    return describe() + ", which are not linked: bridge it with --skip " + missing;
  }

  /** Describes the missing snapshots, such as "snapshot 5 is missing". */
  String describe() {
    int first = before.number() + 1;
    return (missing == 1
            ? "snapshot %d is".formatted(first)
            : "snapshots %d to %d are".formatted(first, after.number() - 1))
        + " missing between %s and %s".formatted(before.file(), after.file());
  }
}
