package org.jzfof.bench.papers;

import java.util.Locale;
import org.jzfof.bench.ParticleSource;
import org.jzfof.bench.WorkStatistics;
import org.jzfof.bench.sets.PointSet;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.domain.Box;

/**
 * The settings of one measurement.
 *
 * @param set set of the points
 * @param points number of points; of each rank if {@code perRank}
 * @param shape shape of the box
 * @param k number of neighbours of a query, or for radii the neighbour whose distance is the radius
 * @param queries number of separate queries; 0 if the points are the queries
 * @param mortonOrder whether rows follow the curve instead of the order of the queries
 * @param threads number of threads; 0 for all cores
 * @param work kind of work that is counted on one rank ({@link WorkStatistics}), or empty
 */
record Setting(
    Search search,
    SearchMethod method,
    PointSet set,
    long points,
    boolean perRank,
    Shape shape,
    int k,
    long queries,
    boolean mortonOrder,
    int threads,
    String work) {
  private static final double SIDE = 100;

  /** Kinds of searches. */
  enum Search {
    /** The k nearest neighbours. */
    NEAREST,
    /** Lists of all neighbours within the distance of the k-th. */
    RADIUS,
    /** An index without a search. */
    INDEX,
    /** Smoothing lengths that are iterated to k neighbours. */
    SMOOTHING,
    /** Friends-of-friends with 0.2 mean separations. */
    FOF
  }

  /** Shapes of the box of the points. */
  enum Shape {
    /** A periodic cube. */
    PERIODIC,
    /** A cube that is not periodic. */
    OPEN,
    /** A square that is not periodic. */
    FLAT
  }

  /** Returns a number of points of the set. */
  ParticleSource source(long number, long seed) {
    return set.source(
        number,
        switch (shape) {
          case PERIODIC -> Box.periodic(SIDE, SIDE, SIDE);
          case OPEN -> Box.open(new double[3], new double[] {SIDE, SIDE, SIDE});
          case FLAT -> Box.open(new double[3], new double[] {SIDE, SIDE, 0});
        },
        seed);
  }

  /** Returns the setting that all searches among the same points with as many neighbours have. */
  Setting ofPoints() {
    return new Setting(
        Search.NEAREST,
        SearchMethod.of(NeighbourMethod.TREE),
        set,
        points,
        perRank,
        shape,
        k,
        0,
        false,
        0,
        "");
  }

  static Setting of(Fields fields, double x) {
    return new Setting(
        Search.valueOf(text(fields, "search", "nearest", x).toUpperCase(Locale.ROOT)),
        SearchMethod.parse(text(fields, "method", "tree", x)),
        PointSet.of(text(fields, "set", "uniform", x)),
        whole(fields, "points", "1e6", x),
        text(fields, "share", "all", x).equals("rank"),
        Shape.valueOf(text(fields, "box", "periodic", x).toUpperCase(Locale.ROOT)),
        (int) whole(fields, "k", "16", x),
        whole(fields, "queries", "0", x),
        text(fields, "order", "file", x).equals("morton"),
        (int) whole(fields, "threads", "0", x),
        text(fields, "work", "", x));
  }

  private static String text(Fields fields, String name, String otherwise, double x) {
    String number = x == Math.rint(x) ? String.valueOf((long) x) : String.valueOf(x);
    return fields.text(name, otherwise).replace("{x}", number);
  }

  private static long whole(Fields fields, String name, String otherwise, double x) {
    return Math.round(Double.parseDouble(text(fields, name, otherwise, x)));
  }
}
