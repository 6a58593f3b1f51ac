package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
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
import org.jzfof.error.Cleanup;

/**
 * Writes columns of particles on all ranks in parallel into files that rank 0 has laid out: each
 * rank reads a share of a column, and writes a share at its position. Rank 0 writes the columns
 * that need the HDF5 library, in order.
 */
final class CollectiveParticles {
  /** Number of bytes of columns in group order that a rank holds per pass over its share. */
  static final int ORDERED_BYTES = 1 << 28;

  /** Number of bytes of a column in the original order, and of a message to rank 0. */
  static final int READ_BYTES = 1 << 24;

  private static final int WRITTEN_BYTES = 1 << 19;

  private final Communicator comm;
  private final List<WrittenColumn> columns;
  private final List<ColumnExtent> extents;
  private final IntFunction<GroupOrderedRows> orders;
  private final CollectiveWriters writers;
  private final int orderedBytes;
  private final OpenOutputs files = new OpenOutputs();

  private CollectiveParticles(
      Communicator comm,
      List<WrittenColumn> columns,
      List<ColumnExtent> extents,
      IntFunction<GroupOrderedRows> orders,
      CollectiveWriters writers,
      int orderedBytes) {
    this.comm = comm;
    this.columns = columns;
    this.extents = extents;
    this.orders = orders;
    this.writers = writers;
    this.orderedBytes = orderedBytes;
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
    write(comm, columns, extents, orders, Files::exists, ORDERED_BYTES);
  }

  /**
   * Writes the columns with a given test of visibility and a given limit.
   *
   * @param visible whether this rank sees a file
   * @param orderedBytes number of bytes in group order that a rank holds
   */
  static void write(
      Communicator comm,
      List<WrittenColumn> columns,
      List<ColumnExtent> extents,
      IntFunction<GroupOrderedRows> orders,
      Predicate<Path> visible,
      int orderedBytes) {
    List<ColumnExtent> all = ColumnExtent.broadcast(comm, extents);
    if (all.isEmpty()) {
      return;
    }
    CollectiveWriters writers = CollectiveWriters.of(comm, visible.test(all.get(0).part()));
    new CollectiveParticles(comm, columns, all, orders, writers, orderedBytes).write();
  }

  /** Writes packed columns first, because HDF5 must close its files before others open them. */
  private void write() {
    IntStream.range(0, columns.size()).filter(c -> isPacked(extents(c))).forEach(this::pack);
    try (files) {
      files.openTogether(comm, extents.stream().filter(this::isWrittenByThisRank).toList());
      batches().forEach(this::writeBatch);
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

  private boolean isWrittenByThisRank(ColumnExtent extent) {
    long rows = columns.get(extent.column()).rows();
    return !extent.isPacked()
        && IntStream.range(0, comm.size())
            .filter(r -> writers.of(r) == comm.rank())
            .anyMatch(r -> extent.rows().overlaps(RowRange.share(rows, r, comm.size())));
  }

  /**
   * Returns batches of the columns that are written at their position. Columns of a type in group
   * order are written together, because their rows are sent to the same ranks, as long as the
   * complete share of a rank fits into memory.
   */
  private List<List<Integer>> batches() {
    List<List<Integer>> batches = new ArrayList<>();
    WrittenColumn last = null;
    long bytes = 0;
    for (int c = 0; c < columns.size(); c++) {
      WrittenColumn column = columns.get(c);
      List<ColumnExtent> of = extents(c);
      if (of.isEmpty() || isPacked(of)) {
        continue;
      }
      long share = RowRange.share(column.rows(), 0, comm.size()).count();
      long more = column.ordered() ? share * column.rowBytes() : Long.MAX_VALUE;
      boolean together =
          last != null
              && last.ordered()
              && last.type() == column.type()
              && more <= orderedBytes - bytes;
      if (!together) {
        batches.add(new ArrayList<>());
        bytes = 0;
      }
      batches.get(batches.size() - 1).add(c);
      bytes += Math.min(more, orderedBytes); // a column that fills the memory is alone in its batch
      last = column;
    }
    return batches;
  }

  private interface RoundSink {
    void accept(RowRange[] round, byte[][] window);
  }

  private void writeBatch(List<Integer> batch) {
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
            for (int i = 0; i < sources.length; i++) {
              List<ColumnExtent> of = extents(batch.get(i));
              writeLocal(of, sources[i].rowBytes(), round, window[i]);
              if (!writers.all()) {
                sendToWriters(of, sources[i].rowBytes(), round, window[i]);
              }
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
    try (RowSource stored = column.source().get();
        PackedColumnWriter out =
            comm.rank() == 0
                ? new PackedColumnWriter(column.path(), of, stored.rowBytes(), orderedBytes)
                : null) {
      RowSource source = pointers ? RowSource.rowNumbers() : stored;
      RowPicker picker = new RowPicker(stored);
      forEachRound(
          column,
          List.of(source),
          true,
          (round, window) ->
              gather(
                  source.rowBytes(),
                  round,
                  window[0],
                  (bytes, first, rows) -> {
                    if (pointers) {
                      byte[] numbers =
                          Arrays.copyOfRange(
                              bytes, first * Long.BYTES, (first + rows) * Long.BYTES);
                      out.accept(picker.pick(numbers, rows), 0, rows);
                    } else {
                      out.accept(bytes, first, rows);
                    }
                  }));
    }
  }

  private void forEachRound(
      WrittenColumn first, List<RowSource> sources, boolean inTurn, RoundSink sink) {
    int bytes = first.ordered() ? orderedBytes : READ_BYTES;
    int rowBytes = sources.stream().mapToInt(RowSource::rowBytes).sum();
    RowBatches windows = RowBatches.of(first.rows(), comm.size(), rowBytes, bytes, inTurn);
    RowExchange exchange =
        first.ordered()
            ? new RowExchange(comm, sources, orders.apply(first.type()), windows)
            : null;
    byte[][] window =
        sources.stream()
            .map(source -> new byte[(int) windows.limit() * source.rowBytes()])
            .toArray(byte[][]::new);
    for (long i = 0; i < windows.rounds(); i++) {
      RowRange[] round = windows.round(i);
      RowRange local = round[comm.rank()];
      if (exchange != null) {
        exchange.fill(round, window);
      } else if (local.count() > 0) {
        sources.get(0).read(local.first(), (int) local.count(), window[0]);
      }
      sink.accept(round, window);
    }
  }

  private void writeLocal(List<ColumnExtent> of, int rowBytes, RowRange[] round, byte[] window) {
    if (writers.of(comm.rank()) == comm.rank()) {
      write(of, rowBytes, round[comm.rank()], window);
    }
  }

  private void write(List<ColumnExtent> of, int rowBytes, RowRange rows, byte[] bytes) {
    int limit = Math.max(1, WRITTEN_BYTES / rowBytes);
    for (ColumnExtent extent : of) {
      long end = Math.min(rows.end(), extent.rows().end());
      for (long row = Math.max(rows.first(), extent.rows().first()); row < end; row += limit) {
        int blockRows = (int) Math.min(limit, end - row);
        int at = (int) (row - rows.first()) * rowBytes;
        files.write(extent, rowBytes, row, ByteBuffer.wrap(bytes, at, blockRows * rowBytes));
      }
    }
  }

  private interface RowSink {
    void accept(byte[] bytes, int first, int rows);
  }

  /** Sends the rows of ranks that do not see the files to writing ranks, in blocks. */
  private void sendToWriters(List<ColumnExtent> of, int rowBytes, RowRange[] round, byte[] window) {
    int limit = Math.max(1, WRITTEN_BYTES / rowBytes);
    long longest = Arrays.stream(round).mapToLong(RowRange::count).max().orElse(0);
    for (long done = 0; done < longest; done += limit) {
      byte[][] messages = ByteMessages.none(comm);
      int writer = writers.of(comm.rank());
      if (writer != comm.rank()) {
        messages[writer] = bytes(block(round[comm.rank()], done, limit), round, rowBytes, window);
      }
      byte[][] received = ByteMessages.allToAll(comm, messages);
      for (int r = 0; r < received.length; r++) {
        if (received[r].length > 0) {
          write(of, rowBytes, block(round[r], done, limit), received[r]);
        }
      }
    }
  }

  private static RowRange block(RowRange rows, long done, int limit) {
    long first = Math.min(done, rows.count());
    return new RowRange(rows.first() + first, Math.min(limit, rows.count() - first));
  }

  private byte[] bytes(RowRange rows, RowRange[] round, int rowBytes, byte[] window) {
    int at = (int) (rows.first() - round[comm.rank()].first()) * rowBytes;
    return Arrays.copyOfRange(window, at, at + (int) rows.count() * rowBytes);
  }

  /** Sends the rows of a round to rank 0, rank by rank. */
  private void gather(int rowBytes, RowRange[] round, byte[] window, RowSink sink) {
    int limit = Math.max(1, READ_BYTES / rowBytes);
    if (comm.rank() == 0) {
      sink.accept(window, 0, (int) round[0].count());
    }
    for (int r = 1; r < round.length; r++) {
      for (long done = 0; done < round[r].count(); done += limit) {
        RowRange block = block(round[r], done, limit);
        byte[][] messages = ByteMessages.none(comm);
        if (comm.rank() == r) {
          messages[0] = bytes(block, round, rowBytes, window);
        }
        byte[][] received = ByteMessages.allToAll(comm, messages);
        if (comm.rank() == 0) {
          sink.accept(received[r], 0, (int) block.count());
        }
      }
    }
  }
}
