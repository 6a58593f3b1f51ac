package org.jzfof.snapshot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.hdf5.Hdf5Info;

/**
 * DISCO-DJ: a bare header in one of three flavours. Gadget and Gadget-4 flavour have Mpc/h and
 * velocities over √a; SWIFT flavour has Mpc and peculiar velocities. Masses are in 1e10 Msun/h in
 * all of them, in MassTable and again per particle.
 */
final class DiscoDjDialect implements Dialect {
  private static final List<String> GROUPS = List.of(PieceFile.HEADER, "/Parameters", "/Cosmology");
  private static final double CM_PER_MPC = 3.0856775814913673e24;
  private static final double G_PER_UNIT_MASS = 1.988409870698051e43;

  /** What the other codes with such headers write and DISCO-DJ does not. */
  private static final List<String> FOREIGN =
      List.of(
          "Flag_Sfr",
          "Flag_Cooling",
          "Flag_DoublePrecision",
          "Git_commit",
          "Code",
          "UnitLength_in_cm");

  @Override
  public CodeFamily family() {
    return CodeFamily.DISCODJ;
  }

  /** There is no signature: signed 64-bit counts with a HighWord, and masses stored twice. */
  @Override
  public boolean matches(PieceFile f) {
    if (!f.has(PieceFile.HEADER, "NumPart_Total_HighWord")
        || !f.has(PieceFile.HEADER, "MassTable")
        || FOREIGN.stream().anyMatch(name -> f.has(PieceFile.HEADER, name))) {
      return false;
    }
    Hdf5Info counts = f.attribute(PieceFile.HEADER, "NumPart_Total_HighWord");
    double[] table = f.numbers(PieceFile.HEADER, "MassTable");
    return counts.bytes() == Long.BYTES
        && counts.signed()
        && Arrays.stream(table).anyMatch(m -> m != 0)
        && IntStream.range(0, table.length)
            .allMatch(t -> table[t] != 0 == f.exists("/PartType" + t + "/Masses"));
  }

  private static boolean swiftFlavour(PieceFile f) {
    return f.has("/Cosmology", "h");
  }

  @Override
  public boolean comoving(PieceFile f) {
    return true;
  }

  @Override
  public double scaleFactor(PieceFile f) {
    return f.number(PieceFile.HEADER, "Time");
  }

  @Override
  public double velocityToPeculiar(PieceFile f, double scaleFactor) {
    return swiftFlavour(f) ? 1 : Math.sqrt(scaleFactor);
  }

  @Override
  public Cosmology cosmology(PieceFile f) {
    return new Cosmology(
        f.number(GROUPS, "Omega0", "Omega_m"),
        f.number(GROUPS, "OmegaLambda", "Omega_lambda"),
        Double.NaN,
        f.number(GROUPS, "HubbleParam", "h"));
  }

  @Override
  public Units units(PieceFile f) {
    return new Units(CM_PER_MPC, G_PER_UNIT_MASS, 1e5, !swiftFlavour(f));
  }
}
