package org.jzfof.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.error.Cleanup;
import org.jzfof.output.OutputFiles;
import org.jzfof.snapshot.LongSink;

/** Files that have room for member IDs, as one list: takes consecutive rows of it. */
final class IdFiles implements LongSink, AutoCloseable {
  /** What goes to a file at once. */
  private static final int PIECE_BYTES = 1 << 20;

  private final List<Opened> files = new ArrayList<>();
  private final ByteBuffer piece =
      ByteBuffer.allocateDirect(PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  private record Opened(IdPlace place, FileChannel channel) {}

  private final List<IdPlace> places;
  private final RowRange own;

  /**
   * Files that are not open yet.
   *
   * @param places of all rows, as {@link CatalogueWriter#write} returns them
   * @param own the rows to write
   */
  IdFiles(List<IdPlace> places, RowRange own) {
    this.places = places.stream().filter(place -> place.rows().overlaps(own)).toList();
    this.own = own;
  }

  /**
   * Writes rows, which are on the disk afterwards, where no other rank writes.
   *
   * @param ids all rows
   * @throws org.jzfof.error.OutputException if they cannot be written, with the cause
   */
  static void write(List<IdPlace> places, MemberIds ids, RowRange own) {
    if (places.isEmpty()) {
      return;
    }
    try (IdFiles files = new IdFiles(places, own)) {
      files.open();
      files.write(ids);
    }
  }

  /**
   * Opens the files.
   *
   * @throws org.jzfof.error.OutputException if one cannot be written, with the cause
   */
  void open() {
    places.forEach(this::open);
  }

  /**
   * Writes the rows, which are on the disk afterwards.
   *
   * @param ids all rows
   * @throws org.jzfof.error.OutputException if they cannot be written, with the cause
   */
  void write(MemberIds ids) {
    ids.stream(own.first(), own.end(), this);
    sync();
  }

  private void open(IdPlace place) {
    try {
      files.add(
          new Opened(
              place,
              FileChannel.open(place.part(), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)));
    } catch (IOException e) {
      throw OutputFiles.failure(place.file(), e);
    }
  }

  @Override
  public void accept(long row, int count, long[] ids) {
    RowRange block = new RowRange(row, count);
    for (Opened file : files) {
      RowRange there = file.place.rows();
      if (there.overlaps(block)) {
        long from = Math.max(row, there.first());
        long to = Math.min(block.end(), there.end());
        write(file, from, ids, (int) (from - row), (int) (to - row));
      }
    }
  }

  private void write(Opened file, long row, long[] ids, int from, int to) {
    IdPlace place = file.place;
    long position = place.position() + Long.BYTES * (row - place.rows().first());
    try {
      int most = PIECE_BYTES / Long.BYTES;
      for (int at = from; at < to; at += most) {
        int count = Math.min(most, to - at);
        piece.clear().limit(Long.BYTES * count);
        piece.asLongBuffer().put(ids, at, count);
        while (piece.hasRemaining()) {
          position += file.channel.write(piece, position);
        }
      }
    } catch (IOException e) {
      throw OutputFiles.failure(place.file(), e);
    }
  }

  /** For who has written: on a network file system nobody else can. */
  private void sync() {
    for (Opened file : files) {
      try {
        file.channel.force(true);
      } catch (IOException e) {
        throw OutputFiles.failure(file.place.file(), e);
      }
    }
  }

  @Override
  public void close() {
    Cleanup.close(files.stream().map(Opened::channel).toArray(AutoCloseable[]::new));
  }
}
