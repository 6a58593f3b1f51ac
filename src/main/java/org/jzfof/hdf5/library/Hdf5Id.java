package org.jzfof.hdf5.library;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.function.LongToIntFunction;

/** An identifier of the C library, with the call that closes it. */
public record Hdf5Id(long value, LongToIntFunction closer) implements AutoCloseable {
  public static Hdf5Id attribute(long id) {
    return new Hdf5Id(id, H5::H5Aclose);
  }

  public static Hdf5Id dataset(long id) {
    return new Hdf5Id(id, H5::H5Dclose);
  }

  public static Hdf5Id group(long id) {
    return new Hdf5Id(id, H5::H5Gclose);
  }

  public static Hdf5Id properties(long id) {
    return new Hdf5Id(id, H5::H5Pclose);
  }

  public static Hdf5Id space(long id) {
    return new Hdf5Id(id, H5::H5Sclose);
  }

  public static Hdf5Id type(long id) {
    return new Hdf5Id(id, H5::H5Tclose);
  }

  /** A one-dimensional dataspace of n values. */
  public static Hdf5Id flatSpace(long n) {
    return space(H5.H5Screate_simple(1, new long[] {n}, null));
  }

  /**
   * The dataspace in memory for rows of a dataset. It has the shape of the rows, because the
   * library copies chunks value by value to a space of another shape.
   */
  public static Hdf5Id rowsInMemory(Hdf5Id selected, long rows) {
    long[] dims = Hdf5Info.dims(selected.value());
    dims[0] = rows;
    return space(H5.H5Screate_simple(dims.length, dims, null));
  }

  /** The dataspace of a dataset with a selection of consecutive rows. */
  public static Hdf5Id rowsOf(long dataset, long row, long rows) {
    Hdf5Id space = space(H5.H5Dget_space(dataset));
    try {
      long[] count = Hdf5Info.dims(space.value());
      long[] start = new long[count.length];
      start[0] = row;
      count[0] = rows;
      H5.H5Sselect_hyperslab(space.value(), HDF5Constants.H5S_SELECT_SET, start, null, count, null);
      return space;
    } catch (RuntimeException e) {
      space.close();
      throw e;
    }
  }

  @Override
  public void close() {
    closer.applyAsInt(value);
  }
}
