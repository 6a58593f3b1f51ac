package org.jzfof.snapshot;

import java.util.List;
import java.util.OptionalDouble;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Gravitational softening as snapshots state it: Plummer-equivalent lengths, comoving, in the units
 * of the snapshot. Gadget-4 and AREPO have classes of particle types, each with a comoving length
 * and a largest physical one; SWIFT has one of each for dark matter and for baryons, in its
 * internal units, and two blanks in some of their names; GIZMO has the extent of the kernel at the
 * time of the snapshot.
 */
public final class SofteningLengths {
  private static final String PARAMETERS = "/Parameters";
  private static final String SWIFT = "/GravityScheme";
  private static final String SWIFT_LENGTH = "%s %s softening length (Plummer equivalent)%s";
  private static final List<String> SWIFT_UNITS =
      List.of("  [internal units]", " [internal units]");
  private static final String UNIT_LENGTH = "Unit length in cgs (U_L)";
  private static final String GIZMO = "Fixed_ForceSoftening_Keplerian_Kernel_Extent";

  /**
   * Extent of the spline kernel over the Plummer-equivalent length (Springel 2005, section 2.2).
   */
  private static final double SPLINE_EXTENT = 2.8;

  private static final int NEUTRINO = 6;

  private SofteningLengths() {}

  /**
   * The softening of a particle type as it is stated, 0 included; empty where nothing is stated.
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
    double[] extents = f.numbers(SnapshotFile.HEADER, GIZMO);
    if (type < extents.length) {
      return extents[type] / SPLINE_EXTENT;
    }
    String kind = type == 1 || type == 2 ? "DM" : type == NEUTRINO ? "neutrino" : "baryon";
    double length =
        smaller(
            f,
            SWIFT,
            swiftName(f, "Comoving", kind),
            swiftName(f, "Maximal physical", kind),
            scaleFactor);
    double unit = f.number("/InternalCodeUnits", UNIT_LENGTH) / f.number("/Units", UNIT_LENGTH);
    return Double.isNaN(unit) ? length : length * unit;
  }

  private static String swiftName(SnapshotFile f, String which, String kind) {
    return SWIFT_UNITS.stream()
        .map(unit -> SWIFT_LENGTH.formatted(which, kind, unit))
        .filter(full -> f.has(SWIFT, full))
        .findFirst()
        .orElse(SWIFT_LENGTH);
  }

  /** The comoving length, but no more than the physical one, if that is known. */
  private static double smaller(
      SnapshotFile f, String group, String comoving, String physical, double scaleFactor) {
    double length = f.number(group, comoving);
    double most = f.number(group, physical) / scaleFactor;
    return most < length ? most : length;
  }
}
