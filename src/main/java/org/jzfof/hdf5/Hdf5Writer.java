package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * An HDF5 file that is open for writing. Attributes are numbers or texts in a scalar or simple
 * dataspace. The file stores no times, so that equal content gives equal bytes. Every method throws
 * {@link Hdf5Exception} if the file cannot be written. The owner closes the file.
 */
public final class Hdf5Writer implements AutoCloseable {
  /** H5P_DEFAULT; its constant would load the library outside of {@link Hdf5Library#call}. */
  private static final long DEFAULT = 0;

  private final Hdf5Id id;

  Hdf5Writer(Hdf5Id id) {
    this.id = id;
  }

  /** Creates a file; no file and no link, not even a broken one, may have its name. */
  public static Hdf5Writer create(Path file) {
    return Hdf5Library.call(
        () ->
            new Hdf5Writer(
                new Hdf5Id(
                    H5.H5Fcreate(
                        Hdf5Library.name(file), HDF5Constants.H5F_ACC_EXCL, DEFAULT, DEFAULT),
                    H5::H5Fclose)));
  }

  /** Opens a file that {@link #create(Path)} has created and that has been closed. */
  public static Hdf5Writer open(Path file) {
    return Hdf5Library.call(
        () ->
            new Hdf5Writer(
                new Hdf5Id(
                    H5.H5Fopen(Hdf5Library.name(file), HDF5Constants.H5F_ACC_RDWR, DEFAULT),
                    H5::H5Fclose)));
  }

  long id() {
    return id.value();
  }

  /** Creates a soft link to another object of the file, which need not exist yet. */
  public void softLink(String target, String path) {
    Hdf5Library.run(() -> H5.H5Lcreate_soft(target, id.value(), path, DEFAULT, DEFAULT));
  }

  /**
   * Creates an external link to an object of another file, which need not exist yet.
   *
   * @param file name of the other file, relative to the folder of this file
   * @param target path of the object in the other file
   */
  public void externalLink(String file, String target, String path) {
    Hdf5Library.run(() -> H5.H5Lcreate_external(file, target, id.value(), path, DEFAULT, DEFAULT));
  }

  /** Removes an attribute of a group or dataset. */
  public void removeAttribute(String object, String name) {
    Hdf5Library.run(() -> H5.H5Adelete_by_name(id.value(), object, name, DEFAULT));
  }

  /** Creates a group; its parent must exist. */
  public void group(String path) {
    Hdf5Library.run(
        () -> {
          try (Hdf5Id properties =
              Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_GROUP_CREATE))) {
            H5.H5Pset_obj_track_times(properties.value(), false);
            H5.H5Gclose(H5.H5Gcreate(id.value(), path, DEFAULT, properties.value(), DEFAULT));
          }
        });
  }

  /** Creates a contiguous dataset of zeros; a length may be 0. Its group must exist. */
  public void dataset(String path, Hdf5Type type, long... dims) {
    create(path, type, properties -> {}, dims);
  }

  /**
   * Creates a contiguous dataset whose values are allocated in the file but not written, so that
   * they can be written directly after this file has been closed.
   *
   * @return offset of the first value in the file; empty for a dataset without values
   */
  public OptionalLong reserve(String path, Hdf5Type type, long... dims) {
    create(
        path,
        type,
        properties -> H5.H5Pset_alloc_time(properties, HDF5Constants.H5D_ALLOC_TIME_EARLY),
        dims);
    return Hdf5Library.call(
        () -> {
          try (Hdf5Id dataset = Hdf5Id.dataset(H5.H5Dopen(id.value(), path, DEFAULT))) {
            return Arrays.stream(dims).anyMatch(length -> length == 0)
                ? OptionalLong.empty()
                : OptionalLong.of(H5.H5Dget_offset(dataset.value()));
          }
        });
  }

  /** Creates a contiguous dataset whose values are in another file. Its group must exist. */
  public void external(String path, ExternalValues values, long... dims) {
    create(
        path,
        values::openType,
        properties ->
            H5.H5Pset_external(
                properties, Hdf5Library.name(values.file()), values.offset(), values.bytes(dims)),
        dims);
  }

  /**
   * Creates a dataset.
   *
   * @param storage function that sets the storage in the creation properties
   */
  void create(String path, Hdf5Type type, LongConsumer storage, long... dims) {
    create(path, type::open, storage, dims);
  }

  private void create(String path, Supplier<Hdf5Id> type, LongConsumer storage, long... dims) {
    create(path, type, storage, null, dims);
  }

  /**
   * Creates a dataset.
   *
   * @param limits largest length of each dimension; null if the lengths stay
   */
  void create(
      String path, Supplier<Hdf5Id> type, LongConsumer storage, long[] limits, long... dims) {
    Hdf5Library.run(
        () -> {
          try (Hdf5Id properties =
                  Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
              Hdf5Id fileType = type.get();
              Hdf5Id space = Hdf5Id.space(H5.H5Screate_simple(dims.length, dims, limits))) {
            H5.H5Pset_obj_track_times(properties.value(), false);
            storage.accept(properties.value());
            H5.H5Dclose(
                H5.H5Dcreate(
                    id.value(),
                    path,
                    fileType.value(),
                    space.value(),
                    DEFAULT,
                    properties.value(),
                    DEFAULT));
          }
        });
  }

  /** Writes consecutive complete rows from the start of an array. */
  public void write(String path, long row, int rows, float[] values) {
    write(
        path,
        row,
        rows,
        values.length,
        (dataset, info, mem, file) ->
            H5.H5Dwrite_float(dataset, HDF5Constants.H5T_NATIVE_FLOAT, mem, file, 0, values));
  }

  /** Writes rows as {@link #write(String, long, int, float[])}. */
  public void write(String path, long row, int rows, double[] values) {
    write(
        path,
        row,
        rows,
        values.length,
        (dataset, info, mem, file) ->
            H5.H5Dwrite_double(dataset, HDF5Constants.H5T_NATIVE_DOUBLE, mem, file, 0, values));
  }

  /**
   * Writes rows as {@link #write(String, long, int, float[])}; values for a dataset of unsigned
   * integers are unsigned.
   */
  public void write(String path, long row, int rows, int[] values) {
    write(
        path,
        row,
        rows,
        values.length,
        (dataset, info, mem, file) ->
            H5.H5Dwrite_int(
                dataset,
                info.signed() ? HDF5Constants.H5T_NATIVE_INT32 : HDF5Constants.H5T_NATIVE_UINT32,
                mem,
                file,
                0,
                values));
  }

  /**
   * Writes rows as {@link #write(String, long, int, float[])}; values for a dataset of unsigned
   * integers are unsigned.
   */
  public void write(String path, long row, int rows, long[] values) {
    write(
        path,
        row,
        rows,
        values.length,
        (dataset, info, mem, file) ->
            H5.H5Dwrite_long(
                dataset,
                info.signed() ? HDF5Constants.H5T_NATIVE_INT64 : HDF5Constants.H5T_NATIVE_UINT64,
                mem,
                file,
                0,
                values));
  }

  /** Writes rows as {@link #write(String, long, int, float[])}, from bytes in the stored type. */
  public void write(String path, long row, int rows, byte[] values) {
    write(
        path,
        row,
        rows,
        values.length,
        (dataset, info, mem, file) -> {
          try (Hdf5Id type = Hdf5Id.type(H5.H5Dget_type(dataset))) {
            return H5.H5Dwrite(dataset, type.value(), mem, file, 0, values);
          }
        });
  }

  private void write(String path, long row, int rows, int length, DatasetTransfer transfer) {
    if (rows == 0) {
      return;
    }
    Hdf5Library.run(
        () -> {
          try (Hdf5Id dataset = Hdf5Id.dataset(H5.H5Dopen(id.value(), path, DEFAULT));
              Hdf5Id selected = Hdf5Id.rowsOf(dataset.value(), row, rows);
              Hdf5Id type = Hdf5Id.type(H5.H5Dget_type(dataset.value()))) {
            Hdf5Info info = Hdf5Info.of(type.value(), selected.value(), List.of());
            long values = rows * info.columns();
            if (values > length || row < 0 || row + rows > info.rows()) {
              throw new IllegalArgumentException(
                  "an array of %d does not hold rows %d to %d of %s"
                      .formatted(length, row, row + rows, info.describe()));
            }
            try (Hdf5Id memory = Hdf5Id.flatSpace(values)) {
              transfer.run(dataset.value(), info, memory.value(), selected.value());
            }
          }
        });
  }

  /** Writes a scalar attribute of a group or dataset. */
  public void attribute(String object, String name, Hdf5Type type, Number value) {
    attribute(object, name, type, null, new Number[] {value});
  }

  /** Writes a one-dimensional attribute of a group or dataset. */
  public void attribute(String object, String name, Hdf5Type type, long[] values) {
    Number[] boxed = new Number[values.length];
    Arrays.setAll(boxed, i -> values[i]);
    attribute(object, name, type, new long[] {values.length}, boxed);
  }

  /** Writes a one-dimensional attribute of a group or dataset. */
  public void attribute(String object, String name, Hdf5Type type, double[] values) {
    Number[] boxed = new Number[values.length];
    Arrays.setAll(boxed, i -> values[i]);
    attribute(object, name, type, new long[] {values.length}, boxed);
  }

  /** Writes a fixed-length text attribute of a group or dataset. */
  public void attribute(String object, String name, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = Arrays.copyOf(utf8, Math.max(1, utf8.length));
    Hdf5Library.run(
        () -> {
          try (Hdf5Id type = Hdf5Id.type(H5.H5Tcopy(HDF5Constants.H5T_C_S1))) {
            H5.H5Tset_size(type.value(), bytes.length);
            H5.H5Tset_strpad(type.value(), HDF5Constants.H5T_STR_NULLPAD);
            if (utf8.length != text.length()) {
              H5.H5Tset_cset(type.value(), HDF5Constants.H5T_CSET_UTF8);
            }
            writeAttribute(object, name, type.value(), type.value(), null, bytes);
          }
        });
  }

  /**
   * Writes a text attribute of variable length: h5py reads it as a string, but texts of fixed
   * length as bytes.
   */
  public void variableText(String object, String name, String text) {
    variableTexts(object, name, null, text);
  }

  /** Writes a one-dimensional attribute of texts of variable length. */
  public void variableTexts(String object, String name, List<String> texts) {
    variableTexts(object, name, new long[] {texts.size()}, texts.toArray(String[]::new));
  }

  private void variableTexts(String object, String name, long[] dims, String... texts) {
    Hdf5Library.run(
        () -> {
          try (Hdf5Id type = Hdf5Id.type(H5.H5Tcopy(HDF5Constants.H5T_C_S1))) {
            H5.H5Tset_size(type.value(), HDF5Constants.H5T_VARIABLE);
            H5.H5Tset_cset(type.value(), HDF5Constants.H5T_CSET_UTF8);
            createAttribute(
                object,
                name,
                type.value(),
                dims,
                attribute -> H5.H5AwriteVL(attribute, type.value(), texts));
          }
        });
  }

  private void attribute(String object, String name, Hdf5Type type, long[] dims, Number[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.nativeOrder());
    for (Number v : values) {
      if (type.isFloat()) {
        bytes.putDouble(v.doubleValue());
      } else {
        bytes.putLong(v.longValue());
      }
    }
    long memoryType =
        type.isFloat()
            ? HDF5Constants.H5T_NATIVE_DOUBLE
            : type == Hdf5Type.UINT32 || type == Hdf5Type.UINT64
                ? HDF5Constants.H5T_NATIVE_UINT64
                : HDF5Constants.H5T_NATIVE_INT64;
    Hdf5Library.run(
        () -> {
          try (Hdf5Id fileType = type.open()) {
            writeAttribute(object, name, fileType.value(), memoryType, dims, bytes.array());
          }
        });
  }

  private void writeAttribute(
      String object, String name, long fileType, long memoryType, long[] dims, byte[] bytes) {
    createAttribute(
        object, name, fileType, dims, attribute -> H5.H5Awrite(attribute, memoryType, bytes));
  }

  private void createAttribute(
      String object, String name, long fileType, long[] dims, LongConsumer content) {
    long shape =
        dims == null
            ? H5.H5Screate(HDF5Constants.H5S_SCALAR)
            : H5.H5Screate_simple(dims.length, dims, null);
    try (Hdf5Id space = Hdf5Id.space(shape);
        Hdf5Id attribute =
            Hdf5Id.attribute(
                H5.H5Acreate_by_name(
                    id.value(),
                    object,
                    name,
                    fileType,
                    space.value(),
                    DEFAULT,
                    DEFAULT,
                    DEFAULT))) {
      content.accept(attribute.value());
    }
  }

  /** Passes all written data to the operating system. */
  public void flush() {
    Hdf5Library.run(() -> H5.H5Fflush(id.value(), HDF5Constants.H5F_SCOPE_LOCAL));
  }

  @Override
  public void close() {
    Hdf5Library.run(id::close);
  }

  @FunctionalInterface
  private interface DatasetTransfer {
    int run(long dataset, Hdf5Info info, long memorySpace, long fileSpace);
  }
}
