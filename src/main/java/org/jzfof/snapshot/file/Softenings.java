package org.jzfof.snapshot.file;

import java.util.List;

/**
 * Gravitational softening in the stored forms of several codes. Gadget-4 and AREPO have classes of
 * particle types, each with a comoving length and a maximum physical length. SWIFT has these two
 * lengths for dark matter, baryons and neutrinos; some attribute names have two blanks. GIZMO has
 * the extent of the kernel at the time of the snapshot.
 */
final class Softenings {
  private static final String PARAMETERS = "/Parameters";
  private static final String SWIFT = "/GravityScheme";
  private static final String SWIFT_LENGTH = "%s %s softening length (Plummer equivalent)%s";
  private static final List<String> SWIFT_UNITS =
      List.of("  [internal units]", " [internal units]");
  private static final String GIZMO = "Fixed_ForceSoftening_Keplerian_Kernel_Extent";

  /**
   * Extent of the spline kernel over the Plummer-equivalent length (Springel 2005, section 2.2).
   */
  private static final double SPLINE_EXTENT = 2.8;

  private static final int NEUTRINO = 6;

  private Softenings() {}

  /** The softening in Gadget-4 (by the class of the type) or AREPO (by the type of softening). */
  static StatedSoftening ofGadget(SnapshotFile f, int type) {
    for (String kind : List.of("Class", "Type")) {
      double number = f.number(PARAMETERS, "Softening" + kind + "OfPartType" + type);
      if (!Double.isNaN(number)) {
        String of = kind + (int) number;
        return stated(f, PARAMETERS, "SofteningComoving" + of, "SofteningMaxPhys" + of);
      }
    }
    return StatedSoftening.NONE;
  }

  /** The softening in GIZMO, which stores the smaller of the two lengths. */
  static StatedSoftening ofGizmo(SnapshotFile f, int type) {
    double[] extents = f.numbers(SnapshotFile.HEADER, GIZMO);
    return type < extents.length
        ? new StatedSoftening(extents[type] / SPLINE_EXTENT, Double.NaN, 1)
        : StatedSoftening.NONE;
  }

  /** The softening in SWIFT, in its internal units. */
  static StatedSoftening ofSwift(SnapshotFile f, int type) {
    String kind = type == 1 || type == 2 ? "DM" : type == NEUTRINO ? "neutrino" : "baryon";
    return stated(f, SWIFT, swiftName(f, "Comoving", kind), swiftName(f, "Maximal physical", kind));
  }

  private static String swiftName(SnapshotFile f, String which, String kind) {
    return SWIFT_UNITS.stream()
        .map(unit -> SWIFT_LENGTH.formatted(which, kind, unit))
        .filter(full -> f.has(SWIFT, full))
        .findFirst()
        .orElse(SWIFT_LENGTH);
  }

  private static StatedSoftening stated(
      SnapshotFile f, String group, String comoving, String maximum) {
    return new StatedSoftening(f.number(group, comoving), f.number(group, maximum), 1);
  }
}
