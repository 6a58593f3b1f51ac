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
import org.jzfof.threads.Parallel;

/** A column that two catalogues may have in common. */
record Quantity(CatalogueColumn column, Scale scale) {
  private Quantity(CatalogueColumn column) {
    this(column, scale(column));
  }

  /** Returns the quantities of groups that at least one of two catalogues has. */
  static List<Quantity> of(StoredCatalogue a, StoredCatalogue b) {
    return of(Stream.of(a, b).flatMap(catalogue -> catalogue.groupTable().columns().stream()));
  }

  /**
   * Returns the quantities of subhaloes that at least one of two tables has, without columns of
   * groups, which the tables may contain as well.
   */
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
   * Excludes numbers of groups, subhaloes and members, which depend on the order of the groups, and
   * the scale factor, which is the same for all groups. Columns without a name in Gadget-4's layout
   * are derived from others.
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

  /** Returns whether a run may leave out the column for reasons other than its layout. */
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

  /** The measure of a difference. */
  enum Scale {
    /** Any difference counts. */
    EXACT,
    /** The value is an integer of 64 bits that is equal or not; the distance has no meaning. */
    LABEL,
    /** The difference is relative to the value. */
    VALUE,
    /**
     * The difference is relative to the length of the vector, because single components may be near
     * 0.
     */
    VECTOR,
    /** The difference is relative to the box, around which positions wrap. */
    BOX,
    /**
     * The difference is relative to the root mean square of all values, because single values may
     * be near 0.
     */
    TYPICAL
  }

  /** The values of a quantity in both catalogues. */
  interface Values {
    /** Returns the largest difference between two groups, in the measure of the quantity. */
    double difference(int groupA, int groupB);

    /** Formats the values of a group. */
    String text(boolean ofA, int group);
  }

  /**
   * Integer labels, such as IDs.
   *
   * @param a labels of the groups of A, unsigned
   * @param b labels of the groups of B, unsigned
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
   * Numbers that are compared by their distance.
   *
   * @param a values per group of A, one group after another
   * @param b values per group of B, likewise
   * @param columns values per group, in A and in B
   * @param box side lengths [3]
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
      double largest = 0;
      for (int c = 0; c < Math.max(columns[0], columns[1]); c++) {
        double difference = difference(value(a, 0, groupA, c), value(b, 1, groupB, c), c);
        if (quantity.scale == Scale.VECTOR && difference != 0) {
          difference /= length(groupA, groupB);
        }
        largest =
            Double.isNaN(difference) ? Double.POSITIVE_INFINITY : Math.max(largest, difference);
      }
      return largest;
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

    /** Returns 0 for a particle type that the catalogue does not have. */
    private double value(double[] table, int catalogue, int group, int column) {
      return column < columns[catalogue] ? table[group * columns[catalogue] + column] : 0;
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
   * Returns the column of the centres that both catalogues can be compared by. If only one of them
   * has both centres, the other has only the centre of mass.
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

  /** Reads the values of the groups of both catalogues. */
  Values ofGroups(StoredCatalogue a, StoredCatalogue b) {
    return scale == Scale.LABEL
        ? new Labels(a.groupTable().longs(column), b.groupTable().longs(column))
        : table(a, read(a, b), a.groups(), read(b, a), b.groups());
  }

  /**
   * Reads the values of the subhaloes of two catalogues, each with at least one subhalo; a is the
   * catalogue of the first table.
   */
  Values ofSubhaloes(StoredCatalogue a, StoredTable ofA, StoredTable ofB) {
    return scale == Scale.LABEL
        ? new Labels(ofA.longs(column), ofB.longs(column))
        : table(a, ofA.doubles(column), ofA.rows(), ofB.doubles(column), ofB.rows());
  }

  private Table table(StoredCatalogue a, double[] inA, int rowsA, double[] inB, int rowsB) {
    int[] columns = {inA.length / rowsA, inB.length / rowsB};
    return new Table(this, inA, inB, columns, a.boxSize(), a.periodic(), rootMeanSquare(inA));
  }

  /** Adds the squares up block by block, so that the sum does not depend on the threads. */
  private static double rootMeanSquare(double... values) {
    double[] squares = new double[(values.length + Parallel.GRAIN - 1) / Parallel.GRAIN];
    Parallel.forRange(
        values.length,
        Parallel.GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            squares[from / Parallel.GRAIN] += values[i] * values[i];
          }
        });
    return Math.sqrt(Arrays.stream(squares).sum() / values.length);
  }
}
