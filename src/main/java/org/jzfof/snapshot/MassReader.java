package org.jzfof.snapshot;

import java.util.HashMap;
import java.util.Map;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;

/** Masses per particle: stored as such, or (PKDGRAV3) as a number into a table of mass classes. */
final class MassReader {
  private static final String MASSES = "Masses";
  private static final String CLASS = "class";
  private static final String CLASSES = "classes";

  private MassReader() {}

  /** Throws unless the file has masses of a type in some form. */
  static void require(PieceFile f, int type) {
    if (!f.hasColumn(type, MASSES) && !(f.hasColumn(type, CLASS) && f.hasColumn(type, CLASSES))) {
      throw new SnapshotException(
          "PartType%d/Masses is missing and MassTable[%d] is 0: %s holds no masses of this type; write them into the snapshot or set MassTable"
              .formatted(type, type, f.path()));
    }
  }

  static void check(PieceFile f, int type, long rows) {
    require(f, type);
    f.column(type, f.hasColumn(type, MASSES) ? MASSES : CLASS, rows, 1).close();
    if (!f.hasColumn(type, MASSES)) {
      classMasses(f, type);
    }
  }

  static void read(PieceFile f, int type, long rows, Blocks blocks, FloatSink sink) {
    require(f, type);
    float[] values = new float[blocks.length()];
    if (f.hasColumn(type, MASSES)) {
      try (Column column = f.column(type, MASSES, rows, 1)) {
        column.read(
            blocks,
            (data, row, count) -> data.read(row, count, values),
            (row, count, target) -> sink.accept(target, count, values));
      }
      return;
    }
    Map<Integer, Float> masses = classMasses(f, type);
    int[] classes = new int[blocks.length()];
    try (Column column = f.column(type, CLASS, rows, 1)) {
      column.read(
          blocks,
          (data, row, count) -> data.read(row, count, classes),
          (row, count, target) -> {
            for (int i = 0; i < count; i++) {
              Float mass = masses.get(classes[i]);
              if (mass == null) {
                throw new SnapshotException(
                    "row %d of PartType%d in %s has class %d, which PartType%d/classes does not list: write the snapshot again"
                        .formatted(row + i, type, f.path(), classes[i], type));
              }
              values[i] = mass;
            }
            sink.accept(target, count, values);
          });
    }
  }

  private static Map<Integer, Float> classMasses(PieceFile f, int type) {
    double[] numbers = f.inspect(type, CLASSES, (Hdf5Dataset d) -> d.readField("class"));
    double[] masses = f.inspect(type, CLASSES, (Hdf5Dataset d) -> d.readField("mass"));
    Map<Integer, Float> table = new HashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      table.put((int) numbers[i], (float) masses[i]);
    }
    return table;
  }
}
