package org.jzfof.catalogue;

import org.jzfof.catalogue.layout.SourceFile;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * What a snapshot says of the simulation code in /Config and /Parameters, which Gadget-4 and AREPO
 * write into their catalogues as well; paicos asks for it.
 *
 * @param snapshot as it is stored
 * @param change to the units of the catalogue: numbers of the simulation keep theirs
 */
record SimulationGroups(SnapshotHeader snapshot, UnitChange change) {
  private static final String CONFIG = "/Config";
  private static final String PARAMETERS = "/Parameters";
  private static final String HUBBLE = "Hubble";

  /** Codes round the parsec differently. */
  private static final double ROUNDING = 1e-4;

  /** Copies the attributes that a file does not have already; it has a group Parameters. */
  void copyTo(Hdf5Writer out) {
    boolean stated = false;
    try (Hdf5File in = SourceFile.open(snapshot.pieces().get(0))) {
      if (isGroup(in, CONFIG)) {
        out.group(CONFIG);
        Hdf5Copy.attributes(in, out, CONFIG);
      }
      if (isGroup(in, PARAMETERS)) {
        Hdf5Copy.attributes(in, out, PARAMETERS);
        stated = in.hasAttribute(PARAMETERS, HUBBLE);
      }
    }
    if (stated && change.changes()) {
      out.removeAttribute(PARAMETERS, HUBBLE);
      stated = false;
    }
    double hubble = hubbleRate();
    if (!stated && !Double.isNaN(hubble)) {
      out.attribute(PARAMETERS, HUBBLE, Hdf5Type.FLOAT64, hubble);
    }
    if (change.changes()) {
      out.attribute(PARAMETERS, "SnapshotUnits", UnitLabels.all(snapshot.units()));
    }
  }

  /**
   * The Hubble rate of today in the units of the catalogue, as Gadget-4 has it among its
   * parameters; NaN where the units, or h where they lack it, are not known. 100 km/s/Mpc is a
   * power of ten in units that are powers of ten, however a code rounds the parsec: SOAP asks for
   * exactly 100.
   */
  private double hubbleRate() {
    Units units = change.units();
    double per = units.lengthCm() / Units.MPC.lengthCm();
    double rate = 100 * per * Units.MPC.velocityCmPerS() / units.velocityCmPerS();
    double power = Math.pow(10, Math.rint(Math.log10(rate)));
    double nominal = Math.abs(rate - power) <= ROUNDING * power ? power : rate;
    return units.perHubble() ? nominal : nominal * snapshot.cosmology().hubble();
  }

  private static boolean isGroup(Hdf5File in, String path) {
    return in.exists(path) && !in.isDataset(path);
  }
}
