package org.jzfof.snapshot.dialect;

import java.util.List;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
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

  /** Factor from stored velocities to peculiar velocities a·dx/dt. */
  double velocityToPeculiar(SnapshotFile f, double scaleFactor);

  Cosmology cosmology(SnapshotFile f);

  Units units(SnapshotFile f);

  /** Whether MassTable holds the masses of particles. */
  default boolean usesMassTable() {
    return true;
  }

  /** BoxSize over the box side in dimension d. */
  default double boxDivisor(SnapshotFile f, int d) {
    return 1;
  }

  /** Whether integer coordinates span the periodic box; otherwise their length is not stored. */
  default boolean periodic(SnapshotFile f) {
    return true;
  }
}
