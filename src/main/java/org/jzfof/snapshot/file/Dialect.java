package org.jzfof.snapshot.file;

import java.util.List;
import java.util.Optional;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Expansion;
import org.jzfof.snapshot.header.Units;

/** The conventions of one code family: where values are stored, and what they mean. */
public interface Dialect {
  /** The dialects in the order in which they are tried; the last one accepts every snapshot. */
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

  /** The groups with parameters, in the order in which they count. */
  List<String> groups();

  /** Whether coordinates are comoving and the run has a scale factor. */
  boolean comoving(SnapshotFile f);

  /** Scale factor as stored in a comoving run; NaN where it is missing. */
  double scaleFactor(SnapshotFile f);

  /** The attribute that the scale factor comes from. */
  default String scaleFactorFrom(SnapshotFile f) {
    return "Time";
  }

  /**
   * Looks for what contradicts a run that is not comoving.
   *
   * @throws org.jzfof.error.SnapshotException if the file does not say clearly that it is none
   */
  default void requireNoExpansion(SnapshotFile f) {}

  /** Whether the particles are those of a light cone, each of its own time, which is not stored. */
  default boolean isLightcone(SnapshotFile f) {
    return false;
  }

  /** Factor from stored velocities to peculiar velocities a·dx/dt. */
  double velocityToPeculiar(SnapshotFile f, double scaleFactor);

  /** The cosmological parameters. */
  default Cosmology cosmology(SnapshotFile f) {
    return CosmologyAttributes.read(f, groups());
  }

  /** What the file states of the expansion at its time. */
  default Expansion.Stated stated(SnapshotFile f) {
    return Expansion.Stated.NOTHING;
  }

  Units units(SnapshotFile f);

  /**
   * The gravitational softening of a particle type: Plummer-equivalent, comoving, in the unit of
   * coordinates; NaN where the file does not state it.
   */
  default double softening(SnapshotFile f, int type, double scaleFactor) {
    return Double.NaN;
  }

  /**
   * The radius at which the kernel of gas vanishes, over the smoothing length that is stored.
   *
   * @throws org.jzfof.error.SnapshotException if the file does not say which kernel it is
   */
  default double kernelRadius(SnapshotFile f) {
    return 1;
  }

  /**
   * Masses of the particles of each type, 0 where each has its own.
   *
   * @param counts number of particles of each type in the file
   */
  default double[] massTable(SnapshotFile f, long[] counts) {
    return f.numbers(SnapshotFile.HEADER, "MassTable");
  }

  /**
   * Side of the box in dimension d, in the unit of coordinates.
   *
   * @param stored side lengths as BoxSize states them
   */
  default double side(SnapshotFile f, int d, double stored) {
    return stored;
  }

  /** How the file says that its box did not wrap around in the simulation; empty where it may. */
  default Optional<String> notPeriodic(SnapshotFile f) {
    return Optional.empty();
  }

  /**
   * Fractions of the particles of each type that were written, where the file holds a sample whose
   * masses are not scaled up; empty where it holds all.
   */
  default double[] sampled(SnapshotFile f) {
    return new double[0];
  }

  /** Sentences on the cosmology and masses that a user should know. */
  default List<String> doubts(SnapshotFile f) {
    return CosmologyAttributes.doubts(f, groups(), cosmology(f));
  }
}
