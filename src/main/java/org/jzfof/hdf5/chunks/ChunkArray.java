package org.jzfof.hdf5.chunks;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Lists the chunks of a fixed or extensible array, whose checksums the library verifies. An array
 * has an element for each possible chunk, but stores no blocks and pages without chunks.
 */
final class ChunkArray {
  private static final int FILTERED = 1;

  private final MetadataFile file;
  private final ChunkGrid grid;
  private final long chunkBytes;
  private final Consumer<Hdf5Chunk> sink;

  ChunkArray(MetadataFile file, ChunkGrid grid, long chunkBytes, Consumer<Hdf5Chunk> sink) {
    this.file = file;
    this.grid = grid;
    this.chunkBytes = chunkBytes;
    this.sink = sink;
  }

  /**
   * The format of an array, from its header.
   *
   * @param offsetBytes width of the index before a block, in bytes
   * @param pageElements elements per page; a block with more elements has pages
   */
  private record Shape(boolean filtered, int elementBytes, int offsetBytes, long pageElements) {
    long pages(long elements) {
      return elements > pageElements ? (elements + pageElements - 1) / pageElements : 0;
    }
  }

  void listFixed(long header) {
    ByteBuffer head = file.read(header, 8 + 8 + file.addressBytes(), "FAHD");
    head.get();
    boolean filtered = head.get() == FILTERED;
    int elementBytes = head.get() & 0xff;
    Shape shape = new Shape(filtered, elementBytes, 0, 1L << head.get());
    long elements = file.length(head);
    long block = file.address(head);
    if (block < 0) {
      return;
    }
    long pages = shape.pages(elements);
    long prefix = prefixBytes(shape);
    byte[] written = bitmap(pages);
    file.read(block, prefix + written.length, "FADB").position((int) prefix).get(written);
    block(block, prefix + written.length, 0, elements, shape, written, 0);
  }

  void listExtensible(long header) {
    ByteBuffer head = file.read(header, 12 + 6 * 8 + file.addressBytes(), "EAHD");
    head.get();
    boolean filtered = head.get() == FILTERED;
    int elementBytes = head.get() & 0xff;
    int indexBits = head.get() & 0xff;
    int elementsInIndex = head.get() & 0xff;
    int minimumElements = head.get() & 0xff;
    int minimumPointers = head.get() & 0xff;
    Shape shape = new Shape(filtered, elementBytes, (indexBits + 7) / 8, 1L << head.get());
    for (int statistics = 0; statistics < 6; statistics++) {
      file.length(head);
    }
    long indexBlock = file.address(head);
    if (indexBlock < 0) {
      return;
    }
    int groups = 1 + indexBits - log2(minimumElements);
    int groupsInIndex = 2 * log2(minimumPointers);
    int pointers = 2 * (minimumPointers - 1) + groups - groupsInIndex;
    int prefix = 6 + file.addressBytes();
    ByteBuffer block =
        file.read(
            indexBlock,
            prefix + (long) elementsInIndex * elementBytes + (long) pointers * file.addressBytes(),
            "EAIB");
    block.position(prefix);
    elements(block, 0, elementsInIndex, shape);
    long first = elementsInIndex;
    for (int group = 0; group < groups; group++) {
      long blocks = 1L << group / 2;
      long elements = (1L << (group + 1) / 2) * minimumElements;
      if (group < groupsInIndex) {
        for (long b = 0; b < blocks; b++) {
          dataBlock(file.address(block), first + b * elements, elements, shape, bitmap(0), 0);
        }
      } else {
        group(file.address(block), first, blocks, elements, shape);
      }
      first += blocks * elements;
    }
  }

  private static int log2(int power) {
    return Integer.numberOfTrailingZeros(power);
  }

  /** Lists the chunks of a block of pointers to blocks of elements. */
  private void group(long address, long first, long blocks, long elements, Shape shape) {
    if (address < 0) {
      return;
    }
    long pages = shape.pages(elements);
    long prefix = prefixBytes(shape);
    byte[] written = new byte[Math.toIntExact(blocks * bitmap(pages).length)];
    ByteBuffer group =
        file.read(address, prefix + written.length + blocks * file.addressBytes(), "EASB");
    group.position((int) prefix).get(written);
    for (long b = 0; b < blocks; b++) {
      dataBlock(file.address(group), first + b * elements, elements, shape, written, b * pages);
    }
  }

  private void dataBlock(
      long address, long first, long elements, Shape shape, byte[] written, long firstPage) {
    if (address >= 0) {
      long prefix = prefixBytes(shape);
      file.read(address, prefix, "EADB");
      block(address, prefix, first, elements, shape, written, firstPage);
    }
  }

  private long prefixBytes(Shape shape) {
    return 6 + file.addressBytes() + shape.offsetBytes;
  }

  private static byte[] bitmap(long pages) {
    return new byte[Math.toIntExact((pages + 7) / 8)];
  }

  /**
   * Lists the chunks of a block of elements, with or without pages.
   *
   * @param prefix length of the block's prefix in bytes
   * @param first index of the first element in the array
   * @param written bitmap of the pages that were written
   * @param firstPage bit of the first page in that bitmap
   */
  private void block(
      long address,
      long prefix,
      long first,
      long elements,
      Shape shape,
      byte[] written,
      long firstPage) {
    long pages = shape.pages(elements);
    if (pages == 0) {
      elements(file.read(address + prefix, elements * shape.elementBytes), first, elements, shape);
      return;
    }
    long pageBytes = shape.pageElements * shape.elementBytes + MetadataFile.CHECKSUM_BYTES;
    for (long page = 0; page < pages; page++) {
      long bit = firstPage + page;
      if ((written[(int) (bit / 8)] & 0x80 >> bit % 8) != 0) {
        long from = page * shape.pageElements;
        long n = Math.min(shape.pageElements, elements - from);
        long at = address + prefix + MetadataFile.CHECKSUM_BYTES + page * pageBytes;
        elements(file.read(at, n * shape.elementBytes), first + from, n, shape);
      }
    }
  }

  private void elements(ByteBuffer buffer, long first, long n, Shape shape) {
    for (long i = 0; i < n; i++) {
      long address = file.address(buffer);
      long bytes = chunkBytes;
      int skipped = 0;
      if (shape.filtered) {
        bytes = MetadataFile.number(buffer, shape.elementBytes - file.addressBytes() - 4);
        skipped = buffer.getInt();
      }
      if (address >= 0) {
        sink.accept(new Hdf5Chunk(grid.fromArrayIndex(first + i), address, bytes, skipped));
      }
    }
  }
}
