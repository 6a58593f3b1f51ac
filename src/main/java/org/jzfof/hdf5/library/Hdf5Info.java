package org.jzfof.hdf5.library;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Shape and type of a dataset or an attribute.
 *
 * @param bytes stored bytes per value
 * @param signed whether stored integers have a sign; true for floats
 * @param dims lengths of the dimensions; empty for a scalar
 * @param filters compression and checksum filters in order; empty for attributes
 */
public record Hdf5Info(
    Kind kind, int bytes, boolean signed, boolean littleEndian, long[] dims, List<Filter> filters) {

  /** Kinds of values of a dataset or an attribute. */
  public enum Kind {
    /** Integers of any width. */
    INTEGER,
    /** Floating-point numbers of any width. */
    FLOAT,
    /** Text. */
    STRING,
    /** Anything else. */
    OTHER;

    private static Kind of(int typeClass) {
      if (typeClass == HDF5Constants.H5T_INTEGER) {
        return INTEGER;
      }
      if (typeClass == HDF5Constants.H5T_FLOAT) {
        return FLOAT;
      }
      return typeClass == HDF5Constants.H5T_STRING ? STRING : OTHER;
    }
  }

  /**
   * One step of a dataset's filter pipeline.
   *
   * @param id registered number of the filter
   * @param name name as stored in the file; may be empty
   * @param available whether the library, with its plugins, can decode the filter
   */
  public record Filter(int id, String name, boolean available) {}

  public static Hdf5Info of(long type, long space, List<Filter> filters) {
    Kind kind = Kind.of(H5.H5Tget_class(type));
    return new Hdf5Info(
        kind,
        Math.toIntExact(H5.H5Tget_size(type)),
        kind != Kind.INTEGER || H5.H5Tget_sign(type) == HDF5Constants.H5T_SGN_2,
        kind == Kind.OTHER || H5.H5Tget_order(type) != HDF5Constants.H5T_ORDER_BE,
        dims(space),
        filters);
  }

  public static long[] dims(long space) {
    long[] dims = new long[H5.H5Sget_simple_extent_ndims(space)];
    if (dims.length > 0) {
      H5.H5Sget_simple_extent_dims(space, dims, null);
    }
    return dims;
  }

  public static List<Filter> filters(long creationProperties) {
    int n = H5.H5Pget_nfilters(creationProperties);
    List<Filter> filters = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      String[] name = {""};
      int id =
          H5.H5Pget_filter(
              creationProperties, i, new int[1], new long[] {0}, new int[0], 256, name, new int[1]);
      filters.add(new Filter(id, name[0], H5.H5Zfilter_avail(id) > 0));
    }
    return List.copyOf(filters);
  }

  /** Length of the first dimension; 1 for a scalar. */
  public long rows() {
    return dims.length == 0 ? 1 : dims[0];
  }

  /** Values per row: the product of the other dimensions. */
  public long columns() {
    long n = 1;
    for (int d = 1; d < dims.length; d++) {
      n *= dims[d];
    }
    return n;
  }

  /** Type of one value in short, such as "float32" or "uint64". */
  public String number() {
    return switch (kind) {
      case INTEGER -> (signed ? "int" : "uint") + 8 * bytes;
      case FLOAT -> "float" + 8 * bytes;
      case STRING, OTHER -> kind.name().toLowerCase(Locale.ROOT);
    };
  }

  /** Type and shape in short, such as "float32[4096, 3]" or "uint64". */
  public String describe() {
    return dims.length == 0 ? number() : number() + Arrays.toString(dims);
  }
}
