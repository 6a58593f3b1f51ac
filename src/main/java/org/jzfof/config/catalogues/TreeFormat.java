package org.jzfof.config.catalogues;

import java.util.Locale;

/** A format of merger trees. */
public enum TreeFormat {
  /** The format of Gadget-4: trees.hdf5, with links from catalogues. */
  GADGET,
  /** SubLink, as of IllustrisTNG: one table in depth-first order. */
  SUBLINK,
  /** LHaloTree in HDF5, as of IllustrisTNG: one group for each tree. */
  LHALOTREE,
  /** The binary file of LHaloTree, for semi-analytic models. */
  LHALOTREE_BINARY;

  /** Returns whether the haloes of these trees have the names that LHaloTree gives them. */
  public boolean isLHaloTree() {
    return this == LHALOTREE || this == LHALOTREE_BINARY;
  }

  /** Returns whether files are in postprocessing beside the output folder. */
  public boolean isBesideFolder() {
    return this == SUBLINK || this == LHALOTREE;
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
