package org.jzfof.config.search;

import java.util.EnumSet;
import java.util.Set;
import org.jzfof.error.UsageException;

/** The output values for neighbours within radii. */
public record ListContent(Set<NeighbourValue> values, KernelChoice kernel) {
  /**
   * @throws UsageException if there is no value
   */
  public ListContent {
    if (values.isEmpty()) {
      throw new UsageException("--values is empty: name at least one, such as --values index");
    }
    values = EnumSet.copyOf(values);
  }
}
