package org.jzfof.config.search;

/** What is linked between snapshots. */
public enum LinkBy {
  /** Subhaloes where all catalogues have them, groups otherwise. */
  AUTO,
  /** Subhaloes, by their most bound members. */
  SUBHALO,
  /** Groups, by all their members. */
  GROUP
}
