package org.jzfof.snapshot;

import java.util.List;

/** Where one code family keeps what is not the same everywhere, and what it means. */
interface Dialect {
  /** Tried in this order; the last one takes what is left. */
  List<Dialect> ALL =
      List.of(
          new SwiftDialect(),
          new PkdgravDialect(),
          new DiscoDjDialect(),
          new Gadget4Dialect(),
          new GadgetDialect());

  static Dialect of(PieceFile f) {
    return ALL.stream().filter(d -> d.matches(f)).findFirst().orElseThrow();
  }

  CodeFamily family();

  /** Whether this family wrote the file. */
  boolean matches(PieceFile f);

  /** Whether coordinates are comoving and the run has a scale factor. */
  boolean comoving(PieceFile f);

  /** Scale factor as stored in a comoving run; NaN where it is missing. */
  double scaleFactor(PieceFile f);

  /** The attribute that the scale factor comes from. */
  default String scaleFactorFrom(PieceFile f) {
    return "Time";
  }

  /**
   * Looks for what contradicts a run that is not comoving.
   *
   * @throws org.jzfof.error.SnapshotException if the file does not say clearly that it is none
   */
  default void requireNoExpansion(PieceFile f) {}

  /** Factor from stored velocities to peculiar velocities a·dx/dt. */
  double velocityToPeculiar(PieceFile f, double scaleFactor);

  Cosmology cosmology(PieceFile f);

  Units units(PieceFile f);

  /** Whether MassTable holds the masses of particles. */
  default boolean usesMassTable() {
    return true;
  }

  /** BoxSize over the box side in dimension d. */
  default double boxDivisor(PieceFile f, int d) {
    return 1;
  }

  /** Whether integer coordinates span the periodic box; otherwise their length is not stored. */
  default boolean periodic(PieceFile f) {
    return true;
  }
}
