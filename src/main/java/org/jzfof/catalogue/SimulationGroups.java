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
 * The groups /Config and /Parameters of the simulation code in a snapshot, which Gadget-4 and AREPO
 * write into their catalogues as well; paicos requires them.
 *
 * @param snapshot header in the units of the file
 * @param change change to the units of the catalogue; numbers of the simulation remain unchanged
 */
record SimulationGroups(SnapshotHeader snapshot, UnitChange change) {
  private static final String CONFIG = "/Config";
  private static final String PARAMETERS = "/Parameters";
  private static final String HUBBLE = "Hubble";

  /** Tolerance for the parsec, which codes round differently. */
  private static final double ROUNDING = 1e-4;

  /** Copies the attributes that a file does not have yet; the file must have a group Parameters. */
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
   * Returns the Hubble rate of today in the units of the catalogue, as among the parameters of
   * Gadget-4; NaN if the units, or the necessary h, are unknown. In units that are powers of ten,
   * 100 km/s/Mpc is an exact power of ten, however a code rounds the parsec, because SOAP requires
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
