package org.jzfof.compare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.ColumnType;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.Layout;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;

/**
 * A column that two catalogues may have in common.
 *
 * @param scale how differences are measured
 */
record Quantity(CatalogueColumn column, Scale scale) {
  private Quantity(CatalogueColumn column) {
    this(column, scale(column));
  }

  /** Those that any of two catalogues may have of groups. */
  static List<Quantity> of(StoredCatalogue a, StoredCatalogue b) {
    return of(Stream.of(a, b).flatMap(catalogue -> catalogue.groupTable().columns().stream()));
  }

  /** Those that any of two tables of subhaloes has; not what groups have, which may stand there. */
  static List<Quantity> ofSubhaloes(StoredTable a, StoredTable b) {
    return of(
        Stream.of(a, b)
            .flatMap(table -> table.columns().stream())
            .filter(column -> column.owner().isOfSubhaloes()));
  }

  private static List<Quantity> of(Stream<CatalogueColumn> columns) {
    return columns.distinct().filter(Quantity::isCompared).map(Quantity::new).toList();
  }

  /**
   * Numbers of groups, subhaloes and members depend on the order of the groups, and the scale
   * factor is one for all of them. What Gadget-4's layout has no name for is made of the rest.
   */
  private static boolean isCompared(CatalogueColumn column) {
    return switch (column.type()) {
      case OFFSET, GROUP_INDEX, SUBHALO_INDEX -> false;
      default ->
          !column.equals(GroupColumns.SCALE_FACTOR)
              && !column.names(Layout.GADGET).paths().isEmpty();
    };
  }

  String name() {
    return column.name();
  }

  /** Whether it is one of those that a run leaves out for reasons other than its layout. */
  boolean optional() {
    return column.type() == ColumnType.FLAG || column.equals(GroupColumns.DEEPEST_ID);
  }

  private static Scale scale(CatalogueColumn column) {
    return switch (column.type()) {
      case ID -> Scale.LABEL;
      case REAL, REAL_OR_NAN ->
          switch (column.dimension()) {
            case POSITION -> Scale.BOX;
            case VELOCITY, SNAPSHOT_VELOCITY, SNAPSHOT_VELOCITY_TIMES_A ->
                column.hasVectors() ? Scale.TYPICAL : Scale.VALUE;
            default -> column.hasVectors() ? Scale.VECTOR : Scale.VALUE;
          };
      default -> Scale.EXACT;
    };
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
      if (x == y
          || quantity.column.type() == ColumnType.REAL_OR_NAN
              && Double.isNaN(x)
              && Double.isNaN(y)) {
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
   * The column with the centres of groups that are to be compared with those of another catalogue:
   * where only one has both, the centre of the other is that of mass.
   */
  static CatalogueColumn centre(StoredCatalogue one, StoredCatalogue other) {
    CatalogueColumn ofMass = GroupColumns.CENTRE_OF_MASS;
    return one.groupTable().has(ofMass) && !other.groupTable().has(ofMass)
        ? ofMass
        : GroupColumns.POSITION;
  }

  private double[] read(StoredCatalogue one, StoredCatalogue other) {
    boolean isCentre = column.equals(GroupColumns.POSITION);
    return one.groupTable().doubles(isCentre ? centre(one, other) : column);
  }

  /** Reads it from the groups of both catalogues. */
  Values ofGroups(StoredCatalogue a, StoredCatalogue b) {
    return scale == Scale.LABEL
        ? new Labels(a.groupTable().longs(column), b.groupTable().longs(column))
        : table(a, read(a, b), a.groups(), read(b, a), b.groups());
  }

  /** Reads it from the subhaloes of two catalogues, of which each has some; a is the first one. */
  Values ofSubhaloes(StoredCatalogue a, StoredTable ofA, StoredTable ofB) {
    return scale == Scale.LABEL
        ? new Labels(ofA.longs(column), ofB.longs(column))
        : table(a, ofA.doubles(column), ofA.rows(), ofB.doubles(column), ofB.rows());
  }

  private Table table(StoredCatalogue a, double[] inA, int rowsA, double[] inB, int rowsB) {
    int[] columns = {inA.length / rowsA, inB.length / rowsB};
    double squares = Arrays.stream(inA).map(x -> x * x).sum();
    return new Table(
        this, inA, inB, columns, a.boxSize(), a.periodic(), Math.sqrt(squares / inA.length));
  }
}
