package org.jzfof.hdf5.chunks;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * Lists the chunks of a version 1 B-tree, which has no checksum. The library finds a chunk by
 * comparisons of keys: if keys are out of order, it would treat a stored chunk as never written.
 * This class therefore verifies the order of the keys.
 */
final class ChunkTree {
  private static final String DISORDER = "the index of its chunks is out of order at row %d";

  private final MetadataFile file;
  private final ChunkGrid grid;
  private final long valueBytes;
  private final Consumer<Hdf5Chunk> sink;

  ChunkTree(MetadataFile file, ChunkGrid grid, long valueBytes, Consumer<Hdf5Chunk> sink) {
    this.file = file;
    this.grid = grid;
    this.valueBytes = valueBytes;
    this.sink = sink;
  }

  /** The key before each child: stored bytes, filters and indices of its first chunk. */
  private record Key(long bytes, int skipped, long[] indices) {
    boolean before(Key other) {
      return Arrays.compare(indices, other.indices) < 0;
    }
  }

  void list(long root) {
    node(root, file.read(root, 8).get(5) & 0xff, null, null);
  }

  /**
   * Lists the chunks below a node.
   *
   * @param from smallest key that may occur below the node, or null for no limit
   * @param to key that must exceed all keys below the node, or null for no limit
   */
  private void node(long address, int level, Key from, Key to) {
    int prefix = 8 + 2 * file.addressBytes();
    ByteBuffer head = file.read(address, prefix, "TREE");
    if (head.get() != 1 || (head.get() & 0xff) != level) {
      throw new Hdf5Exception("the index of its chunks has a node of the wrong kind");
    }
    int children = head.getShort() & 0xffff;
    int keyBytes = 8 + 8 * (grid.dims().length + 1);
    long bytes = (long) keyBytes * (children + 1) + (long) file.addressBytes() * children;
    ByteBuffer node = file.read(address + prefix, bytes);
    Key next = key(node);
    for (int i = 0; i < children; i++) {
      Key key = next;
      long child = file.address(node);
      next = key(node);
      if (!key.before(next)) {
        throw disorder(key);
      }
      Key low = from == null || from.before(key) ? key : from;
      Key high = to == null || next.before(to) ? next : to;
      if (level > 0) {
        node(child, level - 1, low, high);
      } else if (key.before(low) || !key.before(high)) {
        throw disorder(key);
      } else {
        sink.accept(new Hdf5Chunk(grid.number(key.indices), child, key.bytes, key.skipped));
      }
    }
  }

  private Hdf5Exception disorder(Key key) {
    return new Hdf5Exception(DISORDER.formatted(key.indices[0] * grid.chunk()[0]));
  }

  private Key key(ByteBuffer node) {
    long bytes = node.getInt() & 0xffffffffL;
    int skipped = node.getInt();
    int rank = grid.dims().length;
    long[] indices = new long[rank + 1];
    for (int d = 0; d <= rank; d++) {
      long offset = node.getLong();
      long length = d < rank ? grid.chunk()[d] : valueBytes;
      if (offset < 0 || offset % length != 0) {
        throw new Hdf5Exception(
            "the index of its chunks has one at %s, which is no multiple of %d"
                .formatted(Long.toUnsignedString(offset), length));
      }
      indices[d] = offset / length;
    }
    return new Key(bytes, skipped, indices);
  }
}
