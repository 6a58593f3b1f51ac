package org.jzfof.config.search;

import java.util.EnumSet;
import java.util.Set;
import org.jzfof.config.OptionText;

/** The selection of the neighbours of a query, and the output values. */
public sealed interface RowShape extends OptionText.Inlined {
  /** The output values, at least one. */
  Set<NeighbourValue> values();

  /** The kernel of SPH sums. */
  KernelChoice kernel();

  /** Whether a value is part of the output. */
  default boolean has(NeighbourValue value) {
    return values().contains(value);
  }

  /** Whether the output has sums over the neighbours, which need masses and a kernel. */
  default boolean hasSums() {
    return values().stream().anyMatch(NeighbourValue::isSum);
  }

  /** Whether the search must find the neighbours, and not only their number. */
  default boolean needsPairs() {
    return values().stream().anyMatch(value -> value.isOfPairs() || value.isSum());
  }

  /**
   * Rows of the k nearest neighbours.
   *
   * @param values output values; the support of the kernel is the distance of the farthest
   *     neighbour
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
   * Rows of all neighbours within a radius, which are counted in advance.
   *
   * @param symmetric whether a source is also a neighbour if the query lies within the radius of
   *     the source
   */
  record Within(RadiusChoice radius, boolean symmetric, ListContent content) implements RowShape {
    /** Whether radii or values depend on the kernel that {@link #content} names. */
    public boolean usesKernel() {
      return hasSums() || radius instanceof RadiusChoice.Iterated;
    }

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
