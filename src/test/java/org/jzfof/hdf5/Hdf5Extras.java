package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.jzfof.hdf5.library.Hdf5Id;

/** Adds to a file what {@link Hdf5Writer} does not write but other programs do. */
public final class Hdf5Extras {
  private static final long DEFAULT = HDF5Constants.H5P_DEFAULT;

  private Hdf5Extras() {}

  /**
   * Rows of a dataset that become rows of a virtual one.
   *
   * @param file name of the source
   * @param row first row of the virtual dataset
   * @param rows how many
   * @param sourceRow first row of the source
   * @param stride from one row of the source to the next
   * @param sourceRows all rows of the source
   */
  public record Part(
      String file, long row, long rows, long sourceRow, long stride, long sourceRows) {
    /** All rows of a source. */
    public static Part whole(Path file, long row, long rows) {
      return new Part(file.getFileName().toString(), row, rows, 0, 1, rows);
    }
  }

  /** Adds a virtual dataset of rows of the same dataset in other files; 1 or 3 columns. */
  public static void virtualDataset(
      Path file, String path, boolean floats, long rows, int columns, List<Part> parts) {
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id space = rowSpace(rows, columns)) {
      for (Part p : parts) {
        select(space, p.row(), p.rows(), 1, columns);
        try (Hdf5Id source = rowSpace(p.sourceRows(), columns)) {
          select(source, p.sourceRow(), p.rows(), p.stride(), columns);
          H5.H5Pset_virtual(properties.value(), space.value(), p.file(), path, source.value());
        }
      }
      H5.H5Sselect_all(space.value());
      long type = floats ? HDF5Constants.H5T_IEEE_F32LE : HDF5Constants.H5T_STD_U32LE;
      H5.H5Dclose(
          H5.H5Dcreate(f.value(), path, type, space.value(), DEFAULT, properties.value(), DEFAULT));
    }
  }

  private static Hdf5Id rowSpace(long rows, int columns) {
    long[] dims = columns == 1 ? new long[] {rows} : new long[] {rows, columns};
    return Hdf5Id.space(H5.H5Screate_simple(dims.length, dims, null));
  }

  private static void select(Hdf5Id space, long row, long rows, long stride, int columns) {
    boolean flat = columns == 1;
    H5.H5Sselect_hyperslab(
        space.value(),
        HDF5Constants.H5S_SELECT_SET,
        flat ? new long[] {row} : new long[] {row, 0},
        flat ? new long[] {stride} : new long[] {stride, 1},
        flat ? new long[] {rows} : new long[] {rows, columns},
        null);
  }

  /** Adds a table of (class: uint8, mass: float64, soft: float64). */
  public static void classTable(Path file, String path, int[] classes, double[] masses) {
    int width = 17;
    ByteBuffer rows = ByteBuffer.allocate(width * classes.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < classes.length; i++) {
      rows.put((byte) classes[i]).putDouble(masses[i]).putDouble(0.01);
    }
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id type = Hdf5Id.type(H5.H5Tcreate(HDF5Constants.H5T_COMPOUND, (long) width));
        Hdf5Id space = Hdf5Id.flatSpace(classes.length)) {
      H5.H5Tinsert(type.value(), "class", 0, HDF5Constants.H5T_STD_U8LE);
      H5.H5Tinsert(type.value(), "mass", 1, HDF5Constants.H5T_IEEE_F64LE);
      H5.H5Tinsert(type.value(), "soft", 9, HDF5Constants.H5T_IEEE_F64LE);
      try (Hdf5Id dataset =
          Hdf5Id.dataset(
              H5.H5Dcreate(
                  f.value(), path, type.value(), space.value(), DEFAULT, DEFAULT, DEFAULT))) {
        int all = HDF5Constants.H5S_ALL;
        H5.H5Dwrite(dataset.value(), type.value(), all, all, DEFAULT, rows.array());
      }
    }
  }

  /** Adds a dataset of float32 that may grow, stored in chunks. */
  public static void growingDataset(Path file, String path, long rows, long chunk) {
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id space =
            Hdf5Id.space(
                H5.H5Screate_simple(
                    1, new long[] {rows}, new long[] {HDF5Constants.H5S_UNLIMITED}))) {
      H5.H5Pset_chunk(properties.value(), 1, new long[] {chunk});
      createFloats(f, path, space, properties);
    }
  }

  /**
   * How a dataset of float32 in chunks is stored.
   *
   * @param latest whether to use the newest format that the library has
   * @param userBlock bytes in front of the file, 0 or 512
   * @param most lengths to which it may grow, -1 without end
   * @param filters of its chunks
   */
  public record ChunkStorage(
      boolean latest,
      long userBlock,
      long[] dims,
      long[] most,
      long[] chunk,
      List<Hdf5Chunks.Filter> filters) {}

  /** Creates a file with a dataset in chunks. */
  public static void chunkedDataset(Path file, String path, ChunkStorage storage) {
    int format = HDF5Constants.H5F_LIBVER_LATEST;
    try (Hdf5Id creation = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_FILE_CREATE));
        Hdf5Id access = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_FILE_ACCESS));
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id space =
            Hdf5Id.space(H5.H5Screate_simple(storage.dims.length, storage.dims, storage.most))) {
      H5.H5Pset_userblock(creation.value(), storage.userBlock);
      if (storage.latest) {
        H5.H5Pset_libver_bounds(access.value(), format, format);
      }
      H5.H5Pset_chunk(properties.value(), storage.chunk.length, storage.chunk);
      storage.filters.forEach(f -> f.add(properties.value()));
      try (Hdf5Id f =
          new Hdf5Id(
              H5.H5Fcreate(
                  file.toString(), HDF5Constants.H5F_ACC_TRUNC, creation.value(), access.value()),
              H5::H5Fclose)) {
        createFloats(f, path, space, properties);
      }
    }
  }

  /** Writes rows of a dataset of float32. */
  public static void writeRows(Path file, String path, long row, int rows, float[] values) {
    try (Hdf5Id f = openForWriting(file)) {
      writeRows(f, path, row, rows, values);
    }
  }

  private static void writeRows(Hdf5Id f, String path, long row, int rows, float[] values) {
    try (Hdf5Id dataset = Hdf5Id.dataset(H5.H5Dopen(f.value(), path, DEFAULT));
        Hdf5Id memory = Hdf5Id.flatSpace(values.length);
        Hdf5Id selected = Hdf5Id.rowsOf(dataset.value(), row, rows)) {
      H5.H5Dwrite_float(
          dataset.value(),
          HDF5Constants.H5T_NATIVE_FLOAT,
          memory.value(),
          selected.value(),
          DEFAULT,
          values);
    }
  }

  /** Gives an attribute another value. */
  public static void setAttribute(Path file, String object, String name, double value) {
    removeAttribute(file, object, name);
    addAttribute(file, object, name, value);
  }

  /** Adds an attribute. */
  public static void addAttribute(Path file, String object, String name, double value) {
    byte[] bytes =
        ByteBuffer.allocate(Double.BYTES).order(ByteOrder.nativeOrder()).putDouble(value).array();
    long type = HDF5Constants.H5T_NATIVE_DOUBLE;
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id space = Hdf5Id.space(H5.H5Screate(HDF5Constants.H5S_SCALAR));
        Hdf5Id attribute =
            Hdf5Id.attribute(
                H5.H5Acreate_by_name(
                    f.value(), object, name, type, space.value(), DEFAULT, DEFAULT, DEFAULT))) {
      H5.H5Awrite(attribute.value(), type, bytes);
    }
  }

  /** Removes an attribute. */
  public static void removeAttribute(Path file, String object, String name) {
    try (Hdf5Id f = openForWriting(file)) {
      H5.H5Adelete_by_name(f.value(), object, name, DEFAULT);
    }
  }

  /**
   * Adds a float32 vector dataset of which only the first rows are written.
   *
   * @param chunk rows of a chunk; 0 for contiguous storage
   * @param written first rows, any number of them
   */
  public static void partlyWritten(
      Path file, String path, long rows, long chunk, float... written) {
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id space = Hdf5Id.space(H5.H5Screate_simple(2, new long[] {rows, 3}, null))) {
      if (chunk > 0) {
        H5.H5Pset_chunk(properties.value(), 2, new long[] {chunk, 3});
      }
      createFloats(f, path, space, properties);
      if (written.length > 0) {
        writeRows(f, path, 0, written.length / 3, written);
      }
    }
  }

  /** Adds a float32 vector dataset whose values are in another file from some byte on. */
  public static void externalDataset(
      Path file, String path, long rows, String values, long offset, long bytes) {
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id space = Hdf5Id.space(H5.H5Screate_simple(2, new long[] {rows, 3}, null))) {
      H5.H5Pset_external(properties.value(), values, offset, bytes);
      createFloats(f, path, space, properties);
    }
  }

  /** Adds a dataset of float64 whose values are never written; 1 or 3 columns. */
  public static void wideDataset(Path file, String path, long rows, int columns) {
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id space = rowSpace(rows, columns)) {
      long type = HDF5Constants.H5T_IEEE_F64LE;
      H5.H5Dclose(H5.H5Dcreate(f.value(), path, type, space.value(), DEFAULT, DEFAULT, DEFAULT));
    }
  }

  /** Gives an object another name. */
  public static void rename(Path file, String path, String other) {
    try (Hdf5Id f = openForWriting(file)) {
      H5.H5Lmove(f.value(), path, f.value(), other, DEFAULT, DEFAULT);
    }
  }

  /** Removes a dataset. */
  public static void remove(Path file, String path) {
    try (Hdf5Id f = openForWriting(file)) {
      H5.H5Ldelete(f.value(), path, DEFAULT);
    }
  }

  /** Adds a dataset of int32 that a filter packs, and fills it. */
  public static void packedDataset(
      Path file, String path, int bits, LongConsumer filter, int... values) {
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id type = Hdf5Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_I32LE));
        Hdf5Id space = Hdf5Id.flatSpace(values.length)) {
      H5.H5Tset_precision(type.value(), bits);
      H5.H5Pset_chunk(properties.value(), 1, new long[] {100});
      filter.accept(properties.value());
      try (Hdf5Id dataset = create(f, path, type.value(), space, properties)) {
        int all = HDF5Constants.H5S_ALL;
        H5.H5Dwrite(dataset.value(), HDF5Constants.H5T_NATIVE_INT32, all, all, DEFAULT, values);
      }
    }
  }

  /** Adds a dataset of float32 [n, 3] that a filter packs in chunks of some rows. */
  public static void packedVectors(
      Path file, String path, long chunk, LongConsumer filter, float... values) {
    try (Hdf5Id f = openForWriting(file);
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
        Hdf5Id space = rowSpace(values.length / 3, 3)) {
      H5.H5Pset_chunk(properties.value(), 2, new long[] {chunk, 3});
      filter.accept(properties.value());
      createFloats(f, path, space, properties);
      writeRows(f, path, 0, values.length / 3, values);
    }
  }

  private static void createFloats(Hdf5Id f, String path, Hdf5Id space, Hdf5Id properties) {
    create(f, path, HDF5Constants.H5T_IEEE_F32LE, space, properties).close();
  }

  /** Creates a dataset in an open file. */
  static Hdf5Id create(Hdf5Id f, String path, long type, Hdf5Id space, Hdf5Id properties) {
    return Hdf5Id.dataset(
        H5.H5Dcreate(f.value(), path, type, space.value(), DEFAULT, properties.value(), DEFAULT));
  }

  private static Hdf5Id openForWriting(Path file) {
    return new Hdf5Id(
        H5.H5Fopen(file.toString(), HDF5Constants.H5F_ACC_RDWR, DEFAULT), H5::H5Fclose);
  }
}
