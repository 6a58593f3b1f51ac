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
 * Has the columns of a catalogue written by all ranks, side by side, into files that rank 0 has
 * laid out: each rank the rows of its groups, and a share of the member IDs.
 */
final class CollectiveColumns {
  /** Bytes that are written, or sent to another rank, at once. */
  private static final int BLOCK_BYTES = 1 << 19;

  private static final int HEAD = 3; // of a message: place, first row, rows

  private final Communicator comm;
  private final List<ColumnExtent> places;
  private final List<GroupField> fields;
  private final CatalogueShare share;
  private final MemberIds ids;
  private final CollectiveWriters writers;
  private final OpenOutputs files = new OpenOutputs();
  private final WriterThreads lanes = new WriterThreads(BLOCK_BYTES);

  /** Some rows of a column. */
  private record Block(int place, long row, int rows) {}

  private CollectiveColumns(
      Communicator comm,
      List<ColumnExtent> places,
      List<GroupField> fields,
      CatalogueShare share,
      MemberIds ids,
      CollectiveWriters writers) {
    this.comm = comm;
    this.places = places;
    this.fields = fields;
    this.share = share;
    this.ids = ids;
    this.writers = writers;
  }

  /**
   * Writes the columns, which are on the disk when it returns; every rank calls it. Ranks that do
   * not see the files leave their part to the others.
   *
   * @param places as {@link GroupLayout#layOut} returns them, of rank 0
   * @param fields with the values of this rank
   * @param share which groups these are
   * @param ids of all ranks
   * @return what the user should know about the ranks, a complete sentence
   * @throws org.jzfof.error.OutputException if this rank cannot write, with the cause
   */
  static Optional<String> write(
      Communicator comm,
      List<ColumnExtent> places,
      List<GroupField> fields,
      CatalogueShare share,
      MemberIds ids) {
    return write(comm, places, fields, share, ids, Files::exists);
  }

  /**
   * With another look at the files.
   *
   * @param seen whether this rank sees a file
   */
  static Optional<String> write(
      Communicator comm,
      List<ColumnExtent> places,
      List<GroupField> fields,
      CatalogueShare share,
      MemberIds ids,
      Predicate<Path> seen) {
    List<ColumnExtent> all = ColumnExtent.tell(comm, places);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    CollectiveWriters writers = CollectiveWriters.of(comm, seen.test(all.get(0).part()));
    new CollectiveColumns(comm, all, fields, share, ids, writers).write();
    return writers.remark(all.get(0).file().getParent());
  }

  private void write() {
    try (files) {
      RowRange ownIds = ownIds();
      files.openTogether(
          comm, places.stream().filter(place -> isWrittenHere(place, ownIds)).toList());
      if (writers.of(comm.rank()) == comm.rank()) {
        List<Block> own = blocks();
        lanes.run(own.size(), (i, bytes) -> write(own.get(i), encoded(own.get(i), bytes)));
      }
      if (!writers.all()) {
        sendToWriters();
      }
      if (places.stream().anyMatch(ColumnExtent::ofMemberIds)) {
        ids.stream(ownIds.first(), ownIds.end(), this::writeIds);
      }
      files.sync();
    }
    comm.sum(new long[1]); // the files get their names when all have written
  }

  private RowRange ownIds() {
    int number = writers.number(comm.rank());
    return number < 0
        ? new RowRange(0, 0)
        : RowRange.share(ids.count(), number, writers.seeing().length);
  }

  private boolean isWrittenHere(ColumnExtent place, RowRange ownIds) {
    return place.ofMemberIds()
        ? place.rows().overlaps(ownIds)
        : IntStream.range(0, comm.size())
            .filter(r -> writers.of(r) == comm.rank())
            .anyMatch(r -> place.rows().overlaps(rows(place, r)));
  }

  /** The rows of a column that a rank has. */
  private RowRange rows(ColumnExtent place, int rank) {
    return share.rows(fields.get(place.column()).table(), rank);
  }

  /** All rows of this rank, column by column. */
  private List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (int p = 0; p < places.size(); p++) {
      ColumnExtent place = places.get(p);
      if (!place.ofMemberIds()) {
        RowRange own = rows(place, comm.rank());
        long end = Math.min(own.end(), place.rows().end());
        int most = BLOCK_BYTES / fields.get(place.column()).rowBytes();
        for (long row = Math.max(own.first(), place.rows().first()); row < end; row += most) {
          blocks.add(new Block(p, row, (int) Math.min(most, end - row)));
        }
      }
    }
    return blocks;
  }

  private ByteBuffer encoded(Block of, ByteBuffer bytes) {
    ColumnExtent place = places.get(of.place);
    long first = rows(place, comm.rank()).first();
    fields.get(place.column()).encode((int) (of.row - first), of.rows, first, bytes);
    return bytes.flip();
  }

  private void write(Block of, ByteBuffer bytes) {
    ColumnExtent place = places.get(of.place);
    files.write(place, fields.get(place.column()).rowBytes(), of.row, bytes);
  }

  /** Ranks that do not see the files send their rows, one block after the other. */
  private void sendToWriters() {
    List<Block> own = writers.of(comm.rank()) == comm.rank() ? List.of() : blocks();
    double[] rounds = {own.size()};
    comm.max(rounds);
    for (int round = 0; round < rounds[0]; round++) {
      long[][] messages = new long[comm.size()][0];
      if (round < own.size()) {
        messages[writers.of(comm.rank())] = pack(own.get(round));
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
    message[0] = of.place;
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
    int rowBytes = fields.get(places.get(of.place).column()).rowBytes();
    write(of, bytes.limit(of.rows * rowBytes));
  }

  private void writeIds(long row, long[] some, int first, int count) {
    for (ColumnExtent place : places) {
      if (place.ofMemberIds()) {
        long from = Math.max(row, place.rows().first());
        long end = Math.min(row + count, place.rows().end());
        int most = BLOCK_BYTES / Long.BYTES;
        int blocks = (int) (Math.max(0, end - from + most - 1) / most);
        lanes.run(
            blocks,
            (b, bytes) -> {
              long at = from + (long) b * most;
              int ids = (int) Math.min(most, end - at);
              bytes.asLongBuffer().put(some, first + (int) (at - row), ids);
              files.write(place, Long.BYTES, at, bytes.limit(ids * Long.BYTES));
            });
      }
    }
  }
}
