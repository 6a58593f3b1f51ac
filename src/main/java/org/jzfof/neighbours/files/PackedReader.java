package org.jzfof.neighbours.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.Scope;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.neighbours.packing.PackedCode;
import org.jzfof.threads.Parallel;

/** Reads the packed lists of one file. Queries and neighbours are numbers along the curve. */
public final class PackedReader implements AutoCloseable {
  private static final String HEADER = NeighbourOrigin.HEADER;

  /** Bytes that are read together, unless a block has more. */
  private static final int PART = 1 << 24;

  private final Path path;
  private final Hdf5File file;
  private final int blockQueries;
  private final long queries;
  private final long[] offset;

  /**
   * Opens a file.
   *
   * @throws CatalogueException if it has no packed lists, or those of a newer version
   */
  public PackedReader(Path path) {
    this.path = path;
    try (Scope opened = new Scope()) {
      this.file = opened.add(Hdf5File.open(path));
      if (!isPacked(file)) {
        throw new CatalogueException(
            path + " has no packed lists: make it by jzfof neighbours --values packed");
      }
      long version = number(PackedFormat.VERSION);
      if (version != PackedFormat.CURRENT) {
        throw new CatalogueException(
            "%s has packed lists of version %d, and this jzfof reads version %d: use a newer jzfof"
                .formatted(path, version, PackedFormat.CURRENT));
      }
      this.blockQueries = (int) number(PackedFormat.BLOCK);
      this.queries = number("NumQueries_ThisFile");
      this.offset = offsets();
      opened.keep(file);
    } catch (Hdf5Exception e) {
      throw unreadable(e);
    }
  }

  /** Whether a path is that of a file with packed lists. */
  public static boolean accepts(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (Hdf5File file = Hdf5File.open(path)) {
      return isPacked(file);
    } catch (Hdf5Exception e) {
      return false; // whatever it is, it has no lists
    }
  }

  private static boolean isPacked(Hdf5File file) {
    return file.exists(HEADER) && file.hasAttribute(HEADER, PackedFormat.FORMAT);
  }

  private CatalogueException unreadable(Hdf5Exception cause) {
    return new CatalogueException("cannot read " + path + ": " + cause.getMessage(), cause);
  }

  private CatalogueException damaged(String fault) {
    return new CatalogueException(path + ": " + fault + ": the file is damaged, make it again");
  }

  private long number(String attribute) {
    return file.longs(HEADER, attribute)[0];
  }

  private long[] offsets() {
    try (Hdf5Dataset dataset = file.dataset(PackedFormat.OFFSETS);
        Hdf5Dataset bytes = file.dataset(PackedFormat.BYTES)) {
      long blocks = blockQueries > 0 ? (queries + blockQueries - 1) / blockQueries : -1;
      long[] offsets = new long[(int) dataset.info().rows()];
      dataset.read(0, offsets.length, offsets);
      boolean increases = offsets.length == blocks + 1 && offsets[0] == 0;
      for (int b = 0; increases && b < blocks; b++) {
        increases = offsets[b] <= offsets[b + 1];
      }
      if (!increases || offsets[offsets.length - 1] != bytes.info().rows()) {
        throw damaged(
            "%s does not divide %d bytes into blocks of %d queries"
                .formatted(PackedFormat.OFFSETS, bytes.info().rows(), queries));
      }
      return offsets;
    }
  }

  /** Number of queries of the file. */
  public long queries() {
    return queries;
  }

  /** Number of bytes of all lists. */
  public long bytes() {
    return offset[offset.length - 1];
  }

  /** First query of the file. */
  public long firstQuery() {
    return number("FirstQuery");
  }

  /** Number of queries of all files. */
  public long allQueries() {
    return number(NeighbourOrigin.TOTAL);
  }

  /** The radii in words. */
  public String radius() {
    return file.text(HEADER, "Radius");
  }

  /**
   * Returns the neighbours of queries [from, to), counted from the first of this file, each list by
   * increasing number.
   */
  public long[][] lists(long from, long to) {
    int first = (int) (from / blockQueries);
    int end = (int) ((to + blockQueries - 1) / blockQueries);
    long[][] all = blocks(first, end);
    long skipped = (long) first * blockQueries;
    return Arrays.copyOfRange(all, (int) (from - skipped), (int) (to - skipped));
  }

  /** Lists of the queries of blocks [from, to). */
  private long[][] blocks(int from, int to) {
    byte[] bytes = new byte[Math.toIntExact(offset[to] - offset[from])];
    try (Hdf5Dataset dataset = file.dataset(PackedFormat.BYTES)) {
      dataset.read(offset[from], bytes.length, bytes);
    } catch (Hdf5Exception e) {
      throw unreadable(e);
    }
    long[][][] lists = new long[to - from][][];
    Parallel.forEach(
        lists.length,
        1,
        i -> {
          int block = from + i;
          int begin = (int) (offset[block] - offset[from]);
          int end = (int) (offset[block + 1] - offset[from]);
          long left = queries - (long) block * blockQueries;
          try {
            lists[i] = PackedCode.lists(bytes, begin, end, (int) Math.min(left, blockQueries));
          } catch (CatalogueException e) {
            throw new CatalogueException(path + ": " + e.getMessage(), e);
          }
        });
    return Stream.of(lists).flatMap(Arrays::stream).toArray(long[][]::new);
  }

  /**
   * Numbers of neighbours.
   *
   * @param pairs number of neighbours of all queries
   * @param longest largest number of neighbours of a query
   */
  public record Counts(long pairs, long longest) {}

  /**
   * Reads all lists.
   *
   * @throws CatalogueException if a list is damaged, has a neighbour that is no source, or lacks
   *     neighbours
   */
  public Counts check() {
    long sources = number("NumSources");
    long pairs = 0;
    long longest = 0;
    int blocks = offset.length - 1;
    for (int from = 0; from < blocks; ) {
      int to = from + 1;
      while (to < blocks && offset[to + 1] - offset[from] <= PART) {
        to++;
      }
      for (long[] list : blocks(from, to)) {
        pairs += list.length;
        longest = Math.max(longest, list.length);
        if (list.length > 0 && (list[0] < 0 || list[list.length - 1] >= sources)) {
          throw damaged(
              "a list goes from %d to %d, and there are %d sources"
                  .formatted(list[0], list[list.length - 1], sources));
        }
      }
      from = to;
    }
    if (pairs != number("NumPairs_ThisFile")) {
      throw damaged(
          "the lists have %d neighbours, and the header says %d"
              .formatted(pairs, number("NumPairs_ThisFile")));
    }
    return new Counts(pairs, longest);
  }

  @Override
  public void close() {
    file.close();
  }
}
