package org.jzfof.hdf5.chunks;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Lists the chunks of a version 2 B-tree, whose checksums the library verifies. */
final class ChunkTree2 {
  private static final int FILTERED = 11;
  private static final int NODE_OVERHEAD = 6 + MetadataFile.CHECKSUM_BYTES;

  private final MetadataFile file;
  private final ChunkGrid grid;
  private final long chunkBytes;
  private final Consumer<Hdf5Chunk> sink;

  ChunkTree2(MetadataFile file, ChunkGrid grid, long chunkBytes, Consumer<Hdf5Chunk> sink) {
    this.file = file;
    this.grid = grid;
    this.chunkBytes = chunkBytes;
    this.sink = sink;
  }

  /**
   * The format of the nodes, from the header of the tree.
   *
   * @param countBytes width of the number of records of a node
   * @param totalBytes width of the number of records below a node of some depth; 0 for leaves
   */
  private record Shape(
      boolean filtered, long nodeBytes, int recordBytes, int countBytes, int[] totalBytes) {}

  void list(long header) {
    int numbers = 16 + file.addressBytes() + 2;
    ByteBuffer head = file.read(header, numbers, "BTHD");
    head.get();
    boolean filtered = head.get() == FILTERED;
    long nodeBytes = head.getInt() & 0xffffffffL;
    int recordBytes = head.getShort() & 0xffff;
    int depth = head.getShort() & 0xffff;
    head.getShort();
    long root = file.address(head);
    int records = head.getShort() & 0xffff;
    if (root >= 0) {
      node(root, depth, records, shape(filtered, nodeBytes, recordBytes, depth));
    }
  }

  private Shape shape(boolean filtered, long nodeBytes, int recordBytes, int depth) {
    long maximum = (nodeBytes - NODE_OVERHEAD) / recordBytes;
    int countBytes = width(maximum);
    int[] totalBytes = new int[depth + 1];
    long total = maximum;
    for (int d = 1; d <= depth; d++) {
      int pointer = file.addressBytes() + countBytes + totalBytes[d - 1];
      long records = (nodeBytes - NODE_OVERHEAD - pointer) / (recordBytes + pointer);
      total = Math.addExact(Math.multiplyExact(records + 1, total), records);
      totalBytes[d] = width(total);
    }
    return new Shape(filtered, nodeBytes, recordBytes, countBytes, totalBytes);
  }

  /** Number of bytes for numbers up to a maximum. */
  private static int width(long maximum) {
    return (63 - Long.numberOfLeadingZeros(maximum)) / 8 + 1;
  }

  private void node(long address, int depth, int records, Shape shape) {
    ByteBuffer node = file.read(address, shape.nodeBytes, depth == 0 ? "BTLF" : "BTIN");
    node.getShort();
    for (int i = 0; i < records; i++) {
      record(node, shape);
    }
    if (depth == 0) {
      return;
    }
    for (int i = 0; i <= records; i++) {
      long child = file.address(node);
      int below = (int) MetadataFile.number(node, shape.countBytes);
      MetadataFile.number(node, shape.totalBytes[depth - 1]);
      node(child, depth - 1, below, shape);
    }
  }

  private void record(ByteBuffer node, Shape shape) {
    int rank = grid.dims().length;
    long address = file.address(node);
    long bytes = chunkBytes;
    int skipped = 0;
    if (shape.filtered) {
      bytes = MetadataFile.number(node, shape.recordBytes - file.addressBytes() - 4 - 8 * rank);
      skipped = node.getInt();
    }
    long[] indices = new long[rank];
    for (int d = 0; d < rank; d++) {
      indices[d] = node.getLong();
    }
    sink.accept(new Hdf5Chunk(grid.number(indices), address, bytes, skipped));
  }
}
