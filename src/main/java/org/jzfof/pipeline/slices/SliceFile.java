package org.jzfof.pipeline.slices;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.config.SphereOptions;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.groups.GroupCatalogue;

/**
 * The groups of a slice that one rank has found, in catalogue order: a head, keys, rows of all
 * columns, the IDs of the members, and on request the group of each particle that the rank has
 * read. The file is complete if it has its name.
 *
 * @param head what is known of the content
 * @param start first byte of the keys
 */
record SliceFile(Path path, Head head, long start) {
  private static final String MAGIC = "jzfof slice 1";
  private static final int BLOCK_BYTES = 1 << 22;

  /**
   * The description of the content.
   *
   * @param identity run and slice: files with the same identity hold the same groups
   * @param ranks number of files of the slice
   * @param columns description of the columns
   * @param ids number of member IDs
   * @param repeated number of particles that this rank has left out, see {@link
   *     org.jzfof.groups.values.LightconeValues}
   * @param particles rows of particles whose groups follow, as in {@link SliceLabels}
   */
  record Head(
      String identity,
      int ranks,
      String columns,
      int groups,
      long ids,
      long repeated,
      String particles) {
    private byte[] bytes() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeUTF(MAGIC + " " + ByteOrder.nativeOrder());
        out.writeUTF(identity);
        out.writeInt(ranks);
        out.writeUTF(columns);
        out.writeInt(groups);
        out.writeLong(ids);
        out.writeLong(repeated);
        out.writeUTF(particles);
      }
      return bytes.toByteArray();
    }

    private static Optional<Head> read(FileChannel channel) throws IOException {
      DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
      if (!in.readUTF().equals(MAGIC + " " + ByteOrder.nativeOrder())) {
        return Optional.empty();
      }
      return Optional.of(
          new Head(
              in.readUTF(),
              in.readInt(),
              in.readUTF(),
              in.readInt(),
              in.readLong(),
              in.readLong(),
              in.readUTF()));
    }
  }

  /** Opens a file; empty if it does not exist, or is damaged or of another program. */
  static Optional<SliceFile> open(Path path) {
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(path)) {
      long size = channel.size();
      return Head.read(channel)
          .map(head -> new SliceFile(path, head, length(head)))
          .filter(file -> file.firstLabel() + file.labels().bytes() == size);
    } catch (EOFException | UTFDataFormatException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  private static long length(Head head) {
    try {
      return head.bytes().length;
    } catch (IOException e) {
      throw new IllegalStateException(e); // bytes in memory
    }
  }

  /**
   * Writes a file.
   *
   * @param groups groups of this rank
   * @param keys keys of these groups
   * @param rest writes the IDs of their members, and the groups of particles
   * @throws OutputException if it cannot be written
   */
  static void write(
      Path path, Head head, GroupCatalogue groups, SliceColumns.Keys keys, Content rest) {
    Path part = path.resolveSibling("." + path.getFileName() + ".part");
    try {
      Files.createDirectories(path.getParent());
      try (FileChannel channel =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        append(channel, ByteBuffer.wrap(head.bytes()));
        append(channel, keys.columns(), head.groups);
        append(channel, SliceColumns.parse(head.columns).columns(groups), head.groups);
        rest.write(block -> appendBlock(path, channel, block));
        channel.force(true);
      }
      Files.move(part, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  /** Passes bytes to a receiver, block by block. */
  @FunctionalInterface
  interface Content {
    void write(Consumer<ByteBuffer> receiver);
  }

  private static void appendBlock(Path path, FileChannel channel, ByteBuffer block) {
    try {
      append(channel, block);
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  private static void append(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static void append(FileChannel channel, TypedColumns columns, int rows)
      throws IOException {
    int each = Math.max(1, BLOCK_BYTES / columns.rowBytes());
    for (int from = 0; from < rows; from += each) {
      int[] block = IntStream.range(from, Math.min(rows, from + each)).toArray();
      ByteBuffer bytes = ByteBuffer.allocate(block.length * columns.rowBytes());
      columns.read(block, 0, bytes.order(ByteOrder.nativeOrder()));
      append(channel, bytes.flip());
    }
  }

  /** Returns the keys of all groups. */
  SliceColumns.Keys keys() {
    SliceColumns.Keys keys = SliceColumns.Keys.allocate(head.groups);
    read(keys.columns(), start, 0, IntStream.range(0, head.groups).toArray());
    return keys;
  }

  /**
   * Reads consecutive groups.
   *
   * @param from first group in this file
   * @param to columns of a table
   * @param rows rows of the table, one for each group
   */
  void read(int from, TypedColumns to, int[] rows) {
    read(to, firstRow(), from, rows);
  }

  private long firstRow() {
    return start + (long) head.groups * SliceColumns.Keys.allocate(0).columns().rowBytes();
  }

  /** Offset of the first member ID. */
  long firstId() {
    SliceColumns columns = SliceColumns.parse(head.columns);
    TypedColumns none = columns.columns(columns.allocate(0, SphereOptions.NONE, 0));
    return firstRow() + (long) head.groups * none.rowBytes();
  }

  /** Offset of the first group of a particle. */
  long firstLabel() {
    return firstId() + Long.BYTES * head.ids;
  }

  /** Returns the rows of particles whose groups are stored. */
  SliceLabels labels() {
    return SliceLabels.parse(head.particles);
  }

  private void read(TypedColumns columns, long first, int from, int[] rows) {
    int each = Math.max(1, BLOCK_BYTES / columns.rowBytes());
    try (FileChannel channel = FileChannel.open(path)) {
      for (int at = 0; at < rows.length; at += each) {
        int[] block = Arrays.copyOfRange(rows, at, Math.min(rows.length, at + each));
        ByteBuffer bytes = ByteBuffer.allocate(block.length * columns.rowBytes());
        fill(channel, first + (long) (from + at) * columns.rowBytes(), bytes);
        columns.write(block, 0, bytes.order(ByteOrder.nativeOrder()));
      }
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  /** Fills a buffer with bytes of a file, and flips it. */
  static void fill(FileChannel channel, long at, ByteBuffer bytes) throws IOException {
    long next = at;
    while (bytes.hasRemaining()) {
      int count = channel.read(bytes, next);
      if (count < 0) {
        throw new IOException("the file ends after " + next + " bytes");
      }
      next += count;
    }
    bytes.flip();
  }

  static OutputException failure(Path path, IOException e) {
    return new OutputException(
        "cannot use %s, which holds the groups of a slice (%s): remove it, or choose another folder with -o"
            .formatted(path, SystemFault.describe(e)),
        e);
  }
}
