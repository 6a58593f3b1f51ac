package org.jzfof.catalogue.layout;

/** What the rows of a dataset of a catalogue are. */
public enum CatalogueTable {
  GROUPS,
  SUBHALOES
}
