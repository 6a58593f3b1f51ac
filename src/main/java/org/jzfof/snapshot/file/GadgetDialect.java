package org.jzfof.snapshot.file;

import java.util.List;
import java.util.Optional;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.binary.SnapshotFormats;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/** Gadget-2/3, AREPO with IllustrisTNG, GIZMO, and all files that match no other dialect. */
final class GadgetDialect implements Dialect {
  /** Groups with parameters: EAGLE has a group Units, newer AREPO a group Parameters. */
  private static final List<String> GROUPS =
      List.of(SnapshotFile.HEADER, "/Parameters", "/Units", "/Parameters/NumericalParameters");

  private static final double KPC_CM = Units.MPC.lengthCm() / 1000;
  private static final String CONFIG = "/Config";
  private static final List<String> AXES = List.of("X", "Y", "Z");

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
  public List<String> groups() {
    return GROUPS;
  }

  @Override
  public boolean comoving(SnapshotFile f) {
    return isComoving(f);
  }

  /**
   * Whether coordinates are comoving and Time is the scale factor. The parameters of the run
   * decide; if they are not stored, Time and Redshift must agree. They also agree at time 1 of a
   * run without expansion, which has neither matter nor dark energy.
   */
  static boolean isComoving(SnapshotFile f) {
    double flag = f.number(GROUPS, COMOVING);
    if (!Double.isNaN(flag)) {
      return flag != 0;
    }
    return ScaleFactor.fits(time(f), redshift(f))
        && !(CosmologyAttributes.MATTER.in(f, GROUPS) == 0
            && CosmologyAttributes.DARK_ENERGY.in(f, GROUPS) == 0);
  }

  private static double redshift(SnapshotFile f) {
    return f.number(SnapshotFile.HEADER, "Redshift");
  }

  /** Time of the run: the scale factor in a comoving run, which EAGLE stores as ExpansionFactor. */
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
   * Rejects a header without ComovingIntegrationOn that may belong to a cosmological run with a
   * missing or wrong Redshift. In a run without expansion Gadget writes a Redshift of 0; the Time
   * may have any value, and Omega0 is 0 or a remainder of another run.
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
  public Units units(SnapshotFile f) {
    return units(f, GROUPS);
  }

  /**
   * Units of lengths and masses are per h in a run with expansion. GIZMO states them with that
   * factor, as UnitLength_In_CGS (UNIT_LENGTH_IN_CGS of its allvars.h); the others state them
   * without, as UnitLength_in_cm.
   */
  static Units units(SnapshotFile f, List<String> groups) {
    boolean perHubble = isComoving(f);
    double length = f.number(groups, "UnitLength_in_cm");
    double mass = f.number(groups, "UnitMass_in_g");
    if (Double.isNaN(length) || Double.isNaN(mass)) {
      double h = perHubble ? CosmologyAttributes.HUBBLE.in(f, groups) : 1;
      length = Double.isNaN(length) ? h * f.number(groups, "UnitLength_In_CGS") : length;
      mass = Double.isNaN(mass) ? h * f.number(groups, "UnitMass_In_CGS") : mass;
    }
    return new Units(
        length,
        mass,
        f.number(groups, "UnitVelocity_in_cm_per_s", "UnitVelocity_In_CGS"),
        perHubble);
  }

  /**
   * A binary snapshot has no place for units: those of Gadget's example parameter files are usual.
   */
  @Override
  public Optional<Units> assumedUnits(SnapshotFile f) {
    return f.exists(SnapshotFormats.BINARY)
        ? Optional.of(
            new Units(KPC_CM, Units.MPC.massG(), Units.MPC.velocityCmPerS(), isComoving(f)))
        : Optional.empty();
  }

  /** AREPO stretches the box by factors that are options of the build. */
  @Override
  public double side(SnapshotFile f, int d, double stored) {
    double factor = f.numberOrNaN(CONFIG, "LONG_" + AXES.get(d));
    return factor > 0 ? factor * stored : stored;
  }

  @Override
  public StatedSoftening softening(SnapshotFile f, int type) {
    StatedSoftening ofClass = Softenings.ofGadget(f, type);
    return ofClass.isStated() ? ofClass : Softenings.ofGizmo(f, type);
  }

  /** AREPO and StePS state that a box is not periodic; other codes do not. */
  @Override
  public Optional<String> notPeriodic(SnapshotFile f) {
    if (f.numberOrNaN("/Parameters", "PeriodicBoundariesOn") == 0) {
      return Optional.of("PeriodicBoundariesOn of its parameters is 0");
    }
    for (String name :
        List.of("GRAVITY_NOT_PERIODIC", "REFLECTIVE_X", "REFLECTIVE_Y", "REFLECTIVE_Z")) {
      if (f.has(CONFIG, name) && f.numberOrNaN(CONFIG, name) != 0) {
        return Optional.of("it was built with %s (/Config)".formatted(name));
      }
    }
    String topology = f.text(SnapshotFile.HEADER, "TopologicalManifold").strip();
    return topology.isEmpty() || topology.equals("T^3")
        ? Optional.empty()
        : Optional.of("its TopologicalManifold is " + topology);
  }
}
