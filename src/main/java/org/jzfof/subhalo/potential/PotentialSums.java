package org.jzfof.subhalo.potential;

import java.util.List;
import org.jzfof.subhalo.members.MemberSelection;

/** Sums up potentials of members of groups: the step of the search with most of the work. */
public interface PotentialSums extends AutoCloseable {
  /** Bits of the largest term of a sum; it is far below what coordinates are rounded by. */
  int TERM_BITS = 44;

  /**
   * Potentials that are wanted: that of some members at the places of others, positive and without
   * the constant of gravity. Each source adds its mass times {@link
   * org.jzfof.centres.Softening#potential} times a scale, rounded to the nearest integer, so that
   * sums do not depend on their order.
   *
   * @param sources members that make the potential
   * @param targets members that it is added to
   * @param sign 1, or -1 to subtract
   * @param scale no term is above 2^{@link #TERM_BITS}
   * @param depth of the targets, to which it is added
   */
  record Request(
      MemberSelection sources, MemberSelection targets, int sign, double scale, long[] depth) {
    /** Number of terms. */
    public long pairs() {
      return (long) sources.count() * targets.count();
    }

    /** Adds potentials of the targets, or subtracts them, as is asked for. */
    public void add(long[] potentials) {
      for (int i = 0; i < potentials.length; i++) {
        depth[i] += sign * potentials[i];
      }
    }
  }

  /** Does many at once; each has its own depths. */
  void add(List<Request> requests);

  @Override
  void close();
}
