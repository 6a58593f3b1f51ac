package org.jzfof.groups.values;

import java.util.Collections;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;

/**
 * When groups are: on a light cone each at a scale factor of its own, on a snapshot all at its
 * time. What depends on time is a function of the scale factor, which is constant on a snapshot
 * ({@link org.jzfof.snapshot.header.SnapshotHeader#ofGroups}).
 *
 * @param scaleFactor scale factor of each group [groups]; NaN for a group without mass; empty on a
 *     snapshot
 */
public record GroupEpochs(double[] scaleFactor) {
  public static final GroupEpochs OF_SNAPSHOT = new GroupEpochs(new double[0]);

  /** Returns whether groups have times of their own. */
  public boolean differ() {
    return scaleFactor.length > 0;
  }

  /** Returns the scale factor of a group; NaN for one without mass, and on a snapshot. */
  public double at(int group) {
    return differ() ? scaleFactor[group] : Double.NaN;
  }

  /** Returns what holds at the times of the first groups, up to a number of them. */
  public <T> List<T> of(DoubleFunction<T> function, int groups) {
    if (!differ()) {
      return Collections.nCopies(groups, function.apply(Double.NaN));
    }
    return IntStream.range(0, groups).mapToObj(g -> function.apply(at(g))).toList();
  }

  /** Returns the times of some groups, in the order of their indices. */
  public GroupEpochs select(int... groups) {
    return differ() ? new GroupEpochs(ArrayParts.take(scaleFactor, groups)) : this;
  }
}
