package org.jzfof.snapshot.file;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;

/**
 * Masses that are stored as class numbers, with a table of the mass of each class (PKDGRAV3).
 *
 * @param masses masses by class number
 */
record MassClasses(int type, Path file, Map<Integer, Double> masses) implements Decoder {
  private static final String TABLE = "classes";

  /** Reads the table of classes of a particle type. */
  static MassClasses of(SnapshotFile f, int type) {
    double[] numbers = f.inspect(type, TABLE, (Hdf5Dataset d) -> d.readField("class"));
    double[] masses = f.inspect(type, TABLE, (Hdf5Dataset d) -> d.readField("mass"));
    Map<Integer, Double> table = new HashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      table.put((int) numbers[i], masses[i]);
    }
    return new MassClasses(type, f.path(), table);
  }

  @Override
  public boolean isDouble() {
    return masses.values().stream().anyMatch(mass -> mass.floatValue() != mass);
  }

  @Override
  public void read(Column column, Blocks blocks, ColumnSink sink) {
    boolean isDouble = isDouble();
    int[] classes = new int[blocks.length()];
    double[] wide = new double[blocks.length()];
    float[] narrow = new float[isDouble ? 0 : blocks.length()];
    column.read(
        blocks,
        (data, row, count) -> data.read(row, count, classes),
        (row, count, target) -> {
          for (int i = 0; i < count; i++) {
            wide[i] = mass(classes[i], row + i);
          }
          if (isDouble) {
            sink.accept(new ColumnBlock(target, count, 1, wide));
          } else {
            for (int i = 0; i < count; i++) {
              narrow[i] = (float) wide[i];
            }
            sink.accept(new ColumnBlock(target, count, 1, narrow));
          }
        });
  }

  private double mass(int number, long row) {
    Double mass = masses.get(number);
    if (mass == null) {
      throw new SnapshotException(
          "row %d of PartType%d in %s has class %d, which PartType%d/classes does not list: write the snapshot again"
              .formatted(row, type, file, number, type));
    }
    return mass;
  }
}
