package org.jzfof.hdf5.chunks;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * All stored chunks of a chunked dataset. This class reads the index without the library, which
 * reports only the total size of all chunks and trusts the index: with a damaged index the library
 * reads beyond the memory of a chunk, or returns the values of another chunk. The chunks of this
 * class are verified: each chunk occurs once, lies in the file, overlaps no other chunk, and has a
 * size that its filters allow.
 */
public final class ChunkIndex {
  private static final int CHECKSUM_BYTES = 4;

  private final ChunkGrid grid;
  private final List<Hdf5Chunk> chunks;
  private final boolean rawEdges;

  private ChunkIndex(ChunkGrid grid, List<Hdf5Chunk> chunks, boolean rawEdges) {
    this.grid = grid;
    this.chunks = chunks;
    this.rawEdges = rawEdges;
  }

  /**
   * Reads the index of an open dataset.
   *
   * @throws Hdf5Exception if the index is damaged
   */
  public static ChunkIndex of(long dataset, Hdf5Info info) {
    try (MetadataFile file = MetadataFile.of(dataset)) {
      ChunkLayout layout =
          ChunkLayout.read(file, H5.H5Oget_info(dataset, HDF5Constants.H5O_INFO_BASIC).addr);
      ChunkGrid grid = grid(dataset, info, layout);
      List<Hdf5Chunk> chunks = list(file, layout, grid);
      verify(layout, grid, chunks, info.filters());
      return new ChunkIndex(grid, List.copyOf(chunks), layout.rawEdges());
    } catch (BufferUnderflowException
        | IndexOutOfBoundsException
        | IllegalArgumentException
        | ArithmeticException
        | UncheckedIOException e) {
      throw new Hdf5Exception("the index of its chunks cannot be read", e);
    }
  }

  private static ChunkGrid grid(long dataset, Hdf5Info info, ChunkLayout layout) {
    int rank = info.dims().length;
    long[] maxDims = new long[rank];
    long[] chunk = new long[rank];
    try (Hdf5Id space = Hdf5Id.space(H5.H5Dget_space(dataset));
        Hdf5Id properties = Hdf5Id.properties(H5.H5Dget_create_plist(dataset))) {
      H5.H5Sget_simple_extent_dims(space.value(), new long[rank], maxDims);
      H5.H5Pget_chunk(properties.value(), rank, chunk);
    }
    boolean same = layout.chunk().length == rank + 1 && layout.chunk()[rank] == info.bytes();
    for (int d = 0; d < rank; d++) {
      same = same && layout.chunk()[d] == chunk[d];
    }
    if (!same) {
      throw new Hdf5Exception("its chunks are not of its type and shape");
    }
    return new ChunkGrid(info.dims(), maxDims, chunk);
  }

  private static List<Hdf5Chunk> list(MetadataFile file, ChunkLayout layout, ChunkGrid grid) {
    List<Hdf5Chunk> chunks = new ArrayList<>();
    Consumer<Hdf5Chunk> sink = c -> chunks.add(inFile(c, file));
    long bytes = layout.bytes();
    long address = layout.address();
    if (address >= 0) {
      switch (layout.index()) {
        case SINGLE -> sink.accept(layout.single());
        case IMPLICIT -> {
          for (long i = 0; i < grid.count(); i++) {
            sink.accept(new Hdf5Chunk(grid.fromArrayIndex(i), address + i * bytes, bytes, 0));
          }
        }
        case FIXED_ARRAY -> new ChunkArray(file, grid, bytes, sink).listFixed(address);
        case EXTENSIBLE_ARRAY -> new ChunkArray(file, grid, bytes, sink).listExtensible(address);
        case TREE_2 -> new ChunkTree2(file, grid, bytes, sink).list(address);
        case TREE_1 -> new ChunkTree(file, grid, layout.valueBytes(), sink).list(address);
      }
    }
    return chunks;
  }

  private static Hdf5Chunk inFile(Hdf5Chunk c, MetadataFile file) {
    long position = file.position(c.address(), c.bytes());
    return new Hdf5Chunk(c.number(), position, c.bytes(), c.skipped());
  }

  private static void verify(
      ChunkLayout layout, ChunkGrid grid, List<Hdf5Chunk> chunks, List<Hdf5Info.Filter> filters) {
    BitSet found = new BitSet();
    for (Hdf5Chunk c : chunks) {
      if (found.get(Math.toIntExact(c.number()))) {
        throw new Hdf5Exception("row %d begins two chunks".formatted(grid.row(c.number())));
      }
      found.set((int) c.number());
      boolean raw = layout.rawEdges() && grid.overhangs(c.number());
      requireSize(c, grid.row(c.number()), layout.bytes(), raw ? List.of() : filters);
    }
    chunks.sort(Comparator.comparingLong(Hdf5Chunk::address));
    for (int i = 1; i < chunks.size(); i++) {
      Hdf5Chunk before = chunks.get(i - 1);
      if (before.address() + before.bytes() > chunks.get(i).address()) {
        throw new Hdf5Exception(
            "the chunks of the rows from %d and %d on overlap"
                .formatted(grid.row(before.number()), grid.row(chunks.get(i).number())));
      }
    }
    chunks.sort(Comparator.comparingLong(Hdf5Chunk::number));
  }

  /**
   * Requires that a chunk has the size that results from its filters. Only a compression filter
   * leaves the size open.
   */
  private static void requireSize(
      Hdf5Chunk c, long row, long unpackedBytes, List<Hdf5Info.Filter> filters) {
    long bytes = unpackedBytes;
    boolean packed = false;
    for (int i = 0; i < filters.size(); i++) {
      if ((c.skipped() >>> i & 1) == 0) {
        int id = filters.get(i).id();
        if (id == HDF5Constants.H5Z_FILTER_FLETCHER32) {
          bytes += CHECKSUM_BYTES;
        } else if (id != HDF5Constants.H5Z_FILTER_SHUFFLE) {
          packed = true;
        }
      }
    }
    boolean known = filters.size() >= Integer.SIZE || c.skipped() >>> filters.size() == 0;
    if (!known || (packed ? c.bytes() <= bytes - unpackedBytes : c.bytes() != bytes)) {
      throw new Hdf5Exception(
          "the chunk from row %d on is said to have %d bytes and filters %s left out"
              .formatted(row, c.bytes(), Integer.toHexString(c.skipped())));
    }
  }

  /** The grid of the chunks. */
  ChunkGrid grid() {
    return grid;
  }

  /** Returns the stored chunk with a number, or null if it was never written. */
  public Hdf5Chunk find(long number) {
    int low = 0;
    int high = chunks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chunks.get(middle).number() < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < chunks.size() && chunks.get(low).number() == number ? chunks.get(low) : null;
  }

  /** Whether a chunk is stored without filters because it extends beyond the dataset. */
  boolean isRaw(Hdf5Chunk chunk) {
    return rawEdges && grid.overhangs(chunk.number());
  }

  /** First row of a chunk. */
  public long row(Hdf5Chunk chunk) {
    return grid.row(chunk.number());
  }

  /**
   * Describes the chunks that were never written, such as "16 of 32 chunks of 1024 rows"; empty if
   * all chunks were written.
   */
  public Optional<String> missing() {
    long all = grid.count();
    long missing = all - chunks.size();
    if (missing == 0) {
      return Optional.empty();
    }
    return Optional.of(
        missing == all
            ? "all"
            : "%d of %d chunks of %d rows".formatted(missing, all, grid.chunk()[0]));
  }
}
