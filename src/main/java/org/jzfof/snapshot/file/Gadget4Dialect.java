package org.jzfof.snapshot.file;

import java.util.List;
import java.util.Optional;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/** Gadget-4: cosmology and units in the group Parameters, build options in the group Config. */
final class Gadget4Dialect implements Dialect {
  private static final String PARAMETERS = "/Parameters";
  private static final List<String> GROUPS = List.of(PARAMETERS, SnapshotFile.HEADER);
  private static final int DARK_MATTER = 1;
  private static final String CONFIG = "/Config";

  /** Options of the build by which the matter is not a cubic grid of particles of type 1. */
  private static final List<String> NO_GRID_OF_DARK_MATTER =
      List.of(
          "GENERATE_GAS_IN_ICS",
          "SPLIT_PARTICLE_TYPE",
          "SECOND_ORDER_LPT_ICS",
          "LONG_X_BITS",
          "LONG_Y_BITS",
          "LONG_Z_BITS");

  private static final String[] LONG_BITS = {"LONG_X_BITS", "LONG_Y_BITS", "LONG_Z_BITS"};

  @Override
  public CodeFamily family() {
    return CodeFamily.GADGET4;
  }

  @Override
  public boolean matches(SnapshotFile f) {
    return f.has(PARAMETERS, "Omega0")
        && !f.has(SnapshotFile.HEADER, "Omega0")
        && !f.has(SnapshotFile.HEADER, "Flag_Sfr");
  }

  @Override
  public List<String> groups() {
    return GROUPS;
  }

  @Override
  public boolean comoving(SnapshotFile f) {
    return GadgetDialect.isComoving(f);
  }

  @Override
  public double scaleFactor(SnapshotFile f) {
    return GadgetDialect.time(f);
  }

  @Override
  public void requireNoExpansion(SnapshotFile f) {
    GadgetDialect.requireNoCosmology(f, cosmology(f));
  }

  /** Files of light cones lack Time and Redshift, and state their number as NumFiles. */
  @Override
  public boolean isLightcone(SnapshotFile f) {
    String header = SnapshotFile.HEADER;
    return comoving(f)
        && !f.has(header, "Time")
        && !f.has(header, "Redshift")
        && (f.has(header, "NumFiles") || !f.has(header, "BoxSize"));
  }

  /** Velocities of a light cone are peculiar, in contradiction to their attribute a_scaling. */
  @Override
  public double velocityToPeculiar(SnapshotFile f, double scaleFactor) {
    return isLightcone(f) ? 1 : Math.sqrt(scaleFactor);
  }

  /**
   * The masses of particles; those of a light cone, whose files lack the table, follow from the
   * grid of particles that the run began with, if it says so and had no gas.
   */
  @Override
  public double[] massTable(SnapshotFile f, long[] counts) {
    double[] table = Dialect.super.massTable(f, counts);
    return table.length == 0 && isLightcone(f) ? massOfGrid(f, counts) : table;
  }

  private double[] massOfGrid(SnapshotFile f, long[] counts) {
    double[] table = new double[counts.length];
    double particles = Math.pow(f.number(PARAMETERS, "GridSize"), 3);
    boolean known =
        f.has(CONFIG, "CREATE_GRID")
            && NO_GRID_OF_DARK_MATTER.stream().noneMatch(option -> f.has(CONFIG, option))
            && counts.length > DARK_MATTER
            && particles > 0
            && ParticleColumn.MASSES.find(f, DARK_MATTER).isEmpty();
    if (known) {
      double side = f.number(PARAMETERS, "BoxSize");
      Cosmology cosmology = cosmology(f);
      double density = cosmology.omegaMatter() * cosmology.criticalDensity(units(f));
      double mass = density * side * side * side / particles;
      table[DARK_MATTER] = mass > 0 && mass < Double.POSITIVE_INFINITY ? mass : 0;
    }
    return table;
  }

  @Override
  public Units units(SnapshotFile f) {
    return GadgetDialect.units(f, GROUPS);
  }

  @Override
  public StatedSoftening softening(SnapshotFile f, int type) {
    return Softenings.ofGadget(f, type);
  }

  /** The sides of a stretched box are divided by powers of two that are options of the build. */
  @Override
  public double side(SnapshotFile f, int d, double stored) {
    double bits = f.number(CONFIG, LONG_BITS[d]);
    return Double.isNaN(bits) ? stored : Math.scalb(stored, -(int) bits);
  }

  @Override
  public Optional<String> notPeriodic(SnapshotFile f) {
    if (f.exists(CONFIG) && !f.has(CONFIG, "PERIODIC")) {
      return Optional.of("it was built without PERIODIC (/Config)");
    }
    return isLightcone(f) ? Optional.of("it is a light cone") : Optional.empty();
  }
}
