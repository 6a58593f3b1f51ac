package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.Arrays;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * A part of a virtual dataset, with its source.
 *
 * @param file stored name of the source file; "." is the file of the virtual dataset
 * @param dataset path of the source dataset in that file
 * @param values number of mapped values, or {@link #ANY} if it depends on the existing files
 * @param row first row of the virtual dataset, or {@link #NO_ROWS} if the part does not consist of
 *     consecutive complete rows of the source
 */
public record Hdf5Mapping(
    String file, String dataset, long values, long row, long rows, long sourceRow) {
  /** A number of values that is not fixed. */
  public static final long ANY = -1;

  /** A first row that does not exist, because the part has no complete rows. */
  public static final long NO_ROWS = -1;

  /**
   * Reads a mapping from the creation properties of a virtual dataset.
   *
   * @param number number of the mapping, from 0
   */
  static Hdf5Mapping of(long properties, long number) {
    String file = H5.H5Pget_virtual_filename(properties, number);
    String dataset = H5.H5Pget_virtual_dsetname(properties, number);
    try (Hdf5Id target = Hdf5Id.space(H5.H5Pget_virtual_vspace(properties, number));
        Hdf5Id source = Hdf5Id.space(H5.H5Pget_virtual_srcspace(properties, number))) {
      long values = H5.H5Sget_select_npoints(target.value());
      if (values < 0) {
        return new Hdf5Mapping(file, dataset, ANY, NO_ROWS, 0, 0);
      }
      long[] to = rows(target.value());
      long[] from = rows(source.value());
      boolean fixed = to != null && from != null && to[1] == from[1];
      return fixed
          ? new Hdf5Mapping(file, dataset, values, to[0], to[1], from[0])
          : new Hdf5Mapping(file, dataset, values, NO_ROWS, 0, 0);
    }
  }

  /** Returns the first selected row and the number of rows; null if they are not consecutive. */
  private static long[] rows(long space) {
    long[] dims = Hdf5Info.dims(space);
    long points = H5.H5Sget_select_npoints(space);
    if (dims.length == 0 || points <= 0) {
      return null;
    }
    if (H5.H5Sget_select_type(space) == HDF5Constants.H5S_SEL_ALL) {
      return new long[] {0, dims[0]};
    }
    long[] start = new long[dims.length];
    long[] end = new long[dims.length];
    H5.H5Sget_select_bounds(space, start, end);
    long row = Arrays.stream(dims).skip(1).reduce(1, (a, b) -> a * b);
    long rows = end[0] - start[0] + 1;
    return points == rows * row ? new long[] {start[0], rows} : null;
  }
}
