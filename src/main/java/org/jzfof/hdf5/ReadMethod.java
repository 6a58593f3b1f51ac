package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jzfof.hdf5.chunks.ChunkIndex;
import org.jzfof.hdf5.chunks.ChunkTiles;
import org.jzfof.hdf5.chunks.DataFile;
import org.jzfof.hdf5.filters.ChunkFilters;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * The method by which the values of a dataset are read: by several threads directly from the file,
 * or by the HDF5 library, which admits one thread at a time. The properties of the dataset
 * determine the method.
 *
 * @param description text for users, such as "chunks of [1024, 3], shuffle, deflate, read by
 *     threads"
 * @param filters filters of the chunks; empty unless threads read chunks
 * @param fill stored fill value of chunks that were never written; empty unless threads read chunks
 * @param extent place of contiguous values; empty unless threads read contiguous values
 */
record ReadMethod(
    String description,
    Optional<ChunkFilters> filters,
    byte[] fill,
    Optional<StoredExtent> extent) {
  private static final long MAXIMUM_BAND_BYTES = 64L << 20;
  private static final String THREADS = ", read by threads";
  private static final String LIBRARY = ", read by HDF5: ";

  /** Returns the read method of an open dataset. */
  static ReadMethod of(long dataset, long type, long properties, Hdf5Info info) {
    int layout = H5.H5Pget_layout(properties);
    if (layout == HDF5Constants.H5D_CHUNKED) {
      return chunked(type, properties, info);
    }
    if (layout == HDF5Constants.H5D_CONTIGUOUS) {
      return H5.H5Pget_external_count(properties) == 0
          ? contiguous(dataset, type, info)
          : external(dataset, type, properties, info);
    }
    String storage = layout == HDF5Constants.H5D_COMPACT ? "compact" : "virtual";
    return library(storage, "only HDF5 reads this kind of storage");
  }

  private static ReadMethod library(String storage, String reason) {
    String description = storage + LIBRARY + reason;
    return new ReadMethod(description, Optional.empty(), new byte[0], Optional.empty());
  }

  /** The reason why threads cannot read the values; empty if they can. */
  private static Optional<String> obstacle(long type, Hdf5Info info) {
    int rank = info.dims().length;
    if (rank != 1 && rank != 2) {
      return Optional.of("it has %d dimensions".formatted(rank));
    }
    if (info.rows() * info.columns() == 0) {
      return Optional.of("it is empty");
    }
    return StoredNumbers.areOf(type)
        ? Optional.empty()
        : Optional.of("its values are no numbers of 32 or 64 bits");
  }

  private static ReadMethod contiguous(long dataset, long type, Hdf5Info info) {
    Optional<String> obstacle = obstacle(type, info);
    long bytes = info.rows() * info.columns() * info.bytes();
    if (obstacle.isPresent() || H5.H5Dget_storage_size(dataset) < bytes) {
      return library("contiguous", obstacle.orElse("it was never written"));
    }
    return contiguous("contiguous", StoredExtent.contiguous(dataset, info));
  }

  private static ReadMethod contiguous(String storage, StoredExtent extent) {
    return new ReadMethod(storage + THREADS, Optional.empty(), new byte[0], Optional.of(extent));
  }

  private static ReadMethod external(long dataset, long type, long properties, Hdf5Info info) {
    Optional<String> obstacle = obstacle(type, info);
    List<StoredExtent> parts = StoredExtent.external(dataset, properties, info);
    if (obstacle.isPresent() || parts.size() != 1) {
      return library("external", obstacle.orElse("it is in %d files".formatted(parts.size())));
    }
    return contiguous("external", parts.get(0));
  }

  private static ReadMethod chunked(long type, long properties, Hdf5Info info) {
    int rank = info.dims().length;
    long[] chunk = new long[rank];
    H5.H5Pget_chunk(properties, rank, chunk);
    String storage = "chunks of %s%s".formatted(Arrays.toString(chunk), names(info));
    Optional<ChunkFilters> filters = ChunkFilters.of(properties);
    Optional<String> obstacle = obstacle(type, info);
    if (obstacle.isPresent()) {
      return library(storage, obstacle.get());
    }
    if (filters.isEmpty()) {
      return library(storage, "a filter that only HDF5 can undo");
    }
    if (bandBytes(chunk, info) > maximumBandBytes()) {
      return library(
          storage,
          "chunks across all columns take more than %d MiB".formatted(maximumBandBytes() >> 20));
    }
    return new ReadMethod(
        storage + THREADS, filters, fill(type, properties, info), Optional.empty());
  }

  /** The names of the filters, without remarks after a semicolon. */
  private static String names(Hdf5Info info) {
    return info.filters().stream()
        .map(f -> ", " + (f.name().isEmpty() ? "filter " + f.id() : f.name().split(";")[0]))
        .collect(Collectors.joining())
        .toLowerCase(Locale.ROOT);
  }

  /** Bytes of a row of chunks across all columns, which are in memory at the same time. */
  private static double bandBytes(long[] chunk, Hdf5Info info) {
    double across = chunk.length == 1 ? 1 : Math.ceil((double) info.dims()[1] / chunk[1]);
    double values = across;
    for (long n : chunk) {
      values *= n;
    }
    return values * info.bytes();
  }

  private static long maximumBandBytes() {
    return Math.min(MAXIMUM_BAND_BYTES, Runtime.getRuntime().maxMemory() / 32);
  }

  private static byte[] fill(long type, long properties, Hdf5Info info) {
    byte[] fill = new byte[info.bytes()];
    int[] defined = new int[1];
    H5.H5Pfill_value_defined(properties, defined);
    if (defined[0] == HDF5Constants.H5D_FILL_VALUE_USER_DEFINED) {
      H5.H5Pget_fill_value(properties, type, fill);
    }
    return fill;
  }

  /** Whether threads read the values, without the library and its plugins. */
  boolean byThreads() {
    return isContiguous() || filters.isPresent();
  }

  /** Whether threads read contiguous values. */
  boolean isContiguous() {
    return extent.isPresent();
  }

  /**
   * Opens the file for reads without the library.
   *
   * @param index supplier of the chunk index, called only for chunked datasets
   * @return reader, which the caller closes; empty if the library reads the values
   */
  Optional<DirectReader> open(long dataset, Hdf5Info info, Supplier<ChunkIndex> index) {
    if (extent.isPresent()) {
      StoredExtent values = extent.get();
      return Optional.of(new ContiguousReader(values.open(), values.offset(), info));
    }
    if (filters.isEmpty()) {
      return Optional.empty();
    }
    ChunkIndex chunks = index.get();
    ChunkTiles tiles = new ChunkTiles(DataFile.of(dataset), chunks, filters.get(), fill);
    return Optional.of(new TileReader(tiles, info));
  }
}
