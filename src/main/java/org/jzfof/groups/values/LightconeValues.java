package org.jzfof.groups.values;

/**
 * Values of groups of a light cone.
 *
 * @param scaleFactor mass-weighted mean of the scale factors of the members [groups]; NaN for a
 *     group without mass
 * @param repeated number of particles of all ranks that are in several light cones of a run, and
 *     count once
 */
public record LightconeValues(double[] scaleFactor, long repeated) {
  /** No values, for groups of a snapshot. */
  public static final LightconeValues NONE =
      new LightconeValues(GroupEpochs.OF_SNAPSHOT.scaleFactor(), 0);

  /** Returns when the groups are. */
  public GroupEpochs epochs() {
    return new GroupEpochs(scaleFactor);
  }
}
