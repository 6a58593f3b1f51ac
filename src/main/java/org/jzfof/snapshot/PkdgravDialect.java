package org.jzfof.snapshot;

import java.util.List;

/**
 * PKDGRAV3: code units without h. Time is not the scale factor; stored velocities are comoving,
 * dx/dt (the momentum a²·dx/dt scaled by 1/a²).
 */
final class PkdgravDialect implements Dialect {
  private static final List<String> GROUPS = List.of("/Cosmology", PieceFile.HEADER);
  private static final String REDSHIFT = "Redshift";
  private static final double CM_PER_KPC = 3.0856775814913673e21;
  private static final double G_PER_SOLAR_MASS = 1.988409870698051e33;

  @Override
  public CodeFamily family() {
    return CodeFamily.PKDGRAV;
  }

  @Override
  public boolean matches(PieceFile f) {
    return f.has(PieceFile.HEADER, "PKDGRAV version") || f.has("/Units", "MsolUnit");
  }

  @Override
  public boolean comoving(PieceFile f) {
    double cosmological = f.number(GROUPS, "Cosmological run");
    return Double.isNaN(cosmological) ? !Double.isNaN(scaleFactor(f)) : cosmological != 0;
  }

  @Override
  public double scaleFactor(PieceFile f) {
    return 1 / (1 + f.number(PieceFile.HEADER, REDSHIFT));
  }

  @Override
  public String scaleFactorFrom(PieceFile f) {
    return REDSHIFT;
  }

  @Override
  public double velocityToPeculiar(PieceFile f, double scaleFactor) {
    return scaleFactor;
  }

  @Override
  public Cosmology cosmology(PieceFile f) {
    return new Cosmology(
        f.number(GROUPS, "Omega_m", "Omega0"),
        f.number(GROUPS, "Omega_lambda", "OmegaLambda"),
        f.number(GROUPS, "Omega_b", "OmegaB"),
        f.number(GROUPS, "HubbleParam", "h"));
  }

  @Override
  public Units units(PieceFile f) {
    return new Units(
        f.number("/Units", "KpcUnit") * CM_PER_KPC,
        f.number("/Units", "MsolUnit") * G_PER_SOLAR_MASS,
        f.number("/Units", "KmPerSecUnit") * 1e5,
        false);
  }
}
