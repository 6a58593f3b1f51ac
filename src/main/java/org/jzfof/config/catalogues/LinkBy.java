package org.jzfof.config.catalogues;

/** The objects that are linked between snapshots. */
public enum LinkBy {
  /** Subhaloes if all catalogues have them, otherwise groups. */
  AUTO,
  /** Subhaloes, by their most bound members. */
  SUBHALO,
  /** Groups, by all their members. */
  GROUP
}
