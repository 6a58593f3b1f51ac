package org.jzfof.catalogue.columns;

import java.util.function.IntToDoubleFunction;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.hdf5.library.Hdf5Type;

/** The units, types and attributes with which a layout writes columns. */
public interface ColumnStyle {
  Layout layout();

  /** Returns the words of the descriptions in this layout. */
  ColumnWords words(CatalogueRows rows);

  /**
   * Returns the factor from units of the snapshot to those of the layout.
   *
   * @param scaleFactor scale factor of the group that has the value; NaN on a snapshot
   */
  double factor(CatalogueColumn column, double scaleFactor);

  /** Returns the type of a column without real numbers. */
  Hdf5Type integers(ColumnType type, CatalogueShare share);

  /**
   * Returns whether all real numbers are float64; otherwise only those that float32 would corrupt.
   */
  boolean isDouble();

  /** Converts coordinates to the convention that readers of the layout expect. */
  default IntToDoubleFunction positions(IntToDoubleFunction coordinates) {
    return coordinates;
  }

  /** Returns the number of particle types of a column that has all types in one dataset. */
  default int types(int ofSnapshot) {
    return ofSnapshot;
  }

  /**
   * Returns the attributes of a dataset.
   *
   * @param description complete description; empty if there is none
   * @param crossing choice of the radius if several match, for a column of a sphere
   */
  GroupField.Label label(CatalogueColumn column, String description, String crossing);
}
