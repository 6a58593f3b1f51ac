package org.jzfof.snapshot.dialect;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/**
 * DISCO-DJ: a bare header in one of three flavours. Gadget and Gadget-4 flavour have Mpc/h and
 * velocities over √a; SWIFT flavour has Mpc and peculiar velocities. Masses are in 1e10 Msun/h in
 * all of them, in MassTable and again per particle.
 */
final class DiscoDjDialect implements Dialect {
  private static final List<String> GROUPS =
      List.of(SnapshotFile.HEADER, "/Parameters", "/Cosmology");
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
  public boolean matches(SnapshotFile f) {
    if (!f.has(SnapshotFile.HEADER, "NumPart_Total_HighWord")
        || !f.has(SnapshotFile.HEADER, "MassTable")
        || FOREIGN.stream().anyMatch(name -> f.has(SnapshotFile.HEADER, name))) {
      return false;
    }
    Hdf5Info counts = f.attribute(SnapshotFile.HEADER, "NumPart_Total_HighWord");
    double[] table = f.numbers(SnapshotFile.HEADER, "MassTable");
    return counts.bytes() == Long.BYTES
        && counts.signed()
        && Arrays.stream(table).anyMatch(m -> m != 0)
        && IntStream.range(0, table.length)
            .allMatch(t -> table[t] != 0 == f.exists("/PartType" + t + "/Masses"));
  }

  private static boolean swiftFlavour(SnapshotFile f) {
    return f.has("/Cosmology", "h");
  }

  @Override
  public boolean comoving(SnapshotFile f) {
    return true;
  }

  @Override
  public double scaleFactor(SnapshotFile f) {
    return f.number(SnapshotFile.HEADER, "Time");
  }

  @Override
  public double velocityToPeculiar(SnapshotFile f, double scaleFactor) {
    return swiftFlavour(f) ? 1 : Math.sqrt(scaleFactor);
  }

  @Override
  public Cosmology cosmology(SnapshotFile f) {
    return new Cosmology(
        f.number(GROUPS, "Omega0", "Omega_m"),
        f.number(GROUPS, "OmegaLambda", "Omega_lambda"),
        Double.NaN,
        f.number(GROUPS, "HubbleParam", "h"));
  }

  @Override
  public Units units(SnapshotFile f) {
    return new Units(CM_PER_MPC, G_PER_UNIT_MASS, 1e5, !swiftFlavour(f));
  }
}
