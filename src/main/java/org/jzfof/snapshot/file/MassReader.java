package org.jzfof.snapshot.file;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/** Masses per particle: stored as such, or (PKDGRAV3) as a number into a table of mass classes. */
public final class MassReader {
  private static final String CLASSES = "classes";
  private static final int FIRST_ROWS = 1000;

  private MassReader() {}

  private static boolean stored(SnapshotFile f, int type) {
    return ParticleDataset.MASSES.find(f, type).isPresent();
  }

  /** Whether the file has masses of a type in some form. */
  public static boolean has(SnapshotFile f, int type) {
    return stored(f, type)
        || ParticleDataset.MASS_CLASS.find(f, type).isPresent() && f.hasColumn(type, CLASSES);
  }

  /** Throws unless the file has masses of a type in some form. */
  public static void require(SnapshotFile f, int type) {
    if (has(f, type)) {
      return;
    }
    throw new SnapshotException(
        "PartType%d/Masses is missing and MassTable[%d] is 0: %s holds no masses of this type; write them into the snapshot or set MassTable"
            .formatted(type, type, f.path()));
  }

  /** Opens masses in whatever form. */
  public static Column open(SnapshotFile f, int type, long rows) {
    require(f, type);
    return f.column(
        type, stored(f, type) ? ParticleDataset.MASSES : ParticleDataset.MASS_CLASS, rows, 1);
  }

  /** A sentence on masses per particle that are not the mass of the table. */
  public static Optional<String> besideTable(SnapshotHeader header, int type) {
    double table = header.massTable()[type];
    if (table == 0 || header.counts()[type] == 0) {
      return Optional.empty();
    }
    Piece piece = header.firstWith(type);
    return SnapshotFile.read(piece, f -> range(f, type, piece.counts()[type]))
        .filter(range -> range.getMin() < table * (1 - 1e-6) || range.getMax() > table * (1 + 1e-6))
        .map(
            range ->
                "MassTable[%d] is %s and is used, although PartType%d/%s in %s begins with %s to %s"
                    .formatted(
                        type,
                        table,
                        type,
                        SnapshotFile.read(piece, f -> ParticleDataset.MASSES.in(f, type)),
                        piece.file(),
                        range.getMin(),
                        range.getMax()));
  }

  /** Smallest and largest of the first stored masses; empty if no masses are stored. */
  private static Optional<DoubleSummaryStatistics> range(SnapshotFile f, int type, long rows) {
    if (!stored(f, type)) {
      return Optional.empty();
    }
    int first = (int) Math.min(rows, FIRST_ROWS);
    double[] values = new double[first];
    DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    try (Column column = f.column(type, ParticleDataset.MASSES, rows, 1)) {
      column.read(
          new Blocks(0, first, 0, first),
          (data, row, count) -> data.read(row, count, values),
          (row, count, target) -> Arrays.stream(values, 0, count).forEach(range));
    }
    return Optional.of(range);
  }

  /** Whether float32 would lose some of the masses of a column that {@link #open} has given. */
  public static boolean storesDoubles(SnapshotFile f, int type, Column opened) {
    return stored(f, type) ? opened.isDouble() : storesDoubles(classMasses(f, type));
  }

  public static void read(SnapshotFile f, int type, long rows, Blocks blocks, FloatSink sink) {
    require(f, type);
    if (stored(f, type)) {
      try (Column column = f.column(type, ParticleDataset.MASSES, rows, 1)) {
        column.readFloats(blocks, sink);
      }
      return;
    }
    Map<Integer, Double> masses = classMasses(f, type);
    boolean isDouble = storesDoubles(masses);
    int[] classes = new int[blocks.length()];
    double[] wide = new double[blocks.length()];
    float[] narrow = new float[isDouble ? 0 : blocks.length()];
    try (Column column = f.column(type, ParticleDataset.MASS_CLASS, rows, 1)) {
      column.read(
          blocks,
          (data, row, count) -> data.read(row, count, classes),
          (row, count, target) -> {
            for (int i = 0; i < count; i++) {
              Double mass = masses.get(classes[i]);
              if (mass == null) {
                throw new SnapshotException(
                    "row %d of PartType%d in %s has class %d, which PartType%d/classes does not list: write the snapshot again"
                        .formatted(row + i, type, f.path(), classes[i], type));
              }
              wide[i] = mass;
            }
            if (isDouble) {
              sink.accept(target, count, wide);
            } else {
              for (int i = 0; i < count; i++) {
                narrow[i] = (float) wide[i];
              }
              sink.accept(target, count, narrow);
            }
          });
    }
  }

  private static boolean storesDoubles(Map<Integer, Double> classMasses) {
    return classMasses.values().stream().anyMatch(mass -> mass.floatValue() != mass);
  }

  private static Map<Integer, Double> classMasses(SnapshotFile f, int type) {
    double[] numbers = f.inspect(type, CLASSES, (Hdf5Dataset d) -> d.readField("class"));
    double[] masses = f.inspect(type, CLASSES, (Hdf5Dataset d) -> d.readField("mass"));
    Map<Integer, Double> table = new HashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      table.put((int) numbers[i], masses[i]);
    }
    return table;
  }
}
