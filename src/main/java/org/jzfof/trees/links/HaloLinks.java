package org.jzfof.trees.links;

import java.util.Arrays;
import org.jzfof.error.MemoryException;

/**
 * Links between the haloes (groups or subhaloes) of a series of catalogues in one numbering: those
 * of the first catalogue, then those of the second, and so on. {@link SnapshotLinks#NONE} stands
 * for none.
 */
public final class HaloLinks {
  /** Three values for each must fit into an array. */
  private static final long MOST = 1L << 29;

  private final int[] first;
  private final int[] descendant;
  private final int[] firstProgenitor;
  private final int[] nextProgenitor;
  private final int[] progenitor;
  private final int[] firstDescendant;
  private final int[] nextDescendant;

  /**
   * Without links.
   *
   * @param counts haloes of each catalogue
   * @throws MemoryException if they are too many
   */
  public HaloLinks(int... counts) {
    long all = Arrays.stream(counts).asLongStream().sum();
    if (all > MOST) {
      throw new MemoryException(
          "trees of %d haloes in all: make them of at most %d, from catalogues with a larger least length"
              .formatted(all, MOST));
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
   * @param earlier place of the earlier one in the series, from 0
   * @param later place of the later one
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

  /** The first halo of a catalogue; of {@link #outputs} itself, the end. */
  public int first(int output) {
    return first[output];
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
