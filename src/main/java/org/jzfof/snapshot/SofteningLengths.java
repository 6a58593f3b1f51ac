package org.jzfof.snapshot;

import java.util.OptionalDouble;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Gravitational softening as snapshots state it: Plummer-equivalent lengths, comoving, in the units
 * of the snapshot. Gadget-4 and AREPO have classes of particle types, each with a comoving length
 * and a largest physical one; SWIFT has one of each for dark matter and for baryons.
 */
public final class SofteningLengths {
  private static final String PARAMETERS = "/Parameters";
  private static final String SWIFT = "/GravityScheme";
  private static final String SWIFT_LENGTH =
      "%s %s softening length (Plummer equivalent) [internal units]";

  private SofteningLengths() {}

  /**
   * The softening of a particle type as it is stated, which may be 0; empty where it is not.
   *
   * @throws org.jzfof.error.SnapshotException if the first file cannot be read
   */
  public static OptionalDouble of(SnapshotHeader header, int type) {
    double length =
        SnapshotFile.read(header.pieces().get(0), f -> length(f, type, header.scaleFactor()));
    return Double.isNaN(length) ? OptionalDouble.empty() : OptionalDouble.of(length);
  }

  private static double length(SnapshotFile f, int type, double scaleFactor) {
    double gadget = f.number(PARAMETERS, "SofteningClassOfPartType" + type);
    if (!Double.isNaN(gadget)) {
      String of = "Class" + (int) gadget;
      return smaller(f, PARAMETERS, "SofteningComoving" + of, "SofteningMaxPhys" + of, scaleFactor);
    }
    double arepo = f.number(PARAMETERS, "SofteningTypeOfPartType" + type);
    if (!Double.isNaN(arepo)) {
      String of = "Type" + (int) arepo;
      return smaller(f, PARAMETERS, "SofteningComoving" + of, "SofteningMaxPhys" + of, scaleFactor);
    }
    String kind = type == 1 || type == 2 ? "DM" : "baryon";
    return smaller(
        f,
        SWIFT,
        SWIFT_LENGTH.formatted("Comoving", kind),
        SWIFT_LENGTH.formatted("Maximal physical", kind),
        scaleFactor);
  }

  /** The comoving length, but no more than the physical one, if that is known. */
  private static double smaller(
      SnapshotFile f, String group, String comoving, String physical, double scaleFactor) {
    double length = f.number(group, comoving);
    double most = f.number(group, physical) / scaleFactor;
    return most < length ? most : length;
  }
}
