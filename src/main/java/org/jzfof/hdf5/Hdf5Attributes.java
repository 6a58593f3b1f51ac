package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import org.jzfof.hdf5.library.Hdf5Id;

/** Visits all attributes of an object. */
final class Hdf5Attributes {
  /** H5P_DEFAULT; its constant would load the library outside of {@link Hdf5Library#call}. */
  private static final long DEFAULT = 0;

  private static final String NO_NAME = "\u0001";

  private Hdf5Attributes() {}

  /** A consumer of identifiers of an attribute, its type and its space, valid during the call. */
  @FunctionalInterface
  interface Visitor {
    void visit(long attribute, long type, long space);
  }

  /** Visits the attributes in the order of their names. */
  static void visit(long location, String path, Visitor visitor) {
    // HDF5 1.10 crashes in a list of partly read attributes; a look-up of any name reads all.
    H5.H5Aexists_by_name(location, path, NO_NAME, DEFAULT);
    long count =
        H5.H5Oget_info_by_name(location, path, HDF5Constants.H5O_INFO_NUM_ATTRS, DEFAULT).num_attrs;
    for (long i = 0; i < count; i++) {
      try (Hdf5Id attribute = Hdf5Id.attribute(open(location, path, i));
          Hdf5Id type = Hdf5Id.type(H5.H5Aget_type(attribute.value()));
          Hdf5Id space = Hdf5Id.space(H5.H5Aget_space(attribute.value()))) {
        visitor.visit(attribute.value(), type.value(), space.value());
      }
    }
  }

  private static long open(long location, String path, long i) {
    return H5.H5Aopen_by_idx(
        location,
        path,
        HDF5Constants.H5_INDEX_NAME,
        HDF5Constants.H5_ITER_INC,
        i,
        DEFAULT,
        DEFAULT);
  }
}
