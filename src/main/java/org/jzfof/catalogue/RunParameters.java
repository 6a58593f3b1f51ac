package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.Locale;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.snapshot.Cosmology;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.Units;

/** What every output file says about the run that made it, as attributes of /Parameters. */
final class RunParameters {
  private static final String PARAMETERS = "/Parameters";

  private final Hdf5Writer out;
  private final CatalogueInfo info;

  RunParameters(Hdf5Writer out, CatalogueInfo info) {
    this.out = out;
    this.info = info;
  }

  /** Writes the group. */
  void write() {
    SnapshotHeader snapshot = info.snapshot();
    Units units = snapshot.units();
    out.group(PARAMETERS);
    writeBoxSize(PARAMETERS);
    writeCosmology(PARAMETERS);
    writeKnown(PARAMETERS, "UnitLength_in_cm", units.lengthCm());
    writeKnown(PARAMETERS, "UnitMass_in_g", units.massG());
    writeKnown(PARAMETERS, "UnitVelocity_in_cm_per_s", units.velocityCmPerS());
    writeLinking();
    out.attribute(PARAMETERS, "MinimumGroupLength", Hdf5Type.INT32, info.minLength());
    writeTypes("PrimaryTypes", info.primaryTypes());
    if (info.secondaryTypes().length > 0) {
      writeTypes("SecondaryTypes", info.secondaryTypes());
    }
    out.attribute(PARAMETERS, "Periodic", Hdf5Type.INT32, info.periodic() ? 1 : 0);
    out.attribute(PARAMETERS, "Snapshot", info.snapshotPath());
    out.attribute(PARAMETERS, "SnapshotCode", snapshot.family().label());
    out.attribute(PARAMETERS, "JzfofVersion", info.version());
    out.attribute(PARAMETERS, "JzfofCommandLine", info.commandLine());
  }

  private void writeLinking() {
    out.attribute(PARAMETERS, "LinkingLength", Hdf5Type.FLOAT64, info.linkingLength());
    out.attribute(PARAMETERS, "LinkingLengthOverMeanSeparation", Hdf5Type.FLOAT64, info.b());
    String by = info.separationBy().name().toLowerCase(Locale.ROOT);
    out.attribute(PARAMETERS, "MeanSeparationFrom", by);
    writeKnown(PARAMETERS, "LinkingLengthFromNumber", info.lengthByNumber());
    writeKnown(PARAMETERS, "LinkingLengthFromMass", info.lengthByMass());
  }

  private void writeTypes(String name, int[] types) {
    long[] values = Arrays.stream(types).asLongStream().toArray();
    out.attribute(PARAMETERS, name, Hdf5Type.INT32, values);
  }

  /** A number for a cube, as every reader expects; three numbers otherwise. */
  void writeBoxSize(String object) {
    double[] side = info.boxSize();
    if (side[0] == side[1] && side[1] == side[2]) {
      out.attribute(object, "BoxSize", Hdf5Type.FLOAT64, side[0]);
    } else {
      out.attribute(object, "BoxSize", Hdf5Type.FLOAT64, side);
    }
  }

  /**
   * Readers cannot do without these. What the snapshot does not state is written as Gadget writes
   * it for a run without expansion (0, 0, 1), and CosmologyStated is then 0.
   */
  void writeCosmology(String object) {
    Cosmology cosmology = info.snapshot().cosmology();
    boolean stated =
        !Double.isNaN(cosmology.omegaMatter() + cosmology.omegaLambda() + cosmology.hubble());
    out.attribute(object, "CosmologyStated", Hdf5Type.INT32, stated ? 1 : 0);
    out.attribute(object, "Omega0", Hdf5Type.FLOAT64, orElse(cosmology.omegaMatter(), 0));
    out.attribute(object, "OmegaLambda", Hdf5Type.FLOAT64, orElse(cosmology.omegaLambda(), 0));
    out.attribute(object, "HubbleParam", Hdf5Type.FLOAT64, orElse(cosmology.hubble(), 1));
    writeKnown(object, "OmegaBaryon", cosmology.omegaBaryon());
  }

  private static double orElse(double value, double other) {
    return Double.isNaN(value) ? other : value;
  }

  private void writeKnown(String object, String name, double value) {
    if (!Double.isNaN(value)) {
      out.attribute(object, name, Hdf5Type.FLOAT64, value);
    }
  }
}
