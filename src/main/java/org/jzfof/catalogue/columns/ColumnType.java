package org.jzfof.catalogue.columns;

import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.hdf5.library.Hdf5Type;

/** What kind of values a column has. */
public enum ColumnType {
  /** Real numbers. */
  REAL,
  /** Real numbers, and NaN where an owner has none. */
  REAL_OR_NAN,
  /** Numbers of particles of a group or subhalo. */
  COUNT,
  /** Numbers of any particles. */
  LONG_COUNT,
  /** Numbers of members before those of a group or subhalo. */
  OFFSET,
  /** Numbers of groups. */
  GROUP_INDEX,
  /** Numbers of subhaloes. */
  SUBHALO_INDEX,
  /** Numbers that stay far below 2^31, such as ranks in a group. */
  SMALL,
  /** IDs of particles: 64 bits without a sign. */
  ID,
  /** 0 or 1. */
  FLAG;

  /** Whether they are real numbers. */
  public boolean isReal() {
    return this == REAL || this == REAL_OR_NAN;
  }

  /** The narrow type that Gadget-4 has for integers, or the wide one where that is too narrow. */
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

  /** The type in layouts that have all integers wide. */
  Hdf5Type wide() {
    return this == ID ? Hdf5Type.UINT64 : Hdf5Type.INT64;
  }

  private static Hdf5Type below31(long largest) {
    return largest > Integer.MAX_VALUE ? Hdf5Type.INT64 : Hdf5Type.INT32;
  }
}
