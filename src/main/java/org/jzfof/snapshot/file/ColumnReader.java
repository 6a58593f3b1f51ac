package org.jzfof.snapshot.file;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.library.Hdf5Info;

/** Opens columns of particles in a file, in any supported form. */
public final class ColumnReader {
  private static final List<Integer> FRACTION_BYTES = List.of(4, 8, 16);

  private final BoxFractions fractions;

  /**
   * @param boxSize side lengths [3], or null
   * @param regionLength length that integer coordinates divide, NaN if unknown
   */
  public ColumnReader(double[] boxSize, double regionLength) {
    this.fractions =
        new BoxFractions(
            regionLength,
            boxSize != null && Arrays.stream(boxSize).allMatch(side -> side == regionLength));
  }

  /**
   * Opens a column of a type.
   *
   * @param rows expected number of rows
   * @throws SnapshotException if the column is missing, has another shape, or cannot be read
   */
  public Column open(SnapshotFile f, ParticleColumn column, int type, long rows) {
    Optional<String> plain = column.find(f, type);
    if (plain.isPresent()) {
      return plain(f, column, type, plain.get(), rows);
    }
    if (!column.encoding().isIn(f, type)) {
      throw missing(f, column, type);
    }
    String name = column.encoding().dataset();
    return column.encoding() == ParticleColumn.Encoding.MASS_CLASSES
        ? Column.open(f, type, name, rows, column.width(), MassClasses.of(f, type))
        : fractions(f, type, name, rows);
  }

  /** Returns the exception for a column that a file has in no form. */
  public static SnapshotException missing(SnapshotFile f, ParticleColumn column, int type) {
    return new SnapshotException(
        column.equals(ParticleColumn.MASSES)
            ? "PartType%d/%s is missing and MassTable[%d] is 0: %s holds no masses of this type; write them into the snapshot, set MassTable, or give --particle-mass"
                .formatted(type, column.usualName(), type, f.path())
            : column.kind() == ParticleColumn.Kind.FRACTION
                ? "PartType%d/%s in %s is missing: --lightcone needs the scale factor of each particle; name its dataset with --scale-factors, or leave --lightcone out for a snapshot"
                    .formatted(type, String.join(" or ", column.names()), f.path())
                : "PartType%d/%s in %s is missing: write the snapshot with this dataset"
                    .formatted(type, column.usualName(), f.path()));
  }

  private static Column plain(
      SnapshotFile f, ParticleColumn column, int type, String name, long rows) {
    Column opened = Column.open(f, type, name, rows, column.width(), null);
    boolean integers = opened.info().kind() == Hdf5Info.Kind.INTEGER;
    if (integers && column.equals(ParticleColumn.COORDINATES)) {
      throw refuse(opened, "write it as floats");
    }
    return opened;
  }

  private Column fractions(SnapshotFile f, int type, String name, long rows) {
    Column opened = Column.open(f, type, name, rows, 3, fractions);
    if (opened.info().kind() != Hdf5Info.Kind.INTEGER) {
      throw refuse(opened, "write it as integers");
    }
    if (!FRACTION_BYTES.contains(opened.info().bytes())) {
      throw refuse(opened, "write it with 32, 64 or 128 bits");
    }
    if (Double.isNaN(fractions.regionLength())) {
      opened.close();
      throw new SnapshotException(
          "PartType%d/%s in %s needs RegionLen or a periodic BoxSize, and the header has neither: write Coordinates as floats"
              .formatted(type, name, f.path()));
    }
    return opened;
  }

  private static SnapshotException refuse(Column opened, String remedy) {
    try (opened) {
      return opened.refusal(remedy);
    }
  }
}
