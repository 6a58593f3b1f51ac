package org.jzfof.snapshot.file;

import java.util.List;
import java.util.Optional;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Units;

/** Gadget-4: cosmology and units in the group Parameters, build options in the group Config. */
final class Gadget4Dialect implements Dialect {
  private static final List<String> GROUPS = List.of("/Parameters", SnapshotFile.HEADER);
  private static final String CONFIG = "/Config";
  private static final String[] LONG_BITS = {"LONG_X_BITS", "LONG_Y_BITS", "LONG_Z_BITS"};

  @Override
  public CodeFamily family() {
    return CodeFamily.GADGET4;
  }

  @Override
  public boolean matches(SnapshotFile f) {
    return f.has("/Parameters", "Omega0")
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

  @Override
  public Units units(SnapshotFile f) {
    return GadgetDialect.units(f, GROUPS);
  }

  @Override
  public double softening(SnapshotFile f, int type, double scaleFactor) {
    return Softenings.ofGadget(f, type, scaleFactor);
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
