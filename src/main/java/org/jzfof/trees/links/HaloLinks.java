package org.jzfof.trees.links;

import java.util.Arrays;
import org.jzfof.error.MemoryException;

/**
 * The links between the haloes (groups or subhaloes) of a series of catalogues. Haloes are numbered
 * consecutively: those of the first catalogue, then those of the second, and so on. {@link
 * SnapshotLinks#NONE} stands for no halo.
 */
public final class HaloLinks {
  /** Maximum number of haloes: three values for each must fit into an array. */
  private static final long MAX_HALOES = 1L << 29;

  private final int[] first;
  private final int[] descendant;
  private final int[] firstProgenitor;
  private final int[] nextProgenitor;
  private final int[] progenitor;
  private final int[] firstDescendant;
  private final int[] nextDescendant;

  /**
   * Creates haloes without links.
   *
   * @param counts number of haloes of each catalogue
   * @throws MemoryException if there are too many haloes
   */
  public HaloLinks(int... counts) {
    long all = Arrays.stream(counts).asLongStream().sum();
    if (all > MAX_HALOES) {
      throw new MemoryException(
          "trees of %d haloes in all: make them of at most %d, from catalogues with a larger least length"
              .formatted(all, MAX_HALOES));
    }
    first = new int[counts.length + 1];
    for (int output = 0; output < counts.length; output++) {
      first[output + 1] = first[output] + counts[output];
    }
    descendant = none();
    firstProgenitor = none();
    nextProgenitor = none();
    progenitor = none();
    firstDescendant = none();
    nextDescendant = none();
  }

  private int[] none() {
    int[] pointers = new int[haloes()];
    Arrays.fill(pointers, SnapshotLinks.NONE);
    return pointers;
  }

  /**
   * Adds the links between two catalogues.
   *
   * @param earlier index of the earlier catalogue in the series, from 0
   * @param later index of the later catalogue
   */
  public void add(int earlier, int later, SnapshotLinks links) {
    put(descendant, earlier, later, links.descendants());
    put(nextProgenitor, earlier, earlier, links.nextProgenitors());
    put(firstDescendant, earlier, later, links.firstDescendants());
    put(progenitor, later, earlier, links.progenitors());
    put(nextDescendant, later, later, links.nextDescendants());
    put(firstProgenitor, later, earlier, links.firstProgenitors());
  }

  private void put(int[] pointers, int of, int to, int... numbers) {
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != SnapshotLinks.NONE) {
        pointers[first[of] + i] = first[to] + numbers[i];
      }
    }
  }

  /** Number of catalogues. */
  public int outputs() {
    return first.length - 1;
  }

  /**
   * Returns the first halo of a catalogue; for {@link #outputs} itself, the number of all haloes.
   */
  public int first(int output) {
    return first[output];
  }

  /** Number of haloes of a catalogue. */
  public int count(int output) {
    return first[output + 1] - first[output];
  }

  /** Number of all haloes. */
  public int haloes() {
    return first[first.length - 1];
  }

  public int[] descendant() {
    return descendant;
  }

  public int[] firstProgenitor() {
    return firstProgenitor;
  }

  public int[] nextProgenitor() {
    return nextProgenitor;
  }

  public int[] progenitor() {
    return progenitor;
  }

  public int[] firstDescendant() {
    return firstDescendant;
  }

  public int[] nextDescendant() {
    return nextDescendant;
  }
}
