package org.jzfof.catalogue.columns;

import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.hdf5.library.Hdf5Type;

/** Kind of the values of a column. */
public enum ColumnType {
  /** Real numbers. */
  REAL,
  /** Real numbers, or NaN if an owner has no value. */
  REAL_OR_NAN,
  /** Number of particles of a group or subhalo. */
  COUNT,
  /** Number of arbitrary particles. */
  LONG_COUNT,
  /** Number of members before those of a group or subhalo. */
  OFFSET,
  /** Numbers of groups. */
  GROUP_INDEX,
  /** Numbers of subhaloes. */
  SUBHALO_INDEX,
  /** Numbers that stay far below 2^31, such as ranks in a group. */
  SMALL,
  /** IDs of particles: 64 bits, unsigned. */
  ID,
  /** 0 or 1. */
  FLAG;

  /** Returns whether the values are real numbers. */
  public boolean isReal() {
    return this == REAL || this == REAL_OR_NAN;
  }

  /** Returns the narrow integer type of Gadget-4, or the wide type if the values do not fit. */
  Hdf5Type narrow(CatalogueShare share) {
    return switch (this) {
      case REAL, REAL_OR_NAN ->
          throw new IllegalStateException("real numbers have the type that they need");
      case COUNT -> below31(share.longest());
      case GROUP_INDEX -> below31(share.groups());
      case SUBHALO_INDEX -> below31(share.subhaloes());
      case SMALL -> Hdf5Type.INT32;
      case LONG_COUNT, OFFSET -> Hdf5Type.INT64;
      case ID -> Hdf5Type.UINT64;
      case FLAG -> Hdf5Type.UINT8;
    };
  }

  /** Returns the type in layouts in which all integers are wide. */
  Hdf5Type wide() {
    return this == ID ? Hdf5Type.UINT64 : Hdf5Type.INT64;
  }

  private static Hdf5Type below31(long largest) {
    return largest > Integer.MAX_VALUE ? Hdf5Type.INT64 : Hdf5Type.INT32;
  }
}
