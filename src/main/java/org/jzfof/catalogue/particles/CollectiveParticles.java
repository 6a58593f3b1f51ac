package org.jzfof.catalogue.particles;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.CollectiveWriters;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.OpenOutputs;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.ByteMessages;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.error.Cleanup;
import org.jzfof.hdf5.RowWords;

/**
 * Writes columns of particles on all ranks in parallel into files that rank 0 has laid out: each
 * rank reads a share of a column, and writes a share at its position. Rank 0 writes the columns
 * that need the HDF5 library, in order.
 */
final class CollectiveParticles {
  /**
   * Number of bytes of columns in group order that a rank holds at least, if there are so many, and
   * that it writes together.
   */
  static final int ORDERED_BYTES = 1 << 28;

  /** Number of windows in group order: one is filled while the other one is written. */
  static final int WINDOWS = 2;

  /** Part of the Java heap for a window. */
  private static final int HEAP_SHARE = 8;

  /** Number of bytes of a column in the original order, and of a message to rank 0. */
  static final int READ_BYTES = 1 << 24;

  private final Communicator comm;
  private final List<WrittenColumn> columns;
  private final List<ColumnExtent> extents;
  private final IntFunction<GroupOrderedRows> orders;
  private final CollectiveWriters writers;
  private final long windowBytes;
  private final int[] rowBytes; // of columns that are written at their position
  private final OpenOutputs files;

  private CollectiveParticles(
      Communicator comm,
      List<WrittenColumn> columns,
      List<ColumnExtent> extents,
      IntFunction<GroupOrderedRows> orders,
      CollectiveWriters writers,
      long windowBytes) {
    this.comm = comm;
    this.columns = columns;
    this.extents = extents;
    this.orders = orders;
    this.writers = writers;
    this.files = new OpenOutputs(writers);
    this.windowBytes = windowBytes;
    this.rowBytes =
        IntStream.range(0, columns.size())
            .map(c -> isPositioned(extents(c)) ? columns.get(c).rowBytes() : 0)
            .toArray();
  }

  /**
   * Writes the columns and flushes them to the disk; collective over all ranks. Ranks that do not
   * see the files send their rows to others.
   *
   * @param columns the same on all ranks
   * @param extents extents of the columns by their numbers, in the order of the rows; used on rank
   *     0 only
   * @param orders returns the group order of a type; called on every rank with the same types in
   *     the same order
   * @throws org.jzfof.error.OutputException if this rank cannot write, with the cause
   */
  static void write(
      Communicator comm,
      List<WrittenColumn> columns,
      List<ColumnExtent> extents,
      IntFunction<GroupOrderedRows> orders) {
    write(comm, columns, extents, orders, Files::exists, windowBytes(comm));
  }

  /** Returns the maximum number of bytes of a window, the same on all ranks; collective. */
  static long windowBytes(Communicator comm) {
    double[] heap = {Runtime.getRuntime().maxMemory() / NodeRanks.inThisProcess(comm)};
    comm.min(heap);
    return Math.max(ORDERED_BYTES, (long) heap[0] / HEAP_SHARE);
  }

  /**
   * Writes the columns with a given test of visibility and a given limit.
   *
   * @param visible whether this rank sees a file
   * @param windowBytes maximum number of bytes of a window in group order; two are held
   */
  static void write(
      Communicator comm,
      List<WrittenColumn> columns,
      List<ColumnExtent> extents,
      IntFunction<GroupOrderedRows> orders,
      Predicate<Path> visible,
      long windowBytes) {
    List<ColumnExtent> all = ColumnExtent.broadcast(comm, extents);
    if (all.isEmpty()) {
      return;
    }
    Path part = all.get(0).part();
    CollectiveWriters writers = CollectiveWriters.of(comm, part, visible.test(part));
    new CollectiveParticles(comm, columns, all, orders, writers, windowBytes).write();
  }

  /** Writes packed columns first, because HDF5 must close its files before others open them. */
  private void write() {
    IntStream.range(0, columns.size()).filter(c -> isPacked(extents(c))).forEach(this::pack);
    int widest = Arrays.stream(rowBytes).max().orElse(0);
    try (files;
        WindowWriter writer = new WindowWriter(files, widest)) {
      files.openTogether(comm, extents.stream().filter(this::isWrittenByThisRank).toList());
      batches().forEach(batch -> writeBatch(batch, writer));
      writer.finish();
      files.sync();
    }
    comm.sum(new long[1]); // the files get their names after all ranks have written
  }

  private List<ColumnExtent> extents(int column) {
    return extents.stream().filter(extent -> extent.column() == column).toList();
  }

  private static boolean isPacked(List<ColumnExtent> of) {
    return !of.isEmpty() && of.get(0).isPacked();
  }

  private static boolean isPositioned(List<ColumnExtent> of) {
    return !of.isEmpty() && !of.get(0).isPacked();
  }

  private boolean isWrittenByThisRank(ColumnExtent extent) {
    long rows = columns.get(extent.column()).rows();
    return !extent.isPacked()
        && IntStream.range(0, comm.size())
            .filter(r -> writers.of(r) == comm.rank())
            .anyMatch(r -> extent.rows().overlaps(RowRange.share(rows, r, comm.size())));
  }

  /**
   * Returns batches of the columns that are written at their position. Columns of a type in group
   * order are written together, because their rows are sent to the same ranks, as long as their
   * share of a rank is small.
   */
  private List<List<Integer>> batches() {
    List<List<Integer>> batches = new ArrayList<>();
    long limit = Math.min(ORDERED_BYTES, windowBytes);
    WrittenColumn last = null;
    long bytes = 0;
    for (int c = 0; c < columns.size(); c++) {
      WrittenColumn column = columns.get(c);
      if (!isPositioned(extents(c))) {
        continue;
      }
      long share = RowRange.share(column.rows(), 0, comm.size()).count();
      long more = column.ordered() ? share * heldBytes(rowBytes[c]) : Long.MAX_VALUE;
      boolean together =
          last != null && last.ordered() && last.type() == column.type() && more <= limit - bytes;
      if (!together) {
        batches.add(new ArrayList<>());
        bytes = 0;
      }
      batches.get(batches.size() - 1).add(c);
      bytes += Math.min(more, limit); // a column that reaches the limit is alone in its batch
      last = column;
    }
    return batches;
  }

  private static int heldBytes(int rowBytes) {
    return Integer.BYTES * RowWords.perRow(rowBytes);
  }

  private interface RoundSink {
    void accept(RowRange[] round, RowWindow[] window);
  }

  private void writeBatch(List<Integer> batch, WindowWriter writer) {
    RowSource[] sources = new RowSource[batch.size()];
    try {
      for (int i = 0; i < sources.length; i++) {
        sources[i] = columns.get(batch.get(i)).source().get();
      }
      forEachRound(
          columns.get(batch.get(0)),
          List.of(sources),
          false,
          (round, window) -> {
            List<WindowWriter.Rows> rows = new ArrayList<>();
            for (int i = 0; i < sources.length; i++) {
              List<ColumnExtent> of = extents(batch.get(i));
              rows.add(new WindowWriter.Rows(of, window[i], round[comm.rank()]));
            }
            writer.start(writers.of(comm.rank()) == comm.rank() ? rows : List.of());
            if (!writers.all()) {
              rows.forEach(of -> sendToWriters(of, round, writer));
            }
          });
    } finally {
      Cleanup.close(sources);
    }
  }

  private void pack(int number) {
    WrittenColumn column = columns.get(number);
    List<ColumnExtent> of = extents(number);
    boolean pointers = of.get(0).hasPointers();
    int partBytes = (int) Math.min(ORDERED_BYTES, windowBytes);
    try (RowSource stored = column.source().get();
        PackedColumnWriter out =
            comm.rank() == 0
                ? new PackedColumnWriter(column.path(), of, stored.rowBytes(), partBytes)
                : null) {
      RowSource source = pointers ? RowSource.rowNumbers() : stored;
      RowPicker picker = new RowPicker(stored);
      forEachRound(
          column,
          List.of(source),
          true,
          (round, window) ->
              gather(
                  round,
                  window[0],
                  (bytes, rows) -> out.accept(pointers ? picker.pick(bytes, rows) : bytes, rows)));
    }
  }

  /**
   * Reads the rows of all rounds. A window does not change before the sink has received the next
   * one.
   */
  private void forEachRound(
      WrittenColumn first, List<RowSource> sources, boolean inTurn, RoundSink sink) {
    long bytes = first.ordered() ? windowBytes : READ_BYTES;
    int held = sources.stream().mapToInt(source -> heldBytes(source.rowBytes())).sum();
    RowBatches windows = RowBatches.of(first.rows(), comm.size(), held, bytes, inTurn);
    RowExchange exchange =
        first.ordered()
            ? new RowExchange(comm, sources, orders.apply(first.type()), windows)
            : null;
    RowWindow[][] window = new RowWindow[WINDOWS][];
    for (long i = 0; i < windows.rounds(); i++) {
      int half = (int) (i % WINDOWS);
      if (window[half] == null) {
        window[half] =
            sources.stream()
                .map(source -> new RowWindow((int) windows.limit(), source.rowBytes()))
                .toArray(RowWindow[]::new);
      }
      RowRange[] round = windows.round(i);
      RowRange local = round[comm.rank()];
      if (exchange != null) {
        exchange.fill(round, window[half]);
      } else {
        window[half][0].read(sources.get(0), local.first(), (int) local.count());
      }
      sink.accept(round, window[half]);
    }
  }

  private interface ByteSink {
    void accept(byte[] bytes, int rows);
  }

  /** Sends the rows of ranks that do not see the files to writing ranks, in blocks. */
  private void sendToWriters(WindowWriter.Rows of, RowRange[] round, WindowWriter writer) {
    int rowBytes = of.window().rowBytes();
    int limit = WindowWriter.limit(rowBytes);
    long longest = Arrays.stream(round).mapToLong(RowRange::count).max().orElse(0);
    for (long done = 0; done < longest; done += limit) {
      byte[][] messages = ByteMessages.none(comm);
      int target = writers.of(comm.rank());
      if (target != comm.rank()) {
        messages[target] = bytes(block(of.rows(), done, limit), of.rows(), of.window());
      }
      byte[][] received = ByteMessages.allToAll(comm, messages);
      for (int r = 0; r < received.length; r++) {
        if (received[r].length > 0) {
          writer.write(of.extents(), rowBytes, block(round[r], done, limit), received[r]);
        }
      }
    }
  }

  private static RowRange block(RowRange rows, long done, int limit) {
    long first = Math.min(done, rows.count());
    return new RowRange(rows.first() + first, Math.min(limit, rows.count() - first));
  }

  private static byte[] bytes(RowRange block, RowRange all, RowWindow window) {
    return window.bytes((int) (block.first() - all.first()), (int) block.count());
  }

  /** Sends the rows of a round to rank 0, rank by rank. */
  private void gather(RowRange[] round, RowWindow window, ByteSink sink) {
    int limit = Math.max(1, READ_BYTES / window.rowBytes());
    for (int r = 0; r < round.length; r++) {
      for (long done = 0; done < round[r].count(); done += limit) {
        RowRange block = block(round[r], done, limit);
        byte[] local = comm.rank() == r ? bytes(block, round[r], window) : new byte[0];
        byte[] received = r == 0 ? local : sendToFirst(local, r);
        if (comm.rank() == 0) {
          sink.accept(received, (int) block.count());
        }
      }
    }
  }

  /** Returns the bytes of a rank on rank 0. */
  private byte[] sendToFirst(byte[] local, int from) {
    byte[][] messages = ByteMessages.none(comm);
    messages[0] = local;
    return ByteMessages.allToAll(comm, messages)[from];
  }
}
