package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Type;

/** Changes files that are there, as a user may with h5py. */
public final class Hdf5Edit {
  private static final long DEFAULT = HDF5Constants.H5P_DEFAULT;

  private Hdf5Edit() {}

  /** Overwrites one value of a dataset. */
  public static void value(Path file, String dataset, double value, long... index) {
    write(file, dataset, HDF5Constants.H5T_NATIVE_DOUBLE, new double[] {value}, index);
  }

  /** Overwrites one value of a dataset of integers that are not signed. */
  public static void integer(Path file, String dataset, long value, long... index) {
    write(file, dataset, HDF5Constants.H5T_NATIVE_UINT64, new long[] {value}, index);
  }

  private static void write(Path file, String dataset, long type, Object value, long... index) {
    try (Hdf5Id f = open(file);
        Hdf5Id data = Hdf5Id.dataset(H5.H5Dopen(f.value(), dataset, DEFAULT));
        Hdf5Id space = Hdf5Id.space(H5.H5Dget_space(data.value()));
        Hdf5Id one = Hdf5Id.flatSpace(1)) {
      long[] count = new long[index.length];
      Arrays.fill(count, 1);
      H5.H5Sselect_hyperslab(space.value(), HDF5Constants.H5S_SELECT_SET, index, null, count, null);
      H5.H5Dwrite(data.value(), type, one.value(), space.value(), DEFAULT, value);
    }
  }

  /** Puts an attribute of one value in place of another. */
  public static void attribute(Path file, String object, String name, double value) {
    byte[] bytes =
        ByteBuffer.allocate(Double.BYTES).order(ByteOrder.nativeOrder()).putDouble(value).array();
    try (Hdf5Id f = open(file);
        Hdf5Id group = Hdf5Id.group(H5.H5Gopen(f.value(), object, DEFAULT));
        Hdf5Id space = Hdf5Id.flatSpace(1)) {
      H5.H5Adelete_by_name(f.value(), object, name, DEFAULT);
      long type = HDF5Constants.H5T_NATIVE_DOUBLE;
      try (Hdf5Id attribute =
          Hdf5Id.attribute(
              H5.H5Acreate(group.value(), name, type, space.value(), DEFAULT, DEFAULT))) {
        H5.H5Awrite(attribute.value(), type, bytes);
      }
    }
  }

  /** Puts an attribute of several integers in place of another. */
  public static void integers(Path file, String object, String name, long... values) {
    Hdf5Extras.removeAttribute(file, object, name);
    addIntegers(file, object, name, values);
  }

  /** Adds an attribute of several integers. */
  public static void addIntegers(Path file, String object, String name, long... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.nativeOrder());
    bytes.asLongBuffer().put(values);
    long type = HDF5Constants.H5T_NATIVE_INT64;
    try (Hdf5Id f = open(file);
        Hdf5Id group = Hdf5Id.group(H5.H5Gopen(f.value(), object, DEFAULT));
        Hdf5Id space = Hdf5Id.flatSpace(values.length);
        Hdf5Id attribute =
            Hdf5Id.attribute(
                H5.H5Acreate(group.value(), name, type, space.value(), DEFAULT, DEFAULT))) {
      H5.H5Awrite(attribute.value(), type, bytes.array());
    }
  }

  /** Adds an attribute of one number to a dataset. */
  public static void addNumber(Path file, String dataset, String name, double value) {
    byte[] bytes =
        ByteBuffer.allocate(Double.BYTES).order(ByteOrder.nativeOrder()).putDouble(value).array();
    long type = HDF5Constants.H5T_NATIVE_DOUBLE;
    try (Hdf5Id f = open(file);
        Hdf5Id data = Hdf5Id.dataset(H5.H5Dopen(f.value(), dataset, DEFAULT));
        Hdf5Id space = Hdf5Id.flatSpace(1);
        Hdf5Id attribute =
            Hdf5Id.attribute(
                H5.H5Acreate(data.value(), name, type, space.value(), DEFAULT, DEFAULT))) {
      H5.H5Awrite(attribute.value(), type, bytes);
    }
  }

  /** Puts a text in place of an attribute of a dataset. */
  public static void text(Path file, String dataset, String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (Hdf5Id f = open(file);
        Hdf5Id data = Hdf5Id.dataset(H5.H5Dopen(f.value(), dataset, DEFAULT));
        Hdf5Id type = Hdf5Id.type(H5.H5Tcopy(HDF5Constants.H5T_C_S1));
        Hdf5Id space = Hdf5Id.flatSpace(1)) {
      H5.H5Tset_size(type.value(), bytes.length);
      H5.H5Adelete_by_name(f.value(), dataset, name, DEFAULT);
      try (Hdf5Id attribute =
          Hdf5Id.attribute(
              H5.H5Acreate(data.value(), name, type.value(), space.value(), DEFAULT, DEFAULT))) {
        H5.H5Awrite(attribute.value(), type.value(), bytes);
      }
    }
  }

  /** Removes a dataset or a link. */
  public static void remove(Path file, String path) {
    Hdf5Extras.remove(file, path);
  }

  /** Deletes an attribute of an object. */
  public static void removeAttribute(Path file, String object, String name) {
    try (Hdf5Id id = open(file)) {
      H5.H5Adelete_by_name(id.value(), object, name, DEFAULT);
    }
  }

  /** Gives a dataset or link another name. */
  public static void rename(Path file, String path, String other) {
    try (Hdf5Id f = open(file)) {
      H5.H5Lmove(f.value(), path, f.value(), other, DEFAULT, DEFAULT);
    }
  }

  /** Puts a dataset of zeros in place of another. */
  public static void reshape(Path file, String dataset, Hdf5Type stored, long... dims) {
    remove(file, dataset);
    try (Hdf5Id f = open(file);
        Hdf5Id type = stored.open();
        Hdf5Id space = Hdf5Id.space(H5.H5Screate_simple(dims.length, dims, null))) {
      H5.H5Dclose(
          H5.H5Dcreate(f.value(), dataset, type.value(), space.value(), DEFAULT, DEFAULT, DEFAULT));
    }
  }

  /** Adds a link to an object of another file. */
  public static void externalLink(Path file, String path, String otherFile, String object) {
    try (Hdf5Id f = open(file)) {
      H5.H5Lcreate_external(otherFile, object, f.value(), path, DEFAULT, DEFAULT);
    }
  }

  /** Adds a dataset of float32 zeros [rows], compressed with gzip. */
  public static void compressed(Path file, String path, long rows) {
    try (Hdf5Id f = open(file);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id space = Hdf5Id.flatSpace((int) rows)) {
      H5.H5Pset_chunk(properties.value(), 1, new long[] {rows});
      H5.H5Pset_deflate(properties.value(), 6);
      H5.H5Dclose(
          H5.H5Dcreate(
              f.value(),
              path,
              HDF5Constants.H5T_IEEE_F32LE,
              space.value(),
              DEFAULT,
              properties.value(),
              DEFAULT));
    }
  }

  private static Hdf5Id open(Path file) {
    return new Hdf5Id(
        H5.H5Fopen(file.toString(), HDF5Constants.H5F_ACC_RDWR, DEFAULT), H5::H5Fclose);
  }
}
