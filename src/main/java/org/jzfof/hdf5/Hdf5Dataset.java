package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzfof.hdf5.chunks.ChunkIndex;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * An open dataset. Every read copies consecutive complete rows (along the first dimension) to the
 * start of an array. The owner closes the dataset.
 */
public final class Hdf5Dataset implements AutoCloseable {
  private static final long DEFAULT_CHUNK_CACHE = 1L << 20;
  private static final long MAX_CHUNK_CACHE = 256L << 20;

  private final Hdf5Id id;
  private final Hdf5Info info;
  private final boolean virtual;
  private final List<Hdf5Mapping> mappings;
  private final String path;
  private final ReadMethod readMethod;
  private final Map<String, ChunkIndex> indices;
  private DirectReader direct;

  private Hdf5Dataset(
      Hdf5Id id,
      Hdf5Info info,
      boolean virtual,
      List<Hdf5Mapping> mappings,
      ReadMethod readMethod,
      String path,
      Map<String, ChunkIndex> indices) {
    this.readMethod = readMethod;
    this.path = path;
    this.indices = indices;
    this.id = id;
    this.info = info;
    this.virtual = virtual;
    this.mappings = mappings;
  }

  /**
   * Opens a dataset.
   *
   * @param indices chunk indices of datasets of the file that have been read, by path
   */
  static Hdf5Dataset open(long file, String path, Map<String, ChunkIndex> indices) {
    Hdf5Id id = Hdf5Id.dataset(H5.H5Dopen(file, path, HDF5Constants.H5P_DEFAULT));
    try (Hdf5Id type = Hdf5Id.type(H5.H5Dget_type(id.value()));
        Hdf5Id space = Hdf5Id.space(H5.H5Dget_space(id.value()));
        Hdf5Id properties = Hdf5Id.properties(H5.H5Dget_create_plist(id.value()))) {
      Hdf5Info info =
          Hdf5Info.of(type.value(), space.value(), Hdf5Info.filters(properties.value()));
      long chunk = chunkBytes(properties.value(), info);
      if (chunk > DEFAULT_CHUNK_CACHE && chunk <= MAX_CHUNK_CACHE) {
        Hdf5Id cached = openCached(file, path, chunk);
        id.close();
        id = cached;
      }
      boolean virtual = H5.H5Pget_layout(properties.value()) == HDF5Constants.H5D_VIRTUAL;
      List<Hdf5Mapping> mappings = virtual ? mappings(properties.value()) : List.of();
      ReadMethod readMethod = ReadMethod.of(id.value(), type.value(), properties.value(), info);
      return new Hdf5Dataset(id, info, virtual, mappings, readMethod, path, indices);
    } catch (RuntimeException e) {
      try {
        id.close();
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** Opens a dataset with a cache for one chunk, so that successive reads decompress it once. */
  private static Hdf5Id openCached(long file, String path, long chunkBytes) {
    try (Hdf5Id access = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_ACCESS))) {
      H5.H5Pset_chunk_cache(access.value(), 521, chunkBytes, 0.75);
      return Hdf5Id.dataset(H5.H5Dopen(file, path, access.value()));
    }
  }

  private static long chunkBytes(long properties, Hdf5Info info) {
    if (H5.H5Pget_layout(properties) != HDF5Constants.H5D_CHUNKED) {
      return 0;
    }
    long[] chunk = new long[info.dims().length];
    H5.H5Pget_chunk(properties, chunk.length, chunk);
    long bytes = info.bytes();
    for (long n : chunk) {
      bytes *= n;
    }
    return bytes;
  }

  private static List<Hdf5Mapping> mappings(long properties) {
    List<Hdf5Mapping> mappings = new ArrayList<>();
    long n = H5.H5Pget_virtual_count(properties);
    for (long i = 0; i < n; i++) {
      mappings.add(Hdf5Mapping.of(properties, i));
    }
    return List.copyOf(mappings);
  }

  /**
   * Describes the values that were never written and read as fill values, such as "16 of 32 chunks
   * of 1024 rows"; empty if all values were written.
   *
   * @throws Hdf5Exception if the index of chunks is damaged, or an external file is truncated
   */
  public Optional<String> unwritten() {
    return Hdf5Library.call(() -> Hdf5Storage.unwritten(id.value(), info, this::chunks));
  }

  /**
   * The stored chunks of a chunked dataset.
   *
   * @throws Hdf5Exception if the chunk index is damaged
   */
  public ChunkIndex chunks() {
    return indices.computeIfAbsent(
        path, p -> Hdf5Library.call(() -> ChunkIndex.of(id.value(), info)));
  }

  /** Shape, type and filters. */
  public Hdf5Info info() {
    return info;
  }

  /** Description of the read method, such as "contiguous, read by threads". */
  public String reading() {
    return readMethod.description();
  }

  /** The first filter that cannot be decoded, because its plugin is missing. */
  public Optional<Hdf5Info.Filter> missingFilter() {
    return readMethod.byThreads()
        ? Optional.empty()
        : info.filters().stream().filter(f -> !f.available()).findFirst();
  }

  /** Whether the values are contiguous in the file and read by threads. */
  public boolean isContiguous() {
    return readMethod.isContiguous();
  }

  /** Whether this is a virtual dataset, which has the values of other datasets. */
  public boolean isVirtual() {
    return virtual;
  }

  /**
   * The parts of a virtual dataset; empty for other datasets. HDF5 substitutes fill values for rows
   * without a part.
   */
  public List<Hdf5Mapping> mappings() {
    return mappings;
  }

  /**
   * Reads rows as float32.
   *
   * @throws Hdf5Exception if the data cannot be read or decompressed
   */
  public void read(long row, int rows, float[] values) {
    read(
        row,
        rows,
        values.length,
        StoredNumbers.into(values, info),
        (mem, file) ->
            H5.H5Dread_float(id.value(), HDF5Constants.H5T_NATIVE_FLOAT, mem, file, 0, values));
  }

  /** Reads rows as float64, otherwise as {@link #read(long, int, float[])}. */
  public void read(long row, int rows, double[] values) {
    read(
        row,
        rows,
        values.length,
        StoredNumbers.into(values, info),
        (mem, file) ->
            H5.H5Dread_double(id.value(), HDF5Constants.H5T_NATIVE_DOUBLE, mem, file, 0, values));
  }

  /** Reads rows of integers as 32 bits, unsigned if the stored type is unsigned. */
  public void read(long row, int rows, int[] values) {
    long type = info.signed() ? HDF5Constants.H5T_NATIVE_INT32 : HDF5Constants.H5T_NATIVE_UINT32;
    read(
        row,
        rows,
        values.length,
        StoredNumbers.into(values, info),
        (mem, file) -> H5.H5Dread_int(id.value(), type, mem, file, 0, values));
  }

  /** Reads rows of integers as 64 bits, unsigned if the stored type is unsigned. */
  public void read(long row, int rows, long[] values) {
    long type = info.signed() ? HDF5Constants.H5T_NATIVE_INT64 : HDF5Constants.H5T_NATIVE_UINT64;
    read(
        row,
        rows,
        values.length,
        StoredNumbers.into(values, info),
        (mem, file) -> H5.H5Dread_long(id.value(), type, mem, file, 0, values));
  }

  /** Reads rows as stored bytes. */
  public void read(long row, int rows, byte[] values) {
    read(
        row,
        rows,
        values.length / info.bytes(),
        StoredNumbers.into(values, info),
        (mem, file) -> {
          try (Hdf5Id type = Hdf5Id.type(H5.H5Dget_type(id.value()))) {
            return H5.H5Dread(id.value(), type.value(), mem, file, 0, values);
          }
        });
  }

  /**
   * Reads rows as {@link RowWords}; several threads may read contiguous values at the same time.
   *
   * @param words receives the stored bytes of the rows, from index {@code at} on
   */
  public void read(long row, int rows, int[] words, int at) {
    int rowBytes = Math.toIntExact(info.columns() * info.bytes());
    if (readMethod.byThreads()) { // values of 32 or 64 bits
      int capacity = (words.length - at) / (info.bytes() / Integer.BYTES);
      StoredNumbers target = StoredNumbers.into(words, at, info);
      read(row, rows, capacity, Optional.of(target), (mem, file) -> 0);
    } else {
      byte[] bytes = new byte[rows * rowBytes];
      read(row, rows, bytes);
      RowWords.fromBytes(ByteBuffer.wrap(bytes), rowBytes, rows, words, at);
    }
  }

  /**
   * Reads one numeric field of all rows of a table (compound type).
   *
   * @throws Hdf5Exception if this dataset is no table or has no such field
   */
  public double[] readField(String field) {
    requireSound();
    return Hdf5Library.call(
        () -> {
          double[] values = new double[Math.toIntExact(info.rows())];
          byte[] bytes = new byte[values.length * Double.BYTES];
          try (Hdf5Id stored = Hdf5Id.type(H5.H5Dget_type(id.value()));
              Hdf5Id memory =
                  Hdf5Id.type(H5.H5Tcreate(HDF5Constants.H5T_COMPOUND, (long) Double.BYTES))) {
            if (H5.H5Tget_class(stored.value()) != HDF5Constants.H5T_COMPOUND
                || H5.H5Tget_member_index(stored.value(), field) < 0) {
              throw new Hdf5Exception("no field '%s'".formatted(field));
            }
            H5.H5Tinsert(memory.value(), field, 0, HDF5Constants.H5T_NATIVE_DOUBLE);
            H5.H5Dread(
                id.value(),
                memory.value(),
                HDF5Constants.H5S_ALL,
                HDF5Constants.H5S_ALL,
                HDF5Constants.H5P_DEFAULT,
                bytes);
          }
          ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asDoubleBuffer().get(values);
          return values;
        });
  }

  /** Verifies the index of compressed chunks, which the library would trust. */
  private void requireSound() {
    if (!info.filters().isEmpty()) {
      chunks();
    }
  }

  private void read(
      long row, int rows, int capacity, Optional<StoredNumbers> target, Transfer transfer) {
    if (rows == 0) {
      return;
    }
    long values = rows * info.columns();
    if (values > capacity || row < 0 || row + rows > info.rows()) {
      throw new IllegalArgumentException(
          "rows %d to %d of %s do not fit into an array of %d"
              .formatted(row, row + rows, info.describe(), capacity));
    }
    requireSound();
    Optional<DirectReader> reader = target.flatMap(t -> direct());
    if (reader.isPresent()) {
      reader.get().read(row, rows, target.get());
      return;
    }
    Hdf5Library.run(
        () -> {
          try (Hdf5Id selected = Hdf5Id.rowsOf(id.value(), row, rows);
              Hdf5Id memory = Hdf5Id.rowsInMemory(selected, rows)) {
            transfer.run(memory.value(), selected.value());
          }
        });
  }

  /** Returns the reader without the library, which the first read opens. */
  private synchronized Optional<DirectReader> direct() {
    if (direct == null) {
      Hdf5Library.call(() -> readMethod.open(id.value(), info, this::chunks))
          .ifPresent(reader -> direct = reader);
    }
    return Optional.ofNullable(direct);
  }

  @Override
  public void close() {
    try {
      if (direct != null) {
        direct.close();
      }
    } finally {
      Hdf5Library.run(id::close);
    }
  }

  /** One read or write call between a memory space and a selection of the dataset. */
  @FunctionalInterface
  interface Transfer {
    int run(long memorySpace, long fileSpace);
  }
}
