package org.jzfof.catalogue.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.jzfof.config.Overdensity;

/**
 * A property of the groups of this rank.
 *
 * @param column what it is called and measured in
 * @param description what it is; of a sphere all but which one
 * @param limit of the sphere that it is of; empty for one of groups
 * @param none what stands where there is no such sphere
 * @param values its numbers, group by group, in units of the snapshot: comoving lengths, peculiar
 *     velocities
 */
public record MeasuredProperty(
    PropertyColumn column,
    String description,
    Optional<Overdensity> limit,
    String none,
    IntToDoubleFunction values) {
  /**
   * A dataset with some or all of its numbers.
   *
   * @param path of the dataset
   * @param columns numbers per group
   * @param values the numbers, group by group
   */
  public record Part(String path, int columns, IntToDoubleFunction values) {}

  /**
   * Deals the numbers out to datasets side by side.
   *
   * @param paths as the column has them for a layout
   * @param factor by which numbers are multiplied
   */
  public List<Part> parts(List<String> paths, double factor) {
    int width = column.width();
    int each = width / paths.size();
    List<Part> parts = new ArrayList<>();
    for (int k = 0; k < paths.size(); k++) {
      int first = k * each;
      if (!paths.get(k).isEmpty()) {
        parts.add(
            new Part(
                paths.get(k),
                each,
                i -> factor * values.applyAsDouble(i / each * width + first + i % each)));
      }
    }
    return parts;
  }
}
