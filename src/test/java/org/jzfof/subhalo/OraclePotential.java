package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jzfof.centres.LiteralTree;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.Softening;
import org.jzfof.domain.Morton;
import org.jzfof.subhalo.potential.PairsOrTree;

/**
 * Potentials of particles as integers, over pairs or by a literal tree.
 *
 * @param limits from which on there is a tree
 */
record OraclePotential(
    OracleParticles all, Softening softening, double scale, PairsOrTree.Limits limits) {
  private static final double TOLERANCE = 0.02;

  /** The potential of some particles at the places of others, which may be among them. */
  long[] at(int[] targets, int[] sources) {
    boolean byTree =
        (long) sources.length * targets.length >= limits.pairs()
            && sources.length >= limits.sources();
    List<LiteralTree> trees =
        byTree
            ? pieces(sources, Integer.SIZE).stream().map(this::tree).toList()
            : List.<LiteralTree>of();
    return Arrays.stream(targets)
        .parallel()
        .mapToLong(i -> byTree ? ofTrees(i, trees) : ofPairs(i, sources))
        .toArray();
  }

  private long ofTrees(int i, List<LiteralTree> trees) {
    return trees.stream().mapToLong(tree -> tree.potential(place(i), TOLERANCE, scale)).sum();
  }

  /** Those in one cell of a size, if they are few; otherwise in cells of half the side. */
  private List<int[]> pieces(int[] sources, int bits) {
    if (sources.length <= limits.piece() || bits == 0) {
      return List.of(sources);
    }
    return Arrays.stream(sources)
        .boxed()
        .collect(Collectors.groupingBy(i -> cell(i, bits - 1)))
        .values()
        .stream()
        .map(some -> some.stream().mapToInt(i -> i).toArray())
        .flatMap(some -> pieces(some, bits - 1).stream())
        .toList();
  }

  private List<Long> cell(int i, int bits) {
    return Arrays.stream(place(i)).mapToObj(x -> (x & 0xffffffffL) >> bits).toList();
  }

  private long ofPairs(int i, int[] sources) {
    return Arrays.stream(sources).mapToLong(j -> term(i, j)).sum();
  }

  /** What one particle adds at the place of another, or at its own. */
  long term(int i, int j) {
    return (long) Math.rint(all.mass()[j] * softening.potential(all.distance(i, j)) * scale);
  }

  private int[] place(int i) {
    return Arrays.copyOfRange(all.place(), 3 * i, 3 * i + 3);
  }

  private LiteralTree tree(int[] sources) {
    int[] sorted =
        Arrays.stream(sources).boxed().sorted(this::inMortonOrder).mapToInt(i -> i).toArray();
    double[] cell = all.map().cell();
    double[] side = new double[3];
    Arrays.setAll(side, d -> all.map().periodic() ? 0x1p32 * cell[d] : Double.POSITIVE_INFINITY);
    return new LiteralTree(
        new PotentialKernels.Field(cell, side),
        softening,
        Arrays.stream(sorted).mapToObj(this::place).toArray(int[][]::new),
        Arrays.stream(sorted).mapToDouble(i -> all.mass()[i]).toArray());
  }

  private int inMortonOrder(int i, int j) {
    for (int bit = Morton.BITS - 1; bit >= 0; bit--) {
      int differ = bits(i, bit) - bits(j, bit);
      if (differ != 0) {
        return differ;
      }
    }
    return all.compareIds(i, j);
  }

  /** The bits of one level, those of x first; the first of them counts from the lower end. */
  private int bits(int i, int bit) {
    int[] place = all.place();
    int bits = 0;
    for (int d = 0; d < 3; d++) {
      bits = bits << 1 | (place[3 * i + d] ^ Integer.MIN_VALUE) >>> bit & 1;
    }
    return bits;
  }
}
