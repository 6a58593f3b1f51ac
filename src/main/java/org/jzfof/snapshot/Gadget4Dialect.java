package org.jzfof.snapshot;

import java.util.List;

/** Gadget-4: cosmology and units in the group Parameters, build options in the group Config. */
final class Gadget4Dialect implements Dialect {
  private static final List<String> GROUPS = List.of("/Parameters", PieceFile.HEADER);
  private static final String[] LONG_BITS = {"LONG_X_BITS", "LONG_Y_BITS", "LONG_Z_BITS"};

  @Override
  public CodeFamily family() {
    return CodeFamily.GADGET4;
  }

  @Override
  public boolean matches(PieceFile f) {
    return f.has("/Parameters", "Omega0")
        && !f.has(PieceFile.HEADER, "Omega0")
        && !f.has(PieceFile.HEADER, "Flag_Sfr");
  }

  @Override
  public boolean comoving(PieceFile f) {
    return GadgetDialect.isComoving(f);
  }

  @Override
  public double scaleFactor(PieceFile f) {
    return GadgetDialect.time(f);
  }

  @Override
  public void requireNoExpansion(PieceFile f) {
    GadgetDialect.requireNoCosmology(f, cosmology(f));
  }

  @Override
  public double velocityToPeculiar(PieceFile f, double scaleFactor) {
    return Math.sqrt(scaleFactor);
  }

  @Override
  public Cosmology cosmology(PieceFile f) {
    return GadgetDialect.cosmology(f, GROUPS);
  }

  @Override
  public Units units(PieceFile f) {
    return GadgetDialect.units(f, GROUPS);
  }

  /** A stretched box is cut by powers of two that are set when the code is compiled. */
  @Override
  public double boxDivisor(PieceFile f, int d) {
    double bits = f.number("/Config", LONG_BITS[d]);
    return Double.isNaN(bits) ? 1 : Math.scalb(1.0, (int) bits);
  }

  @Override
  public boolean periodic(PieceFile f) {
    return !f.exists("/Config") || f.has("/Config", "PERIODIC");
  }
}
