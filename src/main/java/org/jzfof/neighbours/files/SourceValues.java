package org.jzfof.neighbours.files;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;

/**
 * Values of the sources besides their positions.
 *
 * @param ids of all sources, or null where they are not asked for
 * @param masses of all sources as the bits of doubles, or null where they have one mass or none is
 *     asked for
 * @param oneMass mass of each source where masses is null
 * @param velocities x, y and z of the peculiar velocities of all sources as the bits of doubles;
 *     none where they are not asked for
 */
public record SourceValues(
    RowLookup ids, RowLookup masses, double oneMass, List<RowLookup> velocities) {
  /**
   * SPH densities; all ranks call it together.
   *
   * @param rows of neighbours, and their distances [k·count]
   * @param type F32 or F64, of the answer
   * @param memory for the answer
   * @return [count]
   */
  HostColumn densities(
      HostColumn rows, HostColumn distances, int k, ElementType type, HostMemory memory) {
    if (masses == null) {
      return SplineDensity.of(distances, k, i -> oneMass, type, memory);
    }
    try (HostColumn bits = masses.get(rows, memory)) {
      IntToDoubleFunction mass = i -> Double.longBitsToDouble(bits.getLong(i));
      return SplineDensity.of(distances, k, mass, type, memory);
    }
  }
}
