package org.jzfof.subhalo.potential;

import java.util.List;
import org.jzfof.centres.Softening;
import org.jzfof.subhalo.members.MemberSelection;

/** Sums up potentials of group members, which is most of the work of the search. */
public interface PotentialSums extends AutoCloseable {
  /**
   * Number of bits of the largest term of a sum. The rounding error is far below that of the
   * coordinates.
   */
  int TERM_BITS = 44;

  /**
   * Request for the potential of members at the positions of other members, positive and without
   * the gravitational constant. Each source adds its mass times {@link
   * org.jzfof.centres.Softening#potential} times a scale, rounded to the nearest integer, so that
   * sums do not depend on their order.
   *
   * @param sources members that make the potential
   * @param targets members that it is added to
   * @param softening softening of the potential of the sources
   * @param sign 1, or -1 to subtract
   * @param scale factor from potentials to integers; no term is above 2^{@link #TERM_BITS}
   * @param depth potentials of the targets, to which the sums are added
   */
  record Request(
      MemberSelection sources,
      MemberSelection targets,
      Softening softening,
      int sign,
      double scale,
      long[] depth) {
    /** Returns the number of terms. */
    public long pairs() {
      return (long) sources.count() * targets.count();
    }

    /** Adds potentials to those of the targets, with the sign of the request. */
    public void add(long[] potentials) {
      for (int i = 0; i < potentials.length; i++) {
        depth[i] += sign * potentials[i];
      }
    }
  }

  /** Processes several requests; no two of them share an array of depths. */
  void add(List<Request> requests);

  @Override
  void close();
}
