package org.jzfof.catalogue.columns;

import java.util.function.IntToDoubleFunction;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.hdf5.library.Hdf5Type;

/** How a layout writes any column: in which units, in which type, and with which attributes. */
public interface ColumnStyle {
  Layout layout();

  /** What the descriptions of columns say in this layout. */
  ColumnWords words(CatalogueRows rows);

  /** By which numbers in units of the snapshot are multiplied. */
  double factor(CatalogueColumn column);

  /** The type of a column that has no real numbers. */
  Hdf5Type integers(ColumnType type, CatalogueShare share);

  /** Whether all real numbers are float64; otherwise those of which float32 would lose some. */
  boolean isDouble();

  /** Coordinates in the units of the layout, as its readers expect them. */
  default IntToDoubleFunction positions(IntToDoubleFunction coordinates) {
    return coordinates;
  }

  /** Particle types of a column that has all of them in one dataset. */
  default int types(int ofSnapshot) {
    return ofSnapshot;
  }

  /**
   * The attributes of a dataset.
   *
   * @param description all of it; empty where there is none
   * @param crossing which radius of the sphere is taken, where the column is of one
   */
  GroupField.Label label(CatalogueColumn column, String description, String crossing);
}
