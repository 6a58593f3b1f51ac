package org.jzfof.compare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jzfof.catalogue.measured.PropertyColumn;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.config.Crossing;

/**
 * A dataset of /Group that two catalogues may have in common.
 *
 * @param name of the dataset
 * @param scale by which a difference is divided
 * @param mayLack whether NaN says that a group has none
 */
record Quantity(String name, Scale scale, boolean mayLack) {
  private static final String CENTRE = "GroupPos";
  private static final String CENTRE_OF_MASS = "GroupCM";
  private static final String MOST_BOUND = "GroupIDMostbound";

  /** Quantities in the order in which differences are listed. */
  private static final List<Quantity> COMMON =
      List.of(
          new Quantity("GroupLen", Scale.EXACT),
          new Quantity("GroupLenType", Scale.EXACT),
          new Quantity("GroupMass", Scale.VALUE),
          new Quantity("GroupMassType", Scale.VALUE),
          new Quantity(CENTRE, Scale.BOX),
          new Quantity(CENTRE_OF_MASS, Scale.BOX),
          new Quantity("GroupVel", Scale.TYPICAL),
          new Quantity("GroupVelDisp", Scale.VALUE),
          new Quantity("GroupInertiaRadius", Scale.VALUE),
          new Quantity("GroupNsubs", Scale.EXACT));

  /** That every group has. */
  private Quantity(String name, Scale scale) {
    this(name, scale, false);
  }

  private static Quantity of(PropertyColumn property) {
    return new Quantity(property.gadget(), property.ofVectors() ? Scale.VECTOR : Scale.VALUE, true);
  }

  /** Whether it is one of those that a run leaves out for reasons other than its layout. */
  boolean optional() {
    return name.equals(MOST_BOUND) || name.startsWith(Crossing.FLAG);
  }

  /** Numbers of subhaloes in the order in which differences are listed. */
  static final List<Quantity> OF_SUBHALOES =
      List.of(
          new Quantity("SubhaloLen", Scale.EXACT),
          new Quantity("SubhaloLenType", Scale.EXACT),
          new Quantity("SubhaloRankInGr", Scale.EXACT),
          new Quantity("SubhaloParentRank", Scale.EXACT),
          new Quantity("SubhaloParent", Scale.EXACT),
          new Quantity("SubhaloIDMostbound", Scale.LABEL),
          new Quantity("SubhaloMass", Scale.VALUE),
          new Quantity("SubhaloMassType", Scale.VALUE),
          new Quantity("SubhaloPos", Scale.BOX),
          new Quantity("SubhaloCM", Scale.BOX),
          new Quantity("SubhaloVel", Scale.TYPICAL),
          new Quantity("SubhaloVelDisp", Scale.VALUE),
          new Quantity("SubhaloSpin", Scale.VECTOR),
          new Quantity("SubhaloVmax", Scale.VALUE),
          new Quantity("SubhaloVmaxRad", Scale.VALUE),
          new Quantity("SubhaloHalfmassRad", Scale.VALUE),
          new Quantity("SubhaloHalfmassRadType", Scale.VALUE));

  /** Those that any of two catalogues may have. */
  static List<Quantity> of(StoredCatalogue a, StoredCatalogue b) {
    Stream<Quantity> spheres =
        Stream.of(a, b)
            .flatMap(catalogue -> catalogue.spheres().stream())
            .distinct()
            .sorted()
            .map(name -> new Quantity(name, name.contains("_N_") ? Scale.EXACT : Scale.VALUE));
    Stream<Quantity> properties =
        Stream.of(a, b)
            .flatMap(catalogue -> catalogue.properties().stream())
            .map(Quantity::of)
            .distinct();
    Stream<Quantity> flags =
        Stream.of(a, b)
            .flatMap(catalogue -> catalogue.flags().stream())
            .distinct()
            .sorted()
            .map(name -> new Quantity(name, Scale.EXACT));
    Quantity deepest = new Quantity(MOST_BOUND, Scale.LABEL);
    return Stream.of(COMMON.stream(), spheres, flags, Stream.of(deepest), properties)
        .flatMap(some -> some)
        .toList();
  }

  /** What a difference is measured by. */
  enum Scale {
    /** Any difference counts. */
    EXACT,
    /** Integers of 64 bits that are the same or not; how far they are apart says nothing. */
    LABEL,
    /** The value itself. */
    VALUE,
    /** The length of the vector, as single components may be near 0. */
    VECTOR,
    /** The box, around which positions wrap. */
    BOX,
    /** The root mean square of all values, as single ones may be near 0. */
    TYPICAL
  }

  /** Its values in both catalogues. */
  interface Values {
    /** The largest difference between two groups, on the scale of the quantity. */
    double difference(int groupA, int groupB);

    /** The values of a group as text. */
    String text(boolean ofA, int group);
  }

  /**
   * Labels, such as IDs.
   *
   * @param a one per group of A, unsigned
   * @param b as a, of B
   */
  private record Labels(long[] a, long[] b) implements Values {
    @Override
    public double difference(int groupA, int groupB) {
      return a[groupA] == b[groupB] ? 0 : 1;
    }

    @Override
    public String text(boolean ofA, int group) {
      return Long.toUnsignedString((ofA ? a : b)[group]);
    }
  }

  /**
   * Numbers.
   *
   * @param quantity which
   * @param a values per group of A, one group after another
   * @param b as a, of B
   * @param columns values per group, in A and in B
   * @param box its sides [3]
   * @param periodic whether it wraps around
   * @param typical root mean square of the values of A
   */
  private record Table(
      Quantity quantity,
      double[] a,
      double[] b,
      int[] columns,
      double[] box,
      boolean periodic,
      double typical)
      implements Values {

    @Override
    public double difference(int groupA, int groupB) {
      double most = 0;
      for (int c = 0; c < Math.max(columns[0], columns[1]); c++) {
        double difference = difference(value(a, 0, groupA, c), value(b, 1, groupB, c), c);
        if (quantity.scale == Scale.VECTOR && difference != 0) {
          difference /= length(groupA, groupB);
        }
        most = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : Math.max(most, difference);
      }
      return most;
    }

    private double length(int groupA, int groupB) {
      return Math.max(length(a, columns[0], groupA), length(b, columns[1], groupB));
    }

    private static double length(double[] table, int columns, int group) {
      double square = 0;
      for (int c = group * columns; c < (group + 1) * columns; c++) {
        square += table[c] * table[c];
      }
      return Math.sqrt(square);
    }

    /** A type that one of the catalogues does not know has 0. */
    private double value(double[] table, int which, int group, int column) {
      return column < columns[which] ? table[group * columns[which] + column] : 0;
    }

    private double difference(double x, double y, int column) {
      if (x == y || quantity.mayLack && Double.isNaN(x) && Double.isNaN(y)) {
        return 0;
      }
      double d = x - y;
      return switch (quantity.scale) {
        case EXACT, LABEL, VECTOR -> Math.abs(d);
        case VALUE -> Math.abs(d) / Math.max(Math.abs(x), Math.abs(y));
        case TYPICAL -> Math.abs(d) / typical;
        case BOX -> Math.abs(periodic ? Math.IEEEremainder(d, box[column]) : d) / box[column];
      };
    }

    @Override
    public String text(boolean ofA, int group) {
      int n = columns[ofA ? 0 : 1];
      double[] values = Arrays.copyOfRange(ofA ? a : b, group * n, (group + 1) * n);
      return Numbers.text(values, quantity.scale == Scale.EXACT);
    }
  }

  /**
   * The dataset with the centres of groups that are to be compared with those of another catalogue:
   * where only one has both, the centre of the other is that of mass.
   */
  static String centre(StoredCatalogue one, StoredCatalogue other) {
    return one.has(CENTRE_OF_MASS) && !other.has(CENTRE_OF_MASS) ? CENTRE_OF_MASS : CENTRE;
  }

  private String nameIn(StoredCatalogue one, StoredCatalogue other) {
    return name.equals(CENTRE) ? centre(one, other) : name;
  }

  /** Reads it from both catalogues. */
  Values read(StoredCatalogue a, StoredCatalogue b) {
    if (scale == Scale.LABEL) {
      return new Labels(a.longs(name), b.longs(name));
    }
    double[] inA = a.doubles(nameIn(a, b));
    double[] inB = b.doubles(nameIn(b, a));
    return table(a, inA, a.groups(), inB, b.groups());
  }

  /** Reads it from the subhaloes of two catalogues, of which each has some; a is the first one. */
  Values ofSubhaloes(StoredCatalogue a, StoredTable ofA, StoredTable ofB) {
    return scale == Scale.LABEL
        ? new Labels(ofA.longs(name), ofB.longs(name))
        : table(a, ofA.doubles(name), ofA.rows(), ofB.doubles(name), ofB.rows());
  }

  private Table table(StoredCatalogue a, double[] inA, int rowsA, double[] inB, int rowsB) {
    int[] columns = {inA.length / rowsA, inB.length / rowsB};
    double squares = Arrays.stream(inA).map(x -> x * x).sum();
    return new Table(
        this, inA, inB, columns, a.boxSize(), a.periodic(), Math.sqrt(squares / inA.length));
  }
}
