package org.jzfof.snapshot.file;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/**
 * DISCO-DJ: a small header in one of three flavours. The flavours of Gadget and Gadget-4 have Mpc/h
 * and velocities over √a; the flavour of SWIFT has Mpc and peculiar velocities. All flavours have
 * masses in 1e10 Msun/h, both in MassTable and per particle.
 */
final class DiscoDjDialect implements Dialect {
  private static final List<String> GROUPS =
      List.of(SnapshotFile.HEADER, "/Parameters", "/Cosmology");
  private static final double CM_PER_MPC = 3.0856775814913673e24;
  private static final double G_PER_UNIT_MASS = 1.988409870698051e43;
  private static final int DARK = 1;

  /** All attributes that the header may have. */
  private static final Set<String> HEADER =
      Set.of(
          "Time",
          "Redshift",
          "NumPart_ThisFile",
          "NumPart_Total",
          "NumPart_Total_HighWord",
          "NumFilesPerSnapshot",
          "MassTable",
          "BoxSize",
          "Omega0",
          "OmegaLambda",
          "HubbleParam");

  /**
   * Relative tolerance for rounding and constants: the mass of a particle must be the mass of the
   * box over the number of particles.
   */
  private static final double TOLERANCE = 1e-3;

  @Override
  public CodeFamily family() {
    return CodeFamily.DISCODJ;
  }

  /**
   * Recognises files by the mass of the particles: the files have no signature, and other codes
   * write headers as small. All particles are of one type and have the same mass, which DISCO-DJ
   * computes from Omega0 times the critical density in 1e10 Msun/h and Mpc/h.
   */
  @Override
  public boolean matches(SnapshotFile f) {
    if (!f.has(SnapshotFile.HEADER, "NumPart_Total_HighWord")
        || !f.has(SnapshotFile.HEADER, "MassTable")
        || !HEADER.containsAll(f.attributeNames(SnapshotFile.HEADER))
        || !storesMassesTwice(f)) {
      return false;
    }
    double[] table = f.numbers(SnapshotFile.HEADER, "MassTable");
    double[] counts = f.numbers(SnapshotFile.HEADER, "NumPart_Total");
    double side = f.number(SnapshotFile.HEADER, "BoxSize");
    if (table.length <= DARK || counts.length != table.length || f.exists("/Units")) {
      return false;
    }
    Cosmology cosmology = cosmology(f);
    double perHubble = swiftFlavour(f) ? cosmology.hubble() : 1; // only lengths lack the factor 1/h
    double expected =
        cosmology.omegaMatter()
            * cosmology.criticalDensity(new Units(CM_PER_MPC, G_PER_UNIT_MASS, 1e5, true))
            * Math.pow(side * perHubble, 3)
            / counts[DARK];
    double others = Arrays.stream(table).map(Math::abs).sum() - Math.abs(table[DARK]);
    return others == 0 && Math.abs(table[DARK] - expected) <= TOLERANCE * expected;
  }

  private static boolean storesMassesTwice(SnapshotFile f) {
    Hdf5Info counts = f.attribute(SnapshotFile.HEADER, "NumPart_Total_HighWord");
    return counts.bytes() == Long.BYTES
        && counts.kind() == Hdf5Info.Kind.INTEGER
        && ParticleColumn.MASSES.find(f, DARK).isPresent();
  }

  private static boolean swiftFlavour(SnapshotFile f) {
    return f.has("/Cosmology", "h");
  }

  @Override
  public List<String> groups() {
    return GROUPS;
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

  /** The units; the SWIFT flavour has masses with a factor 1/h, and lengths without it. */
  @Override
  public Units units(SnapshotFile f) {
    return swiftFlavour(f)
        ? new Units(
            CM_PER_MPC, G_PER_UNIT_MASS / CosmologyAttributes.HUBBLE.in(f, GROUPS), 1e5, false)
        : new Units(CM_PER_MPC, G_PER_UNIT_MASS, 1e5, true);
  }
}
