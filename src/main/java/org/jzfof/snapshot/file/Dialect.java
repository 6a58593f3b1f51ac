package org.jzfof.snapshot.file;

import java.util.List;
import java.util.Optional;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Expansion;
import org.jzfof.snapshot.header.Units;

/** The conventions of one code family: where values are stored, and what they mean. */
public interface Dialect {
  /** All dialects in order of precedence; the last one accepts every snapshot. */
  List<Dialect> ALL =
      List.of(
          new SwiftDialect(),
          new PkdgravDialect(),
          new DiscoDjDialect(),
          new Gadget4Dialect(),
          new GadgetDialect());

  static Dialect of(SnapshotFile f) {
    return ALL.stream().filter(d -> d.matches(f)).findFirst().orElseThrow();
  }

  CodeFamily family();

  /** Whether this family wrote the file. */
  boolean matches(SnapshotFile f);

  /** The groups with parameters, in order of precedence. */
  List<String> groups();

  /** Whether coordinates are comoving and the run has a scale factor. */
  boolean comoving(SnapshotFile f);

  /** The stored scale factor of a comoving run; NaN if it is missing. */
  double scaleFactor(SnapshotFile f);

  /** Name of the attribute that holds the scale factor. */
  default String scaleFactorFrom(SnapshotFile f) {
    return "Time";
  }

  /**
   * Requires that no attribute contradicts a run without expansion.
   *
   * @throws org.jzfof.error.SnapshotException if the file may be that of a cosmological run
   */
  default void requireNoExpansion(SnapshotFile f) {}

  /** Whether the file is a light cone: its particles have different times. */
  default boolean isLightcone(SnapshotFile f) {
    return false;
  }

  /** Factor from stored velocities to peculiar velocities a·dx/dt. */
  double velocityToPeculiar(SnapshotFile f, double scaleFactor);

  /** The cosmological parameters. */
  default Cosmology cosmology(SnapshotFile f) {
    return CosmologyAttributes.read(f, groups());
  }

  /** The statements of the file about the expansion at its time. */
  default Expansion.Stated stated(SnapshotFile f) {
    return Expansion.Stated.NOTHING;
  }

  /** The units that the file states. */
  Units units(SnapshotFile f);

  /** The units that are taken if neither the file nor the user gives them. */
  default Optional<Units> assumedUnits(SnapshotFile f) {
    return Optional.empty();
  }

  /** The gravitational softening of a particle type. The file may not state it. */
  default StatedSoftening softening(SnapshotFile f, int type) {
    return StatedSoftening.NONE;
  }

  /**
   * The radius at which the kernel of gas vanishes, in stored smoothing lengths.
   *
   * @throws org.jzfof.error.SnapshotException if the file does not state a known kernel
   */
  default double kernelRadius(SnapshotFile f) {
    return 1;
  }

  /**
   * Masses of the particles of each type, 0 for types with a mass per particle.
   *
   * @param counts number of particles of each type in the file
   */
  default double[] massTable(SnapshotFile f, long[] counts) {
    return f.numbers(SnapshotFile.HEADER, "MassTable");
  }

  /**
   * Side of the box in dimension d, in the unit of coordinates.
   *
   * @param stored side length in this dimension according to BoxSize
   */
  default double side(SnapshotFile f, int d, double stored) {
    return stored;
  }

  /** Statement of the file that its box was not periodic; empty if the box may be periodic. */
  default Optional<String> notPeriodic(SnapshotFile f) {
    return Optional.empty();
  }

  /**
   * Fractions of the particles of each type that were written, if the file holds a sample whose
   * masses are not scaled up; empty if the file holds all particles.
   */
  default double[] sampled(SnapshotFile f) {
    return new double[0];
  }

  /** Warnings about the cosmology and the masses. */
  default List<String> doubts(SnapshotFile f) {
    return CosmologyAttributes.doubts(f, groups(), cosmology(f));
  }
}
