package org.jzfof.catalogue;

/** What the rows of a dataset of a catalogue are. */
public enum CatalogueTable {
  GROUPS,
  SUBHALOES
}
