package org.jzfof.snapshot.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Expansion;
import org.jzfof.snapshot.header.Units;

/**
 * SWIFT, and files in its layout from swiftsimio, MUSIC and monofonIC: lengths and masses without
 * h, peculiar velocities, masses per particle.
 */
final class SwiftDialect implements Dialect {
  private static final String COSMOLOGY = "/Cosmology";
  private static final List<String> GROUPS = List.of(COSMOLOGY, SnapshotFile.HEADER);
  private static final List<String> HEADER = List.of(SnapshotFile.HEADER);
  private static final String SCALE_FACTOR = "Scale-factor";
  private static final String UNITS = "/Units";
  private static final String INTERNAL_UNITS = "/InternalCodeUnits";
  private static final String LENGTH = "Unit length in cgs (U_L)";
  private static final String MASS = "Unit mass in cgs (U_M)";
  private static final String TIME = "Unit time in cgs (U_t)";
  private static final String SUBSAMPLED = "SubSampled";
  private static final String SCHEME = "/HydroScheme";
  private static final String KERNEL = "Kernel function";

  /**
   * Radius at which a kernel vanishes, in smoothing lengths h (Dehnen and Aly 2012, MNRAS 425,
   * 1068, table 1).
   */
  private static final Map<String, Double> KERNEL_RADII =
      Map.of(
          "Cubic spline (M4)", 1.825742,
          "Quartic spline (M5)", 2.018932,
          "Quintic spline (M6)", 2.195775,
          "Wendland C2", 1.936492,
          "Wendland C4", 2.207940,
          "Wendland C6", 2.449490);

  @Override
  public CodeFamily family() {
    return CodeFamily.SWIFT;
  }

  @Override
  public boolean matches(SnapshotFile f) {
    return f.text(SnapshotFile.HEADER, "Code").equals("SWIFT")
        || f.text("/Code", "Code").equals("SWIFT")
        || f.has(UNITS, LENGTH); // swiftsimio names no code, but only its files have these units
  }

  @Override
  public List<String> groups() {
    return GROUPS;
  }

  @Override
  public boolean comoving(SnapshotFile f) {
    if (isLightcone(f)) {
      return true;
    }
    double cosmological = f.number(GROUPS, "Cosmological run");
    return Double.isNaN(cosmological) ? !Double.isNaN(scaleFactor(f)) : cosmological != 0;
  }

  /**
   * The scale factor. Initial conditions of MUSIC have the redshift under the name of the scale
   * factor, and those of monofonIC lack it. Both have the scale factor in Time, where SWIFT has the
   * time.
   */
  @Override
  public double scaleFactor(SnapshotFile f) {
    String from = scaleFactorFrom(f);
    return f.number(from.equals(SCALE_FACTOR) ? GROUPS : HEADER, from);
  }

  @Override
  public String scaleFactorFrom(SnapshotFile f) {
    double redshift = f.number(SnapshotFile.HEADER, "Redshift");
    boolean fits = ScaleFactor.fits(f.number(GROUPS, SCALE_FACTOR), redshift);
    return !fits && ScaleFactor.fits(f.number(SnapshotFile.HEADER, "Time"), redshift)
        ? "Time"
        : SCALE_FACTOR;
  }

  @Override
  public boolean isLightcone(SnapshotFile f) {
    return f.isLightconeOfSwift();
  }

  @Override
  public double velocityToPeculiar(SnapshotFile f, double scaleFactor) {
    return 1;
  }

  @Override
  public Expansion.Stated stated(SnapshotFile f) {
    String units = f.has(INTERNAL_UNITS, LENGTH) ? INTERNAL_UNITS : UNITS;
    double density = f.number(units, MASS) / Math.pow(f.number(units, LENGTH), 3);
    double rate = f.number(COSMOLOGY, "H [internal units]") / f.number(units, TIME);
    double critical = f.number(COSMOLOGY, "Critical density [internal units]") * density;
    return new Expansion.Stated(
        rate > 0 ? rate : Double.NaN,
        critical > 0 ? critical : Double.NaN,
        f.number(COSMOLOGY, "Omega_nu"));
  }

  @Override
  public Units units(SnapshotFile f) {
    double length = f.number(UNITS, LENGTH);
    double time = f.number(UNITS, TIME);
    return new Units(length, f.number(UNITS, MASS), length / time, perHubble(f));
  }

  /** Whether units carry factors of h: only initial conditions may, and they state it. */
  private static boolean perHubble(SnapshotFile f) {
    return f.children("/").stream()
        .filter(name -> name.matches("PartType\\d+"))
        .mapToDouble(name -> f.number("/" + name + "/Coordinates", "h-scale exponent"))
        .anyMatch(exponent -> exponent == -1);
  }

  /**
   * The masses of types without a mass per particle. SWIFT writes an empty table; writers of
   * initial conditions put masses there in addition to masses per particle, which take precedence,
   * or instead of them.
   */
  @Override
  public double[] massTable(SnapshotFile f, long[] counts) {
    double[] table = Arrays.copyOf(f.numbers(SnapshotFile.HEADER, "MassTable"), counts.length);
    for (int type = 0; type < table.length; type++) {
      if (counts[type] == 0 || ParticleColumn.MASSES.find(f, type).isPresent()) {
        table[type] = 0;
      }
    }
    return table;
  }

  /** The side; 0 in dimensions that a run in one or two dimensions does not have. */
  @Override
  public double side(SnapshotFile f, int d, double stored) {
    return d > 0 && d >= f.number(SnapshotFile.HEADER, "Dimension") ? 0 : stored;
  }

  /** The softening, converted from internal units, which may differ from those of the data. */
  @Override
  public StatedSoftening softening(SnapshotFile f, int type) {
    double unit = f.number(INTERNAL_UNITS, LENGTH) / f.number(UNITS, LENGTH);
    return Softenings.ofSwift(f, type).in(Double.isNaN(unit) ? 1 : unit);
  }

  /** The radius of the kernel over h: SWIFT stores h, other codes store the radius. */
  @Override
  public double kernelRadius(SnapshotFile f) {
    String kernel = f.exists(SCHEME) && f.has(SCHEME, KERNEL) ? f.text(SCHEME, KERNEL) : "missing";
    Double radius = KERNEL_RADII.get(kernel.strip());
    if (radius == null) {
      throw new SnapshotException(
          "HydroScheme@%s in %s is %s, so that the radius of the kernel is not known: give it in smoothing lengths, such as --smoothing 1.94"
              .formatted(KERNEL, f.path(), kernel));
    }
    return radius;
  }

  /** Reads the parameter, which is a text; before 2019 it was a number. */
  @Override
  public Optional<String> notPeriodic(SnapshotFile f) {
    if (isLightcone(f)) {
      return Optional.of("it is a light cone");
    }
    String name = "InitialConditions:periodic";
    if (f.text("/Parameters", name).strip().equals("0")
        || f.numberOrNaN("/Parameters", name) == 0) {
      return Optional.of(name + " of its parameters is 0");
    }
    return f.number("/RuntimePars", "PeriodicBoundariesOn") == 0
        ? Optional.of("PeriodicBoundariesOn of its parameters is 0")
        : Optional.empty();
  }

  @Override
  public double[] sampled(SnapshotFile f) {
    if (!f.text(SnapshotFile.HEADER, "OutputType").strip().equals(SUBSAMPLED)) {
      return new double[0];
    }
    double[] fractions = f.numbers(SnapshotFile.HEADER, "SubSampleFractions");
    return fractions.length > 0 ? fractions : new double[] {Double.NaN};
  }

  @Override
  public List<String> doubts(SnapshotFile f) {
    List<String> doubts = new ArrayList<>(Dialect.super.doubts(f));
    int neutrinos = 6;
    if (f.hasColumn(neutrinos, "Weights")) {
      doubts.add(
          "neutrinos have Weights (PartType6), which jzfof does not use: their masses count as they are stored");
    }
    return doubts;
  }
}
