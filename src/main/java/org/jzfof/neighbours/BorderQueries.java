package org.jzfof.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;

/**
 * Queries that may have neighbours on other ranks, with their neighbours on this rank, part by
 * part.
 *
 * @param coordinates type of coordinates, F32 or F64
 * @param number type of the numbers of queries, I32 or I64
 */
record BorderQueries(
    DeviceMemory memory, ElementType coordinates, ElementType number, List<Part> parts)
    implements AutoCloseable {
  /**
   * Queries and the points that were found for them.
   *
   * @param queries m positions
   * @param number I32 or I64 [m] number that identifies each query
   * @param row I32 [k·m] rows of neighbours ({@link Neighbours})
   */
  record Part(Coordinates queries, DeviceArray number, DeviceArray row) implements AutoCloseable {
    @Override
    public void close() {
      queries.close();
      number.close();
      row.close();
    }
  }

  BorderQueries(DeviceMemory memory, ElementType coordinates, ElementType number) {
    this(memory, coordinates, number, new ArrayList<>());
  }

  void add(Part part) {
    parts.add(part);
  }

  /** Joins all parts into one and removes them from this object. The caller closes the result. */
  Part takeAll() {
    DeviceArray xyz = join(coordinates, part -> part.queries.xyz());
    Part all =
        new Part(
            new Coordinates(xyz.length() / 3, xyz),
            join(number, Part::number),
            join(ElementType.I32, Part::row));
    parts.clear();
    return all;
  }

  private DeviceArray join(ElementType type, Function<Part, DeviceArray> column) {
    return memory.join(type, parts.stream().map(column).toList());
  }

  @Override
  public void close() {
    parts.forEach(Part::close);
  }
}
