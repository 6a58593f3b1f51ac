package org.jzfof.snapshot.header;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The header of a snapshot, in one form for every code family.
 *
 * @param pieces files of the snapshot in order, with their numbers of rows
 * @param counts particles per type over all pieces
 * @param boxSize side lengths [3] in snapshot length units, or null where no BoxSize is stored
 * @param massTable mass per type, 0 where masses are stored per particle (or there are none)
 */
public record SnapshotHeader(
    CodeFamily family,
    List<Piece> pieces,
    long[] counts,
    double[] boxSize,
    double[] massTable,
    Epoch epoch,
    Cosmology cosmology,
    Units units) {

  /**
   * One file of a snapshot.
   *
   * @param state state of the file when the snapshot was opened
   * @param counts rows per type in this file
   * @param sources source files of the virtual datasets, by their stored names
   */
  public record Piece(FileState state, long[] counts, Map<String, FileState> sources) {
    /** Where it is. */
    public Path file() {
      return state.file();
    }
  }

  /** {@link Epoch#time}. */
  public double time() {
    return epoch.time();
  }

  /** {@link Epoch#comoving}. */
  public boolean comoving() {
    return epoch.comoving();
  }

  /** {@link Epoch#scaleFactor}. */
  public double scaleFactor() {
    return epoch.scaleFactor();
  }

  /** {@link Epoch#redshift}. */
  public double redshift() {
    return epoch.redshift();
  }

  /**
   * Factor from stored rates, such as those of star formation, to solar masses per year: SWIFT has
   * them in its units of mass and time, other codes in that unit.
   */
  public double solarMassesPerYear() {
    return family() == CodeFamily.SWIFT
        ? units().massG()
            * units().velocityCmPerS()
            / (units().lengthCm() * Units.SOLAR_MASS_PER_YEAR)
        : 1;
  }

  /** {@link Epoch#velocityToPeculiar}. */
  public double velocityToPeculiar() {
    return epoch.velocityToPeculiar();
  }

  /** The expansion of the universe at its time, in its units. */
  public Expansion expansion() {
    return new Expansion(cosmology, epoch, units);
  }

  /** All files that are read. */
  public List<Path> files() {
    return pieces.stream()
        .flatMap(
            piece ->
                Stream.concat(Stream.of(piece.state), piece.sources.values().stream())
                    .map(FileState::file))
        .distinct()
        .toList();
  }

  /** The header with box, masses and units converted to other units. */
  public SnapshotHeader in(UnitChange change) {
    return new SnapshotHeader(
        family,
        pieces,
        counts,
        boxSize == null ? null : times(boxSize, change.length()),
        times(massTable, change.mass()),
        epoch,
        cosmology,
        change.units());
  }

  private static double[] times(double[] values, double factor) {
    return Arrays.stream(values).map(x -> factor * x).toArray();
  }

  /** Time as in Gadget's layouts: the scale factor in a run with expansion. */
  public double gadgetTime() {
    return comoving() ? scaleFactor() : time();
  }

  /** The first file with particles of a type, of which there must be some. */
  public Piece firstWith(int type) {
    return pieces.stream().filter(p -> p.counts[type] > 0).findFirst().orElseThrow();
  }

  /** Types of dark matter: 1, 2 and 3; of SWIFT, whose type 3 are sinks, 1 and 2. */
  public int[] darkTypes() {
    return family == CodeFamily.SWIFT ? new int[] {1, 2} : new int[] {1, 2, 3};
  }

  /** Number of particle types, present or not. */
  public int types() {
    return counts.length;
  }

  /** The location of a row, such as "row 17 of PartType1 in snapshot_001.2.hdf5". */
  public String describeRow(int type, long row) {
    long local = row;
    for (Piece piece : pieces) {
      if (local < piece.counts()[type]) {
        return "row %d of PartType%d in %s".formatted(local, type, piece.file());
      }
      local -= piece.counts()[type];
    }
    return "row %d of PartType%d".formatted(row, type);
  }
}
