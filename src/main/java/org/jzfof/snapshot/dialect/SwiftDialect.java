package org.jzfof.snapshot.dialect;

import java.util.List;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/**
 * SWIFT, and what swiftsimio writes for it: lengths and masses without h, peculiar velocities,
 * masses per particle.
 */
final class SwiftDialect implements Dialect {
  private static final List<String> GROUPS = List.of("/Cosmology", SnapshotFile.HEADER);
  private static final String SCALE_FACTOR = "Scale-factor";
  private static final String UNITS = "/Units";
  private static final String LENGTH = "Unit length in cgs (U_L)";

  @Override
  public CodeFamily family() {
    return CodeFamily.SWIFT;
  }

  @Override
  public boolean matches(SnapshotFile f) {
    return f.text(SnapshotFile.HEADER, "Code").equals("SWIFT")
        || f.text("/Code", "Code").equals("SWIFT")
        || f.has(UNITS, LENGTH); // swiftsimio names no code, but no other has such units
  }

  @Override
  public boolean comoving(SnapshotFile f) {
    double cosmological = f.number(GROUPS, "Cosmological run");
    return Double.isNaN(cosmological) ? !Double.isNaN(scaleFactor(f)) : cosmological != 0;
  }

  @Override
  public double scaleFactor(SnapshotFile f) {
    return f.number(GROUPS, SCALE_FACTOR);
  }

  @Override
  public String scaleFactorFrom(SnapshotFile f) {
    return SCALE_FACTOR;
  }

  @Override
  public double velocityToPeculiar(SnapshotFile f, double scaleFactor) {
    return 1;
  }

  @Override
  public Cosmology cosmology(SnapshotFile f) {
    return new Cosmology(
        f.number(GROUPS, "Omega_m"),
        f.number(GROUPS, "Omega_lambda"),
        f.number(GROUPS, "Omega_b"),
        f.number(GROUPS, "h"));
  }

  @Override
  public Units units(SnapshotFile f) {
    double length = f.number(UNITS, LENGTH);
    double time = f.number(UNITS, "Unit time in cgs (U_t)");
    double mass = f.number(UNITS, "Unit mass in cgs (U_M)");
    return new Units(length, mass, length / time, perHubble(f));
  }

  /** SWIFT has no h in any unit; initial conditions may have, and then say so. */
  private static boolean perHubble(SnapshotFile f) {
    return f.children("/").stream()
        .filter(name -> name.matches("PartType\\d+"))
        .mapToDouble(name -> f.number("/" + name + "/Coordinates", "h-scale exponent"))
        .anyMatch(exponent -> exponent == -1);
  }

  @Override
  public boolean usesMassTable() {
    return false;
  }
}
