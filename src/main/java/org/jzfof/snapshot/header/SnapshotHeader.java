package org.jzfof.snapshot.header;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The header of a snapshot in a form common to all code families.
 *
 * @param pieces files of the snapshot in order, with their numbers of rows
 * @param counts particles per type over all files
 * @param boxSize side lengths [3] in snapshot length units, or null without a stored BoxSize
 * @param massTable mass per type; 0 for types with a mass per particle or without particles
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
   * Factor from stored rates, such as star formation rates, to solar masses per year. SWIFT stores
   * rates in its units of mass and time, other codes in solar masses per year.
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

  /**
   * Whether the files are those of several light cones of one run, each in a folder of its own.
   * Such cones may share particles.
   */
  public boolean ofSeveralLightcones() {
    return !epoch.timed()
        && pieces.stream().map(piece -> SnapshotFiles.lightcone(piece.file())).distinct().count()
            > 1;
  }

  /** The expansion of the universe at the time of the snapshot, in units of the snapshot. */
  public Expansion expansion() {
    return new Expansion(cosmology, epoch, units);
  }

  /**
   * The scale factor at the time of a group: that of the snapshot, or on a light cone that of the
   * group.
   *
   * @param ofGroup scale factor of the group; NaN for today
   */
  public double scaleFactorOf(double ofGroup) {
    if (epoch.timed()) {
      return epoch.scaleFactor();
    }
    return Double.isNaN(ofGroup) ? 1 : ofGroup;
  }

  /**
   * The expansion at the time of a group.
   *
   * @param scaleFactor scale factor of the group, as in {@link #scaleFactorOf}
   */
  public Expansion expansionOf(double scaleFactor) {
    if (epoch.timed()) {
      return expansion();
    }
    double a = scaleFactorOf(scaleFactor);
    Epoch then =
        new Epoch(Double.NaN, epoch.comoving(), a, 1 / a - 1, 1, true, Expansion.Stated.NOTHING);
    return new Expansion(cosmology, then, units);
  }

  /**
   * What holds at the time of a group, as a function of its scale factor. On a snapshot it is the
   * same for all groups.
   *
   * @param of function of the expansion at the time of a group
   */
  public <T> DoubleFunction<T> ofGroups(Function<Expansion, T> of) {
    if (epoch.timed()) {
      T ofAll = of.apply(expansion());
      return scaleFactor -> ofAll;
    }
    return scaleFactor -> of.apply(expansionOf(scaleFactor));
  }

  /** The header of some of the files, with their particles alone. */
  public SnapshotHeader of(List<Piece> some) {
    long[] rows = new long[counts.length];
    for (Piece piece : some) {
      Arrays.setAll(rows, t -> rows[t] + piece.counts[t]);
    }
    return new SnapshotHeader(family, some, rows, boxSize, massTable, epoch, cosmology, units);
  }

  /** All files of the snapshot, with the source files of virtual datasets. */
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

  /**
   * Time as in Gadget's layouts: the scale factor in a run with expansion, else the stored time.
   */
  public double gadgetTime() {
    return comoving() ? scaleFactor() : time();
  }

  /** The first file with particles of a type; the type must have particles. */
  public Piece firstWith(int type) {
    return pieces.stream().filter(p -> p.counts[type] > 0).findFirst().orElseThrow();
  }

  /** Types of dark matter: 1, 2 and 3; for SWIFT 1 and 2, because its type 3 holds sinks. */
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
