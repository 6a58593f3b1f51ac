package org.jzfof.config.search;

import java.util.EnumSet;
import java.util.Set;
import org.jzfof.config.OptionText;

/** How many neighbours the row of a query has, and what is written of them. */
public sealed interface RowShape extends OptionText.Inlined {
  /** What is written, at least one value. */
  Set<NeighbourValue> values();

  /** The kernel of SPH sums. */
  KernelChoice kernel();

  /** Whether a value is written. */
  default boolean has(NeighbourValue value) {
    return values().contains(value);
  }

  /** Whether sums over the neighbours are written, with masses and a kernel. */
  default boolean hasSums() {
    return values().stream().anyMatch(NeighbourValue::isSum);
  }

  /** Whether the neighbours have to be found one by one, and not their numbers alone. */
  default boolean needsPairs() {
    return values().stream().anyMatch(value -> value != NeighbourValue.COUNT);
  }

  /**
   * Rows of the k nearest neighbours.
   *
   * @param k number of neighbours per query
   * @param values values to write; the support of the kernel is the distance of the farthest
   */
  record Nearest(int k, Set<NeighbourValue> values) implements RowShape {
    public Nearest {
      values = values.isEmpty() ? Set.of() : EnumSet.copyOf(values);
    }

    @Override
    public KernelChoice kernel() {
      return KernelChoice.CUBIC;
    }
  }

  /**
   * Rows of all neighbours within a radius, which are counted before they are found.
   *
   * @param radius search radius of each query
   * @param symmetric whether a source is a neighbour also where the query lies within its own
   *     radius
   */
  record Within(RadiusChoice radius, boolean symmetric, ListContent content) implements RowShape {
    @Override
    public Set<NeighbourValue> values() {
      return content.values();
    }

    @Override
    public KernelChoice kernel() {
      return content.kernel();
    }
  }
}
