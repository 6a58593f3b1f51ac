package org.jzfof.catalogue.layout;

/** The kind of the rows of a dataset of a catalogue. */
public enum CatalogueTable {
  GROUPS,
  SUBHALOES
}
