package org.jzfof.snapshot.file;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Mapping;
import org.jzfof.hdf5.RowWords;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.threads.Parallel;

/**
 * An open dataset of one particle type in one file, with verified shape, type and filters. The rows
 * of a virtual dataset are read from its sources. The owner closes the column.
 */
public final class Column implements AutoCloseable {
  private static final long LOW_WORD = 0xffffffffL;

  /** Number of words that a thread reads at a time: they fit into the cache of a core. */
  private static final int PART_WORDS = 1 << 16;

  private final String what;
  private final SnapshotFile file;
  private final Hdf5Dataset data;
  private final List<VirtualRows> parts;
  private final Decoder decoder; // null for plain numbers

  private Column(
      String what, SnapshotFile file, String dataset, Hdf5Dataset data, Decoder decoder) {
    this.what = what;
    this.file = file;
    this.data = data;
    this.decoder = decoder;
    this.parts = VirtualRows.of(what, file, dataset, data);
  }

  /** Reads rows of a dataset into an array; row numbers are those of that dataset. */
  @FunctionalInterface
  public interface RowRead {
    void read(Hdf5Dataset data, long row, int count);
  }

  /**
   * Opens a dataset.
   *
   * @param rows expected number of rows
   * @param columns 3 for vectors, 1 for numbers
   * @param decoder decoder of encoded values; null for plain numbers
   * @throws SnapshotException if the dataset has another shape, is not numeric, or is compressed
   *     with a filter that is not available
   */
  static Column open(
      SnapshotFile file, int type, String name, long rows, int columns, Decoder decoder) {
    String what = "PartType%d/%s in %s".formatted(type, name, file.path());
    return open(
        what,
        file,
        file.column(type, name),
        info -> verify(what, info, type, rows, columns),
        decoder);
  }

  private static void verify(String what, Hdf5Info info, int type, long rows, int columns) {
    long[] expected = columns == 1 ? new long[] {rows} : new long[] {rows, columns};
    boolean column = columns == 1 && info.dims().length == 2 && info.columns() == 1;
    if (!column && info.dims().length != expected.length
        || info.columns() != columns
        || info.kind() != Hdf5Info.Kind.INTEGER && info.kind() != Hdf5Info.Kind.FLOAT) {
      throw new SnapshotException(
          "%s is %s, but numbers of shape %s are expected: write the snapshot in a supported layout"
              .formatted(what, info.describe(), Arrays.toString(expected)));
    }
    if (info.rows() != rows) {
      throw new SnapshotException(
          "%s has %d rows, but NumPart_ThisFile[%d] is %d: the file is incomplete or was changed; write or copy it again"
              .formatted(what, info.rows(), type, rows));
    }
  }

  /**
   * Opens positions that belong to no particle type.
   *
   * @throws SnapshotException if the dataset does not hold floats of shape [any, 3], or is
   *     compressed with a filter that is not available
   */
  static Column ofPositions(SnapshotFile file, String dataset) {
    String what = "%s in %s".formatted(dataset, file.path());
    return open(
        what,
        file,
        dataset,
        info -> {
          if (info.kind() != Hdf5Info.Kind.FLOAT
              || info.dims().length != 2
              || info.columns() != 3) {
            throw new SnapshotException(
                "%s is %s, but positions of shape [any, 3], float32 or float64, are expected"
                    .formatted(what, info.describe()));
          }
        },
        null);
  }

  /**
   * Opens numbers that belong to no particle type.
   *
   * @throws SnapshotException if the dataset is missing or does not hold floats of shape [rows]
   */
  public static Column numbers(SnapshotFile file, String dataset, long rows) {
    String what = "%s in %s".formatted(dataset, file.path());
    if (!file.exists(dataset)) {
      throw new SnapshotException("%s is missing: name a dataset of the file".formatted(what));
    }
    return open(
        what,
        file,
        dataset,
        info -> {
          if (info.kind() != Hdf5Info.Kind.FLOAT
              || info.dims().length != 1
              || info.rows() != rows) {
            throw new SnapshotException(
                "%s is %s, but one float32 or float64 for each of %d queries is expected"
                    .formatted(what, info.describe(), rows));
          }
        },
        null);
  }

  /** Opens a dataset of any shape and type. */
  public static Column any(SnapshotFile file, String dataset) {
    String what = "%s in %s".formatted(dataset.substring(1), file.path());
    return open(what, file, dataset, i -> {}, null);
  }

  private static Column open(
      String what, SnapshotFile file, String dataset, Consumer<Hdf5Info> verify, Decoder decoder) {
    return SnapshotFile.reading(
        what,
        () -> {
          Hdf5Dataset data = file.dataset(dataset);
          try {
            verify.accept(data.info());
            data.missingFilter().ifPresent(f -> refuse(what, f));
            return new Column(what, file, dataset, data, decoder);
          } catch (RuntimeException e) {
            data.close();
            throw e;
          }
        });
  }

  private static void refuse(String what, Hdf5Info.Filter filter) {
    throw new SnapshotException(
        "%s is compressed with filter %d (%s), which is not available: install its HDF5 plugin and set HDF5_PLUGIN_PATH to its folder"
            .formatted(what, filter.id(), filter.name().isEmpty() ? "no name" : filter.name()));
  }

  public Hdf5Info info() {
    return data.info();
  }

  /**
   * A sentence about values that were never written; empty if all values were written. For a
   * virtual dataset the sources are inspected too.
   *
   * @throws SnapshotException if written values cannot be present, as in a truncated file
   */
  public Optional<String> unwritten() {
    for (Hdf5Mapping m : data.mappings()) {
      Optional<String> ofSource = unwritten(m);
      if (ofSource.isPresent()) {
        return ofSource;
      }
    }
    return SnapshotFile.reading(what, data::unwritten)
        .map(part -> "%s of %s were never written and are read as zeros".formatted(part, what));
  }

  private Optional<String> unwritten(Hdf5Mapping m) {
    if (m.values() == Hdf5Mapping.ANY) {
      return Optional.empty(); // the source is a pattern of file names
    }
    try (SnapshotFile f = SnapshotFile.open(file.source(m.file()).file())) {
      VirtualRows.requireSource(what, m.dataset(), f);
      try (Column source = any(f, m.dataset())) {
        return source.unwritten();
      }
    }
  }

  /**
   * @throws SnapshotException unless the dataset holds integers
   */
  public void requireIntegers() {
    if (info().kind() != Hdf5Info.Kind.INTEGER) {
      throw refusal("write it as integers");
    }
  }

  /** Returns the exception for an unsupported stored type. */
  SnapshotException refusal(String remedy) {
    return new SnapshotException("%s is %s: %s".formatted(what, info().describe(), remedy));
  }

  /** Whether values lose precision as float32. */
  public boolean isDouble() {
    if (decoder != null) {
      return decoder.isDouble();
    }
    return data.info().kind() == Hdf5Info.Kind.INTEGER || data.info().bytes() > Float.BYTES;
  }

  /** Reads numbers in their stored precision. */
  public void read(Blocks blocks, ColumnSink sink) {
    int length = Math.toIntExact(data.info().columns() * blocks.length());
    if (decoder != null) {
      decoder.read(this, blocks, sink);
    } else if (isDouble()) {
      double[] values = new double[length];
      read(blocks, (source, row, count) -> source.read(row, count, values), forSink(values, sink));
    } else {
      float[] values = new float[length];
      read(blocks, (source, row, count) -> source.read(row, count, values), forSink(values, sink));
    }
  }

  private Blocks.Action forSink(Object values, ColumnSink sink) {
    int width = (int) data.info().columns();
    return (row, count, target) -> sink.accept(new ColumnBlock(target, count, width, values));
  }

  /**
   * Reads integers. Signed integers of 32 bits are interpreted as unsigned: negative values result
   * from unsigned values above 2^31.
   *
   * @throws SnapshotException if the dataset does not hold integers
   */
  public void readIntegers(Blocks blocks, ColumnSink sink) {
    requireIntegers();
    boolean wrapped = info().signed() && info().bytes() == Integer.BYTES;
    long[] values = new long[blocks.length()];
    Blocks.Action action = forSink(values, sink);
    read(
        blocks,
        (source, row, count) -> source.read(row, count, values),
        (row, count, target) -> {
          for (int i = 0; wrapped && i < count; i++) {
            values[i] &= LOW_WORD;
          }
          action.accept(row, count, target);
        });
  }

  /**
   * Reads rows as {@link RowWords}, contiguous values with all threads.
   *
   * @param words receives the stored bytes of the rows, from index {@code at} on
   */
  public void read(long row, int rows, int[] words, int at) {
    int perRow = RowWords.perRow(Math.toIntExact(info().bytes() * info().columns()));
    if (!parts.isEmpty()) {
      int[] block = new int[rows * perRow];
      read(
          new Blocks(row, rows, 0, rows),
          (source, from, count) -> source.read(from, count, block, 0),
          (from, count, to) ->
              System.arraycopy(block, 0, words, at + (int) to * perRow, count * perRow));
    } else if (data.isContiguous()) {
      Parallel.forRange(
          rows,
          Math.max(1, PART_WORDS / perRow),
          (from, to) -> readWords(row + from, to - from, words, at + from * perRow));
    } else {
      readWords(row, rows, words, at);
    }
  }

  private void readWords(long row, int rows, int[] words, int at) {
    SnapshotFile.reading(
        what,
        () -> {
          data.read(row, rows, words, at);
          return null;
        });
  }

  /**
   * Reads rows block by block.
   *
   * @param read function that reads the rows of a block into an array
   * @param then consumer of that array; row numbers are those of this dataset
   */
  public void read(Blocks blocks, RowRead read, Blocks.Action then) {
    if (parts.isEmpty()) {
      readBlocks(what, data, blocks, read, then);
      return;
    }
    for (VirtualRows part : parts) {
      long from = Math.max(blocks.start(), part.row());
      long end = Math.min(blocks.start() + blocks.rows(), part.row() + part.rows());
      if (from < end) {
        readPart(part, blocks.part(from, end - from), read, then);
      }
    }
  }

  private void readPart(VirtualRows part, Blocks blocks, RowRead read, Blocks.Action then) {
    try (SnapshotFile f = SnapshotFile.open(part.source().file())) {
      VirtualRows.requireSource(what, part.dataset(), f);
      try (Column source = any(f, part.dataset())) {
        requireAlike(part, source);
        long shift = part.row() - part.sourceRow();
        source.read(
            blocks.shifted(-shift),
            read,
            (row, count, target) -> then.accept(row + shift, count, target));
      }
    }
    part.source().requireUnchanged();
  }

  private void requireAlike(VirtualRows part, Column source) {
    Hdf5Info other = source.info();
    if (!other.number().equals(info().number())
        || other.littleEndian() != info().littleEndian()
        || other.columns() != info().columns()
        || other.rows() < part.sourceRow() + part.rows()) {
      throw new SnapshotException(
          "%s is %s, but rows %d to %d of %s in %s are expected: write the virtual file again"
              .formatted(
                  source.what,
                  other.describe(),
                  part.sourceRow(),
                  part.sourceRow() + part.rows(),
                  info().number(),
                  what));
    }
  }

  private static void readBlocks(
      String what, Hdf5Dataset data, Blocks blocks, RowRead read, Blocks.Action then) {
    blocks.forEach(
        (row, count, target) -> {
          SnapshotFile.reading(
              what,
              () -> {
                read.read(data, row, count);
                return null;
              });
          then.accept(row, count, target);
        });
  }

  @Override
  public void close() {
    data.close();
  }
}
