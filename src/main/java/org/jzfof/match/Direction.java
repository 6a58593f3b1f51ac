package org.jzfof.match;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.trees.links.Partners;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * The haloes of one catalogue, and their matches in the other one. All arrays have a value for each
 * halo.
 *
 * @param match number of the match, or {@link SnapshotLinks#NONE}
 * @param shared number of members that count and are in the match too
 * @param counting number of members that count
 * @param agrees whether the match of the match is this halo
 * @param mass mass of the halo
 * @param meanMass mean mass of a member of the types that count; null if unknown
 */
public record Direction(
    int[] match,
    int[] shared,
    long[] counting,
    boolean[] agrees,
    double[] mass,
    double[] meanMass) {
  /** Joins the matches of a catalogue with its columns. */
  static Direction of(
      Partners own, Partners others, long[] counting, double[] mass, double[] meanMass) {
    int[] match = own.partner();
    boolean[] agrees = new boolean[match.length];
    for (int halo = 0; halo < match.length; halo++) {
      agrees[halo] = match[halo] != SnapshotLinks.NONE && others.partner()[match[halo]] == halo;
    }
    return new Direction(match, own.members(), counting, agrees, mass, meanMass);
  }

  /** Number of haloes. */
  public int haloes() {
    return match.length;
  }

  /** Number of haloes with a match. */
  public long matched() {
    return Arrays.stream(match).filter(m -> m != SnapshotLinks.NONE).count();
  }

  /** Number of haloes whose match has them as its match. */
  public long agreeing() {
    return IntStream.range(0, haloes()).filter(halo -> agrees[halo]).count();
  }

  /** Returns the share of the members that count that the match has; 0 without members. */
  public double fraction(int halo) {
    return counting[halo] == 0 ? 0 : (double) shared[halo] / counting[halo];
  }

  /** Returns the mass of the shared members. */
  double sharedMass(int halo) {
    return shared[halo] * meanMass[halo];
  }

  /** Returns the median share of members of haloes with a match; NaN without any. */
  public double medianFraction() {
    double[] sorted =
        IntStream.range(0, haloes())
            .filter(halo -> match[halo] != SnapshotLinks.NONE)
            .mapToDouble(this::fraction)
            .sorted()
            .toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}
