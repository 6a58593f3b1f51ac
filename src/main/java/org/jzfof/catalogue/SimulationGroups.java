package org.jzfof.catalogue;

import org.jzfof.catalogue.layout.SourceFile;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.UnitLabels;

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

  /** Copies the attributes that a file does not have already; it has a group Parameters. */
  void copyTo(Hdf5Writer out) {
    try (Hdf5File in = SourceFile.open(snapshot.pieces().get(0))) {
      if (isGroup(in, CONFIG)) {
        out.group(CONFIG);
        Hdf5Copy.attributes(in, out, CONFIG);
      }
      if (isGroup(in, PARAMETERS)) {
        Hdf5Copy.attributes(in, out, PARAMETERS);
      }
    }
    if (change.changes()) {
      out.attribute(PARAMETERS, "SnapshotUnits", UnitLabels.all(snapshot.units()));
    }
  }

  private static boolean isGroup(Hdf5File in, String path) {
    return in.exists(path) && !in.isDataset(path);
  }
}
