package org.jzfof.snapshot.binary;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzfof.snapshot.binary.BinaryFile.Block;

/** Walks from block to block, and finds what each one is: by its label, or by its place. */
final class BlockScan {
  /** Codes write a few dozen blocks; more are what is left of something else. */
  private static final int MAXIMUM_BLOCKS = 1000;

  private final Records records;
  private final BinaryHeader header;
  private final Deque<BlockType> awaited;
  private final Map<BlockType, Block> found = new LinkedHashMap<>();
  private final List<String> others = new ArrayList<>();
  private int number = 1; // of the block, the header included

  BlockScan(Records records, BinaryHeader header) {
    this.records = records;
    this.header = header;
    this.awaited = new ArrayDeque<>(BlockType.inOrder(header));
  }

  /**
   * Finds all blocks.
   *
   * @param start offset behind the header
   */
  BinaryFile file(Path path, BinaryFormat format, long start) throws IOException {
    long at = start;
    while (at < records.size()) {
      number++;
      if (number > MAXIMUM_BLOCKS) {
        throw records.damaged("" + number, at, "no snapshot has as many blocks");
      }
      at = format.hasLabels() ? labelled(at) : inOrder(at);
    }
    requireBlock(BlockType.POS);
    if (!others.isEmpty()) { // one of which may have lost its label
      requireBlock(BlockType.VEL);
      requireBlock(BlockType.ID);
      requireBlock(BlockType.MASS);
    }
    return new BinaryFile(
        path, format, header, List.copyOf(found.values()), String.join(", ", others));
  }

  private void requireBlock(BlockType type) {
    if (type.rows(header) > 0 && !found.containsKey(type)) {
      String without = others.isEmpty() ? "" : ", and %s is not known".formatted(others.get(0));
      throw records.damaged(
          type.name(),
          records.size(),
          "the file ends without it, although %d particles have one%s"
              .formatted(type.rows(header), without));
    }
  }

  private long labelled(long at) throws IOException {
    String label = records.label(at, number);
    long start = records.afterLabel(at);
    Optional<BlockType> type = BlockType.of(label);
    if (type.filter(found::containsKey).isPresent()) {
      throw records.damaged(label, at, "it is there twice");
    }
    return block(start, "'" + label + "'", type);
  }

  /** A block without a label; behind one that is not known nothing is. */
  private long inOrder(long at) throws IOException {
    Optional<BlockType> type =
        others.isEmpty() ? Optional.ofNullable(awaited.poll()) : Optional.empty();
    return block(at, "" + number, type);
  }

  /** Adds the block at an offset, and returns the offset behind it. */
  private long block(long at, String name, Optional<BlockType> type) throws IOException {
    long[] expected = type.map(this::lengths).orElse(new long[0]);
    String called = type.map(BlockType::name).orElse(name);
    long length =
        type.filter(BlockType::isStrict).isPresent()
            ? records.require(called, at, expected)
            : records.find(at, expected);
    if (length == Records.NONE) {
      length = unknown(called, at);
      others.add("%s (%d bytes)".formatted(name, length));
    } else if (length > 0) {
      long values = type.get().rows(header) * type.get().columns();
      found.put(
          type.get(),
          new Block(type.get(), at + BinaryFormat.MARKER_BYTES, (int) (length / values)));
    }
    return records.after(at, length);
  }

  /** The length of a record of unknown values. */
  private long unknown(String name, long at) throws IOException {
    long length = records.require(name, at, records.lengths(at));
    if (length == 0 && header.particles() > 0) {
      throw records.damaged(name, at, "it is empty");
    }
    return length;
  }

  /** The bytes of a block in single and in double precision, first as the positions are. */
  private long[] lengths(BlockType type) {
    long values = type.rows(header) * type.columns();
    Block positions = found.get(BlockType.POS);
    int first = positions == null ? Float.BYTES : positions.bytes();
    int second = Float.BYTES + Double.BYTES - first;
    return new long[] {values * first, values * second};
  }
}
