package org.jzfof.neighbours.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.TreeMap;
import org.jzfof.device.ElementType;
import org.jzfof.error.Cleanup;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.DirectWriter;
import org.jzfof.hdf5.GrowingDataset;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;

/**
 * The packed lists of one file: a stream of bytes and the offset of each block. The number of bytes
 * before a block is known only when all blocks before it have come. Blocks that come earlier, from
 * other ranks, wait in a scratch file without a name beside the result.
 */
final class PackedDataset implements AutoCloseable {
  private static final int MIN_CHUNK = 1 << 12;
  private static final int MAX_CHUNK = 1 << 22; // more than the cache, which it need not pass

  private final DirectWriter out;
  private final GrowingDataset bytes;
  private final Path file;
  private final TreeMap<Long, Waiting> waiting = new TreeMap<>(); // by their first blocks
  private FileChannel scratch; // null until blocks wait
  private long block;

  /** Bytes of consecutive blocks that wait in the scratch file from {@code position} on. */
  private record Waiting(long position, long... lengths) {
    int bytes() {
      return (int) Arrays.stream(lengths).sum();
    }
  }

  /**
   * Creates the datasets.
   *
   * @param file path of the file, which has a writable folder
   * @param pairs number of neighbours in the file
   */
  PackedDataset(DirectWriter out, Path file, long blocks, long pairs) {
    this.out = out;
    this.file = file;
    long chunk = Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, pairs));
    this.bytes = new GrowingDataset(out.library(), PackedFormat.BYTES, chunk);
    out.dataset(PackedFormat.OFFSETS, Hdf5Type.INT64, blocks + 1);
    Scaling.NUMBER.writeTo(
        out.library(),
        PackedFormat.BYTES,
        "neighbours of each query by increasing number along the curve, block after block, as"
            + " numbers of variable length");
    Scaling.NUMBER.writeTo(
        out.library(),
        PackedFormat.OFFSETS,
        "where the bytes of each block of queries begin; the last is their number");
  }

  /**
   * Writes consecutive blocks.
   *
   * @param first number of the first of these blocks in the file
   */
  void write(long first, PackedRows rows) {
    byte[] code = new byte[rows.bytes().length()];
    rows.bytes().forEachBlock(ElementType.U8, (at, part) -> part.get(code, at, part.remaining()));
    if (first != block) {
      keep(first, rows.lengths(), code);
      return;
    }
    append(rows.lengths(), code);
    while (!waiting.isEmpty() && waiting.firstKey() == block) {
      Waiting next = waiting.pollFirstEntry().getValue();
      append(next.lengths, read(next));
    }
  }

  private void append(long[] lengths, byte... code) {
    ByteBuffer offsets =
        ByteBuffer.allocate(Long.BYTES * lengths.length).order(ByteOrder.nativeOrder());
    long offset = bytes.length();
    for (long length : lengths) {
      offsets.putLong(offset);
      offset += length;
    }
    out.write(PackedFormat.OFFSETS, block, Long.BYTES, offsets.flip());
    bytes.append(code);
    block += lengths.length;
  }

  private void keep(long first, long[] lengths, byte... code) {
    try {
      if (scratch == null) {
        Path name = Files.createTempFile(file.toAbsolutePath().getParent(), ".packed", ".part");
        scratch = FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.delete(name); // the space is free as soon as the channel is closed
      }
      long position = scratch.size();
      waiting.put(first, new Waiting(position, lengths));
      ByteBuffer rest = ByteBuffer.wrap(code);
      while (rest.hasRemaining()) {
        scratch.write(rest, position + rest.position());
      }
    } catch (IOException e) {
      throw new Hdf5Exception(SystemFault.cause(e), e);
    }
  }

  private byte[] read(Waiting blocks) {
    ByteBuffer code = ByteBuffer.allocate(blocks.bytes());
    try {
      while (code.hasRemaining()) {
        if (scratch.read(code, blocks.position + code.position()) < 0) {
          throw new IOException("a scratch file beside " + file + " is truncated");
        }
      }
    } catch (IOException e) {
      throw new Hdf5Exception(SystemFault.cause(e), e);
    }
    return code.array();
  }

  /** Completes the datasets, after all blocks are written. */
  void seal() {
    ByteBuffer end = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    out.write(PackedFormat.OFFSETS, block, Long.BYTES, end.putLong(bytes.length()).flip());
  }

  @Override
  public void close() {
    Cleanup.close(scratch);
  }
}
