package org.jzfof.output;

import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Units;

/** Writes attributes that describe the source snapshot of a file. */
public final class SnapshotAttributes {
  private final Hdf5Writer out;
  private final String object;

  /**
   * @param object HDF5 object that gets the attributes
   */
  public SnapshotAttributes(Hdf5Writer out, String object) {
    this.out = out;
    this.object = object;
  }

  /** Writes the box: one number for a cube, as every reader expects, otherwise three numbers. */
  public void boxSize(double[] side) {
    if (side[0] == side[1] && side[1] == side[2]) {
      out.attribute(object, "BoxSize", Hdf5Type.FLOAT64, side[0]);
    } else {
      out.attribute(object, "BoxSize", Hdf5Type.FLOAT64, side);
    }
  }

  /**
   * Writes the cosmology, which readers require. If the snapshot does not state it, the values are
   * those that Gadget writes for a run without expansion (0, 0, 1), and CosmologyStated is 0.
   */
  public void cosmology(Cosmology cosmology) {
    out.attribute(object, "CosmologyStated", Hdf5Type.INT32, cosmology.stated() ? 1 : 0);
    out.attribute(object, "Omega0", Hdf5Type.FLOAT64, orElse(cosmology.omegaMatter(), 0));
    out.attribute(object, "OmegaLambda", Hdf5Type.FLOAT64, orElse(cosmology.omegaLambda(), 0));
    out.attribute(object, "HubbleParam", Hdf5Type.FLOAT64, orElse(cosmology.hubble(), 1));
    known("OmegaBaryon", cosmology.omegaBaryon());
  }

  /** Writes the units that the snapshot states. */
  public void units(Units units) {
    known("UnitLength_in_cm", units.lengthCm());
    known("UnitMass_in_g", units.massG());
    known("UnitVelocity_in_cm_per_s", units.velocityCmPerS());
  }

  /** Writes version, command line and provenance. */
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
