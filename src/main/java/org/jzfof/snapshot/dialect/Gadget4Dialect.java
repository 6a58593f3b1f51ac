package org.jzfof.snapshot.dialect;

import java.util.List;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/** Gadget-4: cosmology and units in the group Parameters, build options in the group Config. */
final class Gadget4Dialect implements Dialect {
  private static final List<String> GROUPS = List.of("/Parameters", SnapshotFile.HEADER);
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

  @Override
  public double velocityToPeculiar(SnapshotFile f, double scaleFactor) {
    return Math.sqrt(scaleFactor);
  }

  @Override
  public Cosmology cosmology(SnapshotFile f) {
    return GadgetDialect.cosmology(f, GROUPS);
  }

  @Override
  public Units units(SnapshotFile f) {
    return GadgetDialect.units(f, GROUPS);
  }

  /** A stretched box is cut by powers of two that are set when the code is compiled. */
  @Override
  public double boxDivisor(SnapshotFile f, int d) {
    double bits = f.number("/Config", LONG_BITS[d]);
    return Double.isNaN(bits) ? 1 : Math.scalb(1.0, (int) bits);
  }

  @Override
  public boolean periodic(SnapshotFile f) {
    return !f.exists("/Config") || f.has("/Config", "PERIODIC");
  }
}
