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
 * Has columns of particles written by all ranks into files that rank 0 has laid out: each rank
 * reads a share of a column, and writes a share by position. Columns that HDF5 has to write go to
 * rank 0, in order.
 */
final class CollectiveParticles {
  /** Bytes of columns in group order that a rank holds, and reads its share once for. */
  static final int ORDERED_BYTES = 1 << 28;

  /** Bytes of a column that is as it was, and of a message to rank 0. */
  static final int READ_BYTES = 1 << 24;

  private static final int WRITTEN_BYTES = 1 << 19;

  private final Communicator comm;
  private final List<WrittenColumn> columns;
  private final List<ColumnExtent> places;
  private final IntFunction<GroupOrderedRows> orders;
  private final CollectiveWriters writers;
  private final int orderedBytes;
  private final OpenOutputs files = new OpenOutputs();

  private CollectiveParticles(
      Communicator comm,
      List<WrittenColumn> columns,
      List<ColumnExtent> places,
      IntFunction<GroupOrderedRows> orders,
      CollectiveWriters writers,
      int orderedBytes) {
    this.comm = comm;
    this.columns = columns;
    this.places = places;
    this.orders = orders;
    this.writers = writers;
    this.orderedBytes = orderedBytes;
  }

  /**
   * Writes the columns, which are on the disk when it returns; every rank calls it. Ranks that do
   * not see the files leave their part to the others.
   *
   * @param columns the same on all ranks
   * @param places of the columns by their numbers, of rank 0, in the order of the rows
   * @param orders group order of a type; every rank is asked for the same, one after the other
   * @throws org.jzfof.error.OutputException if this rank cannot write, with the cause
   */
  static void write(
      Communicator comm,
      List<WrittenColumn> columns,
      List<ColumnExtent> places,
      IntFunction<GroupOrderedRows> orders) {
    write(comm, columns, places, orders, Files::exists, ORDERED_BYTES);
  }

  /**
   * With another look at the files, and another limit.
   *
   * @param seen whether this rank sees a file
   * @param orderedBytes of a column that a rank holds in group order
   */
  static void write(
      Communicator comm,
      List<WrittenColumn> columns,
      List<ColumnExtent> places,
      IntFunction<GroupOrderedRows> orders,
      Predicate<Path> seen,
      int orderedBytes) {
    List<ColumnExtent> all = ColumnExtent.tell(comm, places);
    if (all.isEmpty()) {
      return;
    }
    CollectiveWriters writers = CollectiveWriters.of(comm, seen.test(all.get(0).part()));
    new CollectiveParticles(comm, columns, all, orders, writers, orderedBytes).write();
  }

  /** HDF5 closes its files before others open them. */
  private void write() {
    IntStream.range(0, columns.size()).filter(c -> isPacked(places(c))).forEach(this::pack);
    try (files) {
      files.openTogether(comm, places.stream().filter(this::isWrittenHere).toList());
      batches().forEach(this::place);
      files.sync();
    }
    comm.sum(new long[1]); // the files get their names when all have written
  }

  private List<ColumnExtent> places(int column) {
    return places.stream().filter(place -> place.column() == column).toList();
  }

  private static boolean isPacked(List<ColumnExtent> of) {
    return !of.isEmpty() && of.get(0).isPacked();
  }

  private boolean isWrittenHere(ColumnExtent place) {
    long rows = columns.get(place.column()).rows();
    return !place.isPacked()
        && IntStream.range(0, comm.size())
            .filter(r -> writers.of(r) == comm.rank())
            .anyMatch(r -> place.rows().overlaps(RowRange.share(rows, r, comm.size())));
  }

  /**
   * Columns that are written by position: those of a type in group order together, as far as there
   * is memory for the whole share of a rank, since all their rows go the same way.
   */
  private List<List<Integer>> batches() {
    List<List<Integer>> batches = new ArrayList<>();
    WrittenColumn last = null;
    long bytes = 0;
    for (int c = 0; c < columns.size(); c++) {
      WrittenColumn column = columns.get(c);
      List<ColumnExtent> of = places(c);
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
      bytes += Math.min(more, orderedBytes); // no other one beside what fills all
      last = column;
    }
    return batches;
  }

  private interface RoundSink {
    void accept(RowRange[] round, byte[][] window);
  }

  private void place(List<Integer> batch) {
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
              List<ColumnExtent> of = places(batch.get(i));
              writeOwn(of, sources[i].rowBytes(), round, window[i]);
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
    List<ColumnExtent> of = places(number);
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
            .map(source -> new byte[(int) windows.most() * source.rowBytes()])
            .toArray(byte[][]::new);
    for (long i = 0; i < windows.rounds(); i++) {
      RowRange[] round = windows.round(i);
      RowRange own = round[comm.rank()];
      if (exchange != null) {
        exchange.fill(round, window);
      } else if (own.count() > 0) {
        sources.get(0).read(own.first(), (int) own.count(), window[0]);
      }
      sink.accept(round, window);
    }
  }

  private void writeOwn(List<ColumnExtent> of, int rowBytes, RowRange[] round, byte[] window) {
    if (writers.of(comm.rank()) == comm.rank()) {
      write(of, rowBytes, round[comm.rank()], window);
    }
  }

  private void write(List<ColumnExtent> of, int rowBytes, RowRange rows, byte[] bytes) {
    int most = Math.max(1, WRITTEN_BYTES / rowBytes);
    for (ColumnExtent place : of) {
      long end = Math.min(rows.end(), place.rows().end());
      for (long row = Math.max(rows.first(), place.rows().first()); row < end; row += most) {
        int some = (int) Math.min(most, end - row);
        int at = (int) (row - rows.first()) * rowBytes;
        files.write(place, rowBytes, row, ByteBuffer.wrap(bytes, at, some * rowBytes));
      }
    }
  }

  private interface RowSink {
    void accept(byte[] bytes, int first, int rows);
  }

  /** Ranks that do not see the files send their rows, all a block at a time. */
  private void sendToWriters(List<ColumnExtent> of, int rowBytes, RowRange[] round, byte[] window) {
    int most = Math.max(1, WRITTEN_BYTES / rowBytes);
    long longest = Arrays.stream(round).mapToLong(RowRange::count).max().orElse(0);
    for (long done = 0; done < longest; done += most) {
      byte[][] messages = ByteMessages.none(comm);
      int writer = writers.of(comm.rank());
      if (writer != comm.rank()) {
        messages[writer] = bytes(block(round[comm.rank()], done, most), round, rowBytes, window);
      }
      byte[][] came = ByteMessages.allToAll(comm, messages);
      for (int r = 0; r < came.length; r++) {
        if (came[r].length > 0) {
          write(of, rowBytes, block(round[r], done, most), came[r]);
        }
      }
    }
  }

  private static RowRange block(RowRange rows, long done, int most) {
    long first = Math.min(done, rows.count());
    return new RowRange(rows.first() + first, Math.min(most, rows.count() - first));
  }

  private byte[] bytes(RowRange rows, RowRange[] round, int rowBytes, byte[] window) {
    int at = (int) (rows.first() - round[comm.rank()].first()) * rowBytes;
    return Arrays.copyOfRange(window, at, at + (int) rows.count() * rowBytes);
  }

  /** Has rank 0 take the rows of a round, rank by rank. */
  private void gather(int rowBytes, RowRange[] round, byte[] window, RowSink sink) {
    int most = Math.max(1, READ_BYTES / rowBytes);
    if (comm.rank() == 0) {
      sink.accept(window, 0, (int) round[0].count());
    }
    for (int r = 1; r < round.length; r++) {
      for (long done = 0; done < round[r].count(); done += most) {
        RowRange block = block(round[r], done, most);
        byte[][] messages = ByteMessages.none(comm);
        if (comm.rank() == r) {
          messages[0] = bytes(block, round, rowBytes, window);
        }
        byte[][] came = ByteMessages.allToAll(comm, messages);
        if (comm.rank() == 0) {
          sink.accept(came[r], 0, (int) block.count());
        }
      }
    }
  }
}
