package org.jzfof.snapshot;

import java.util.List;

/** Gadget-2/3, AREPO with IllustrisTNG, and GIZMO; whatever no other dialect claims. */
final class GadgetDialect implements Dialect {
  /** Where parameters may stand: EAGLE has a group Units, newer AREPO a group Parameters. */
  private static final List<String> GROUPS = List.of(PieceFile.HEADER, "/Parameters", "/Units");

  @Override
  public CodeFamily family() {
    return CodeFamily.GADGET;
  }

  @Override
  public boolean matches(PieceFile f) {
    return true;
  }

  /**
   * Whether coordinates are comoving and Time is the scale factor: as the run's parameters say, or
   * if they are not stored, when Time and Redshift fit together.
   */
  static boolean comoving(PieceFile f) {
    double flag = f.number(GROUPS, "ComovingIntegrationOn");
    if (!Double.isNaN(flag)) {
      return flag != 0;
    }
    double time = f.number(PieceFile.HEADER, "Time");
    double redshift = f.number(PieceFile.HEADER, "Redshift");
    return time > 0 && Math.abs(time * (1 + redshift) - 1) < 1e-3;
  }

  @Override
  public double scaleFactor(PieceFile f) {
    return comoving(f) ? f.number(PieceFile.HEADER, "Time") : 1;
  }

  @Override
  public double velocityToPeculiar(PieceFile f, double scaleFactor) {
    return Math.sqrt(scaleFactor);
  }

  @Override
  public Cosmology cosmology(PieceFile f) {
    return cosmology(f, GROUPS);
  }

  static Cosmology cosmology(PieceFile f, List<String> groups) {
    return new Cosmology(
        f.number(groups, "Omega0", "Omega_Matter"),
        f.number(groups, "OmegaLambda", "Omega_Lambda"),
        f.number(groups, "OmegaBaryon", "Omega_Baryon"),
        f.number(groups, "HubbleParam"));
  }

  @Override
  public Units units(PieceFile f) {
    return units(f, GROUPS);
  }

  static Units units(PieceFile f, List<String> groups) {
    return new Units(
        f.number(groups, "UnitLength_in_cm", "UnitLength_In_CGS"),
        f.number(groups, "UnitMass_in_g", "UnitMass_In_CGS"),
        f.number(groups, "UnitVelocity_in_cm_per_s", "UnitVelocity_In_CGS"),
        comoving(f));
  }
}
