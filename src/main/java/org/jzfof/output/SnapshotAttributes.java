package org.jzfof.output;

import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/** Attributes of a written file that tell of the snapshot it was made from. */
public final class SnapshotAttributes {
  private final Hdf5Writer out;
  private final String object;

  /**
   * @param object the group that gets the attributes
   */
  public SnapshotAttributes(Hdf5Writer out, String object) {
    this.out = out;
    this.object = object;
  }

  /** A number for a cube, as every reader expects; three numbers otherwise. */
  public void boxSize(double[] side) {
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
  public void cosmology(Cosmology cosmology) {
    out.attribute(object, "CosmologyStated", Hdf5Type.INT32, cosmology.stated() ? 1 : 0);
    out.attribute(object, "Omega0", Hdf5Type.FLOAT64, orElse(cosmology.omegaMatter(), 0));
    out.attribute(object, "OmegaLambda", Hdf5Type.FLOAT64, orElse(cosmology.omegaLambda(), 0));
    out.attribute(object, "HubbleParam", Hdf5Type.FLOAT64, orElse(cosmology.hubble(), 1));
    known("OmegaBaryon", cosmology.omegaBaryon());
  }

  /** The units that the snapshot states. */
  public void units(Units units) {
    known("UnitLength_in_cm", units.lengthCm());
    known("UnitMass_in_g", units.massG());
    known("UnitVelocity_in_cm_per_s", units.velocityCmPerS());
  }

  /** Who wrote the file, and how it was told to. */
  public void run(RunRecord run) {
    out.attribute(object, "JzfofVersion", run.version());
    out.attribute(object, "JzfofCommandLine", run.commandLine());
  }

  private static double orElse(double value, double other) {
    return Double.isNaN(value) ? other : value;
  }

  private void known(String name, double value) {
    if (!Double.isNaN(value)) {
      out.attribute(object, name, Hdf5Type.FLOAT64, value);
    }
  }
}
