package org.jzfof.config.search;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jzfof.error.UsageException;

/** The output values for neighbours within radii. */
public record ListContent(Set<NeighbourValue> values, KernelChoice kernel) {
  /**
   * @throws UsageException if there is no value, or if one is not for packed lists
   */
  public ListContent {
    if (values.isEmpty()) {
      throw new UsageException("--values is empty: name at least one, such as --values index");
    }
    values = EnumSet.copyOf(values);
    if (values.contains(NeighbourValue.PACKED)) {
      requireAlone(values);
    }
  }

  /** Packed lists have no distances, nor what is computed from them, and no second index. */
  private static void requireAlone(Set<NeighbourValue> values) {
    for (NeighbourValue value : values) {
      if (value.isOfPairs() || value.isSum()) {
        throw new UsageException(
            "--values packed goes with count and smoothing alone: leave %s out, or packed"
                .formatted(value.name().toLowerCase(Locale.ROOT)));
      }
    }
  }
}
