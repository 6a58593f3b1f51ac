package org.jzfof.knn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.ParticleKernels;

/**
 * Queries that may have neighbours on other ranks, with those on their own, taken out of blocks of
 * queries one after another.
 */
final class BorderQueries implements AutoCloseable {
  private final ParticleKernels particles;
  private final DeviceMemory memory;
  private final List<Asked> parts = new ArrayList<>();

  /**
   * Queries and the points that were found for them.
   *
   * @param queries m places
   * @param number I64 [m] what the queries are told apart by
   * @param row I32 [k·m] as in {@link Neighbours}
   */
  record Asked(Coordinates queries, DeviceArray number, DeviceArray row) implements AutoCloseable {
    @Override
    public void close() {
      queries.close();
      number.close();
      row.close();
    }
  }

  BorderQueries(ParticleKernels particles, DeviceMemory memory) {
    this.particles = particles;
    this.memory = memory;
  }

  /**
   * Takes some queries of a block.
   *
   * @param block all queries of the block, kept open by the caller, as are their numbers
   * @param found with I32 row numbers; kept open as well
   * @param which I32 rows of the block to take; closed
   */
  void add(Coordinates block, DeviceArray number, Neighbours found, DeviceArray which) {
    try (which) {
      if (which.length() > 0) {
        parts.add(
            new Asked(
                new Coordinates(which.length(), particles.gather(block.xyz(), 3, which)),
                particles.gather(number, 1, which),
                particles.gather(found.row(), found.k(), which)));
      }
    }
  }

  /**
   * All queries that were taken, which are then no longer here.
   *
   * @param type of the coordinates
   */
  Asked takeAll(ElementType type) {
    DeviceArray xyz = join(type, part -> part.queries.xyz());
    Asked all =
        new Asked(
            new Coordinates(xyz.length() / 3, xyz),
            join(ElementType.I64, Asked::number),
            join(ElementType.I32, Asked::row));
    parts.clear();
    return all;
  }

  private DeviceArray join(ElementType type, Function<Asked, DeviceArray> column) {
    return memory.join(type, parts.stream().map(column).toList());
  }

  @Override
  public void close() {
    parts.forEach(Asked::close);
  }
}
