package org.jzfof.snapshot;

import java.util.List;

/** SWIFT: lengths and masses without h, peculiar velocities, masses per particle. */
final class SwiftDialect implements Dialect {
  private static final List<String> GROUPS = List.of("/Cosmology", PieceFile.HEADER);
  private static final String SCALE_FACTOR = "Scale-factor";

  @Override
  public CodeFamily family() {
    return CodeFamily.SWIFT;
  }

  @Override
  public boolean matches(PieceFile f) {
    return f.text(PieceFile.HEADER, "Code").equals("SWIFT")
        || f.text("/Code", "Code").equals("SWIFT");
  }

  @Override
  public boolean comoving(PieceFile f) {
    double cosmological = f.number(GROUPS, "Cosmological run");
    return Double.isNaN(cosmological) ? !Double.isNaN(scaleFactor(f)) : cosmological != 0;
  }

  @Override
  public double scaleFactor(PieceFile f) {
    return f.number(GROUPS, SCALE_FACTOR);
  }

  @Override
  public String scaleFactorFrom(PieceFile f) {
    return SCALE_FACTOR;
  }

  @Override
  public double velocityToPeculiar(PieceFile f, double scaleFactor) {
    return 1;
  }

  @Override
  public Cosmology cosmology(PieceFile f) {
    return new Cosmology(
        f.number(GROUPS, "Omega_m"),
        f.number(GROUPS, "Omega_lambda"),
        f.number(GROUPS, "Omega_b"),
        f.number(GROUPS, "h"));
  }

  @Override
  public Units units(PieceFile f) {
    double length = f.number("/Units", "Unit length in cgs (U_L)");
    double time = f.number("/Units", "Unit time in cgs (U_t)");
    return new Units(length, f.number("/Units", "Unit mass in cgs (U_M)"), length / time, false);
  }

  @Override
  public boolean usesMassTable() {
    return false;
  }
}
