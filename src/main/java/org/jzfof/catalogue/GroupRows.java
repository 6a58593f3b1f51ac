package org.jzfof.catalogue;

import java.util.Arrays;
import org.jzfof.comm.Communicator;

/**
 * Properties of groups as rows of numbers that travel between ranks: smallest ID, length, length
 * per type, and the bits of mass per type, position, velocity, inertia radius and dispersion.
 */
final class GroupRows {
  private static final int ID = 0;
  private static final int LENGTH = 1;
  private static final int LENGTH_TYPE = 2;

  private final int types;
  private final int width;
  private final long[] rows;

  private GroupRows(int types, long[] rows) {
    this.types = types;
    this.width = width(types);
    this.rows = rows;
  }

  GroupRows(int types, int count) {
    this(types, new long[count * width(types)]);
  }

  private static int width(int types) {
    return LENGTH_TYPE + 2 * types + 8;
  }

  int count() {
    return rows.length / width;
  }

  /** Sets one row. */
  void set(int row, long id, long[] lengthType, double[] massType, double[] properties) {
    int at = row * width;
    rows[at + ID] = id;
    rows[at + LENGTH] = Arrays.stream(lengthType).sum();
    System.arraycopy(lengthType, 0, rows, at + LENGTH_TYPE, types);
    for (int t = 0; t < types; t++) {
      rows[at + LENGTH_TYPE + types + t] = Double.doubleToRawLongBits(massType[t]);
    }
    for (int k = 0; k < 8; k++) {
      rows[at + LENGTH_TYPE + 2 * types + k] = Double.doubleToRawLongBits(properties[k]);
    }
  }

  /** The rows of all ranks on rank 0, none on the others; every rank calls it. */
  GroupRows gather(Communicator comm) {
    if (comm.size() == 1) {
      return this;
    }
    long[][] messages = new long[comm.size()][0];
    messages[0] = rows;
    long[] all = Arrays.stream(comm.allToAll(messages)).flatMapToLong(Arrays::stream).toArray();
    return new GroupRows(types, all);
  }

  /** Rows in the order of a catalogue. */
  int[] order() {
    return GroupOrder.of(column(LENGTH), column(ID));
  }

  private long[] column(int column) {
    long[] values = new long[count()];
    Arrays.setAll(values, row -> rows[row * width + column]);
    return values;
  }

  /** The catalogue that has these rows in some order. */
  GroupCatalogue toCatalogue(int[] order) {
    GroupCatalogue catalogue = GroupCatalogue.allocate(order.length, types);
    for (int i = 0; i < order.length; i++) {
      int at = order[i] * width;
      catalogue.length()[i] = rows[at + LENGTH];
      for (int t = 0; t < types; t++) {
        double mass = value(at + LENGTH_TYPE + types + t);
        catalogue.lengthType()[i * types + t] = rows[at + LENGTH_TYPE + t];
        catalogue.massType()[i * types + t] = mass;
        catalogue.mass()[i] += mass;
      }
      int properties = at + LENGTH_TYPE + 2 * types;
      for (int d = 0; d < 3; d++) {
        catalogue.position()[3 * i + d] = value(properties + d);
        catalogue.velocity()[3 * i + d] = value(properties + 3 + d);
      }
      catalogue.inertiaRadius()[i] = value(properties + 6);
      catalogue.velocityDispersion()[i] = value(properties + 7);
    }
    return catalogue;
  }

  private double value(int at) {
    return Double.longBitsToDouble(rows[at]);
  }
}
