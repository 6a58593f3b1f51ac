package org.jzfof.catalogue.layout;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.ids.MemberIds;

/**
 * Writes the columns of a catalogue on all ranks in parallel into files that rank 0 has laid out.
 * Each rank writes the rows of its groups, and a share of the member IDs.
 */
final class CollectiveColumns {
  /** Number of bytes that are written, or sent to another rank, at a time. */
  private static final int BLOCK_BYTES = 1 << 19;

  private static final int HEAD = 3; // of a message: index of the extent, first row, number of rows

  private final Communicator comm;
  private final List<ColumnExtent> extents;
  private final List<GroupField> fields;
  private final CatalogueShare share;
  private final MemberIds ids;
  private final CollectiveWriters writers;
  private final OpenOutputs files;
  private final WriterThreads lanes = new WriterThreads(BLOCK_BYTES);

  /**
   * A range of rows of a column.
   *
   * @param extent index in the list of extents
   */
  private record Block(int extent, long row, int rows) {}

  private CollectiveColumns(
      Communicator comm,
      List<ColumnExtent> extents,
      List<GroupField> fields,
      CatalogueShare share,
      MemberIds ids,
      CollectiveWriters writers) {
    this.comm = comm;
    this.extents = extents;
    this.fields = fields;
    this.share = share;
    this.ids = ids;
    this.writers = writers;
    this.files = new OpenOutputs(writers);
  }

  /**
   * Writes the columns and flushes them to the disk; collective over all ranks. Ranks that do not
   * write the files send their rows to others.
   *
   * @param extents extents from {@link GroupLayout#layOut}; used on rank 0 only
   * @param fields fields with the values of this rank
   * @param share position of this rank's groups
   * @param ids IDs of the members of all ranks
   * @return a complete sentence about the ranks for the user, if there is one
   * @throws org.jzfof.error.OutputException if this rank cannot write, with the cause
   */
  static Optional<String> write(
      Communicator comm,
      List<ColumnExtent> extents,
      List<GroupField> fields,
      CatalogueShare share,
      MemberIds ids) {
    return write(comm, extents, fields, share, ids, Files::exists);
  }

  /**
   * Writes the columns with a given test of visibility.
   *
   * @param visible whether this rank sees a file
   */
  static Optional<String> write(
      Communicator comm,
      List<ColumnExtent> extents,
      List<GroupField> fields,
      CatalogueShare share,
      MemberIds ids,
      Predicate<Path> visible) {
    List<ColumnExtent> all = ColumnExtent.broadcast(comm, extents);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Path part = all.get(0).part();
    CollectiveWriters writers = CollectiveWriters.of(comm, part, visible.test(part));
    new CollectiveColumns(comm, all, fields, share, ids, writers).write();
    return writers.remark(all.get(0).file().getParent());
  }

  private void write() {
    try (files) {
      RowRange localIds = localIds();
      files.openTogether(
          comm, extents.stream().filter(extent -> isWrittenByThisRank(extent, localIds)).toList());
      if (writers.of(comm.rank()) == comm.rank()) {
        List<Block> local = blocks();
        lanes.run(local.size(), (i, bytes) -> write(local.get(i), encoded(local.get(i), bytes)));
      }
      if (!writers.all()) {
        sendToWriters();
      }
      if (extents.stream().anyMatch(ColumnExtent::ofMemberIds)) {
        ids.stream(localIds.first(), localIds.end(), this::writeIds);
      }
      files.sync();
    }
    comm.sum(new long[1]); // the files get their names after all ranks have written
  }

  private RowRange localIds() {
    int number = writers.number(comm.rank());
    return number < 0
        ? new RowRange(0, 0)
        : RowRange.share(ids.count(), number, writers.writing().length);
  }

  private boolean isWrittenByThisRank(ColumnExtent extent, RowRange localIds) {
    return extent.ofMemberIds()
        ? extent.rows().overlaps(localIds)
        : IntStream.range(0, comm.size())
            .filter(r -> writers.of(r) == comm.rank())
            .anyMatch(r -> extent.rows().overlaps(rows(extent, r)));
  }

  /** Returns the rows of a column that a rank has. */
  private RowRange rows(ColumnExtent extent, int rank) {
    return share.rows(fields.get(extent.column()).table(), rank);
  }

  /** Returns all rows of this rank as blocks, column by column. */
  private List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (int p = 0; p < extents.size(); p++) {
      ColumnExtent extent = extents.get(p);
      if (!extent.ofMemberIds()) {
        RowRange local = rows(extent, comm.rank());
        long end = Math.min(local.end(), extent.rows().end());
        int limit = BLOCK_BYTES / fields.get(extent.column()).rowBytes();
        for (long row = Math.max(local.first(), extent.rows().first()); row < end; row += limit) {
          blocks.add(new Block(p, row, (int) Math.min(limit, end - row)));
        }
      }
    }
    return blocks;
  }

  private ByteBuffer encoded(Block of, ByteBuffer bytes) {
    ColumnExtent extent = extents.get(of.extent);
    long first = rows(extent, comm.rank()).first();
    fields.get(extent.column()).encode((int) (of.row - first), of.rows, first, bytes);
    return bytes.flip();
  }

  private void write(Block of, ByteBuffer bytes) {
    ColumnExtent extent = extents.get(of.extent);
    files.write(extent, fields.get(extent.column()).rowBytes(), of.row, bytes);
  }

  /**
   * Sends the rows of ranks that do not see the files to writing ranks, one block after another.
   */
  private void sendToWriters() {
    List<Block> local = writers.of(comm.rank()) == comm.rank() ? List.of() : blocks();
    double[] rounds = {local.size()};
    comm.max(rounds);
    for (int round = 0; round < rounds[0]; round++) {
      long[][] messages = new long[comm.size()][0];
      if (round < local.size()) {
        messages[writers.of(comm.rank())] = pack(local.get(round));
      }
      for (long[] message : comm.allToAll(messages)) {
        if (message.length > 0) {
          writeMessage(message);
        }
      }
    }
  }

  private long[] pack(Block of) {
    ByteBuffer bytes = encoded(of, lanes.buffer(0));
    long[] message = new long[HEAD + (bytes.limit() + Long.BYTES - 1) / Long.BYTES];
    message[0] = of.extent;
    message[1] = of.row;
    message[2] = of.rows;
    bytes.limit((message.length - HEAD) * Long.BYTES);
    bytes.asLongBuffer().get(message, HEAD, message.length - HEAD);
    return message;
  }

  private void writeMessage(long[] message) {
    Block of = new Block((int) message[0], message[1], (int) message[2]);
    ByteBuffer bytes = lanes.buffer(0);
    bytes.asLongBuffer().put(message, HEAD, message.length - HEAD);
    int rowBytes = fields.get(extents.get(of.extent).column()).rowBytes();
    write(of, bytes.limit(of.rows * rowBytes));
  }

  private void writeIds(long row, long[] batch, int first, int count) {
    for (ColumnExtent extent : extents) {
      if (extent.ofMemberIds()) {
        long from = Math.max(row, extent.rows().first());
        long end = Math.min(row + count, extent.rows().end());
        int limit = BLOCK_BYTES / Long.BYTES;
        int blocks = (int) (Math.max(0, end - from + limit - 1) / limit);
        lanes.run(
            blocks,
            (b, bytes) -> {
              long at = from + (long) b * limit;
              int ids = (int) Math.min(limit, end - at);
              bytes.asLongBuffer().put(batch, first + (int) (at - row), ids);
              files.write(extent, Long.BYTES, at, bytes.limit(ids * Long.BYTES));
            });
      }
    }
  }
}
