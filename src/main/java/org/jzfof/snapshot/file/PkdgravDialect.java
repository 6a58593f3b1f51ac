package org.jzfof.snapshot.file;

import java.util.List;
import java.util.Optional;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Units;

/**
 * PKDGRAV3: code units without h. Time is not the scale factor; stored velocities are comoving,
 * dx/dt (the momentum a²·dx/dt scaled by 1/a²).
 */
final class PkdgravDialect implements Dialect {
  private static final List<String> GROUPS = List.of("/Cosmology", SnapshotFile.HEADER);
  private static final String REDSHIFT = "Redshift";
  private static final double CM_PER_KPC = 3.0856775814913673e21;
  private static final double G_PER_SOLAR_MASS = 1.988409870698051e33;
  private static final double TOLERANCE = 1e-3;

  @Override
  public CodeFamily family() {
    return CodeFamily.PKDGRAV;
  }

  @Override
  public boolean matches(SnapshotFile f) {
    return f.has(SnapshotFile.HEADER, "PKDGRAV version") || f.has("/Units", "MsolUnit");
  }

  @Override
  public List<String> groups() {
    return GROUPS;
  }

  @Override
  public boolean comoving(SnapshotFile f) {
    double cosmological = f.number(GROUPS, "Cosmological run");
    return Double.isNaN(cosmological) ? !Double.isNaN(scaleFactor(f)) : cosmological != 0;
  }

  @Override
  public double scaleFactor(SnapshotFile f) {
    return 1 / (1 + f.number(SnapshotFile.HEADER, REDSHIFT));
  }

  @Override
  public String scaleFactorFrom(SnapshotFile f) {
    return REDSHIFT;
  }

  @Override
  public double velocityToPeculiar(SnapshotFile f, double scaleFactor) {
    return scaleFactor;
  }

  @Override
  public Units units(SnapshotFile f) {
    return new Units(
        f.number("/Units", "KpcUnit") * CM_PER_KPC,
        f.number("/Units", "MsolUnit") * G_PER_SOLAR_MASS,
        f.number("/Units", "KmPerSecUnit") * 1e5,
        false);
  }

  /**
   * The side in code units: PKDGRAV3 writes BoxSize in Mpc/h, and the box side is one code unit.
   */
  @Override
  public double side(SnapshotFile f, int d, double stored) {
    double unit =
        f.number("/Units", "KpcUnit") / 1e3 * CosmologyAttributes.HUBBLE.in(f, GROUPS); // Mpc/h
    return Math.abs(stored - unit) <= TOLERANCE * unit ? 1 : stored;
  }

  @Override
  public Optional<String> notPeriodic(SnapshotFile f) {
    return f.number(List.of("/Parameters", "/parameters"), "bPeriodic") == 0
        ? Optional.of("bPeriodic of its parameters is 0")
        : Optional.empty();
  }
}
