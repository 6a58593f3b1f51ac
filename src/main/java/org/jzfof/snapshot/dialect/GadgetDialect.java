package org.jzfof.snapshot.dialect;

import java.util.List;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/** Gadget-2/3, AREPO with IllustrisTNG, and GIZMO; whatever no other dialect claims. */
final class GadgetDialect implements Dialect {
  /** Where parameters may stand: EAGLE has a group Units, newer AREPO a group Parameters. */
  private static final List<String> GROUPS = List.of(SnapshotFile.HEADER, "/Parameters", "/Units");

  private static final String COMOVING = "ComovingIntegrationOn";
  private static final String EXPANSION_FACTOR = "ExpansionFactor";

  @Override
  public CodeFamily family() {
    return CodeFamily.GADGET;
  }

  @Override
  public boolean matches(SnapshotFile f) {
    return true;
  }

  @Override
  public boolean comoving(SnapshotFile f) {
    return isComoving(f);
  }

  /**
   * Whether coordinates are comoving and Time is the scale factor: as the run's parameters say, or
   * if they are not stored, when Time and Redshift fit together.
   */
  static boolean isComoving(SnapshotFile f) {
    double flag = f.number(GROUPS, COMOVING);
    return Double.isNaN(flag) ? ScaleFactor.fits(time(f), redshift(f)) : flag != 0;
  }

  private static double redshift(SnapshotFile f) {
    return f.number(SnapshotFile.HEADER, "Redshift");
  }

  /** Time of the run, the scale factor if it is comoving, which EAGLE stores as such. */
  static double time(SnapshotFile f) {
    return f.number(List.of(SnapshotFile.HEADER), EXPANSION_FACTOR, "Time");
  }

  @Override
  public double scaleFactor(SnapshotFile f) {
    return time(f);
  }

  @Override
  public String scaleFactorFrom(SnapshotFile f) {
    return f.has(SnapshotFile.HEADER, EXPANSION_FACTOR) ? EXPANSION_FACTOR : "Time";
  }

  @Override
  public void requireNoExpansion(SnapshotFile f) {
    requireNoCosmology(f, cosmology(f));
  }

  /**
   * Complains of a header without a word on expansion that may be that of a cosmological run with
   * its Redshift missing or wrong. Gadget writes Redshift 0 in a run without expansion, whose Time
   * may be anything, and Omega0 is then 0, or left over from another run.
   */
  static void requireNoCosmology(SnapshotFile f, Cosmology cosmology) {
    double time = time(f);
    double redshift = redshift(f);
    boolean redshifted = !Double.isNaN(redshift) && redshift != 0;
    boolean early = time > 0 && time < 1;
    if (Double.isNaN(f.number(GROUPS, COMOVING))
        && cosmology.omegaMatter() > 0
        && (redshifted || early)) {
      throw new SnapshotException(
          "Time of %s is %s, Redshift is %s and Omega0 is %s, and no ComovingIntegrationOn says what Time means: write the Redshift of a cosmological run, or --trust-headers for a run without expansion"
              .formatted(f.path(), known(time), known(redshift), cosmology.omegaMatter()));
    }
  }

  private static String known(double value) {
    return Double.isNaN(value) ? "missing" : String.valueOf(value);
  }

  @Override
  public double velocityToPeculiar(SnapshotFile f, double scaleFactor) {
    return Math.sqrt(scaleFactor);
  }

  @Override
  public Cosmology cosmology(SnapshotFile f) {
    return cosmology(f, GROUPS);
  }

  static Cosmology cosmology(SnapshotFile f, List<String> groups) {
    return new Cosmology(
        f.number(groups, "Omega0", "Omega_Matter"),
        f.number(groups, "OmegaLambda", "Omega_Lambda"),
        f.number(groups, "OmegaBaryon", "Omega_Baryon"),
        f.number(groups, "HubbleParam"));
  }

  @Override
  public Units units(SnapshotFile f) {
    return units(f, GROUPS);
  }

  static Units units(SnapshotFile f, List<String> groups) {
    return new Units(
        f.number(groups, "UnitLength_in_cm", "UnitLength_In_CGS"),
        f.number(groups, "UnitMass_in_g", "UnitMass_In_CGS"),
        f.number(groups, "UnitVelocity_in_cm_per_s", "UnitVelocity_In_CGS"),
        isComoving(f));
  }
}
