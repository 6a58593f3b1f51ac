package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;

/**
 * A grid of equal cells, searched in rings of cells around the cell of a query. Kamel, Yan, Chester
 * 2025 (doi:10.1145/3721145.3730415), section 2.2, compare CLOVER with it. In a periodic box rings
 * continue through its walls.
 */
public final class GridNearest implements NearestMethod<Grid> {
  private final CellKernels kernels;
  private final double pointsPerCell;
  private final DistinctPointFinder distinctPoints;
  private final QueryOrder curve;

  /**
   * @param pointsPerCell mean number of points in a cell
   */
  public GridNearest(
      CellKernels kernels,
      DistinctPointKernels pointKernels,
      ParticleKernels particles,
      DeviceMemory memory,
      double pointsPerCell) {
    this.kernels = kernels;
    this.pointsPerCell = pointsPerCell;
    this.distinctPoints = new DistinctPointFinder(pointKernels, particles, memory);
    this.curve = new QueryOrder(particles, memory);
  }

  /** Device bytes per point that building an index takes besides the coordinates. */
  public static long buildBytes(ElementType coordinates, double pointsPerCell) {
    return Math.max(
        36,
        indexBytes(coordinates, pointsPerCell) + Long.BYTES + 2L * Integer.BYTES); // words, rows
  }

  /** Device bytes per point that an index takes: records, order and starts of cells. */
  public static long indexBytes(ElementType coordinates, double pointsPerCell) {
    long starts = (long) (Integer.BYTES / pointsPerCell);
    return 4L * coordinates.bytes() + Integer.BYTES + starts;
  }

  @Override
  public Grid build(Coordinates points, Box box) {
    try (Scope made = new Scope()) {
      DeviceArray order = made.add(curve.of(points, box));
      return made.keep(distinctPoints.find(points, box, found -> build(found, order)));
    }
  }

  private Grid build(DistinctPoints found, DeviceArray order) {
    GridShape shape = GridShape.of(found.box(), found.count(), pointsPerCell);
    DeviceArray words = kernels.findGridCells(found, shape);
    return new Grid(
        kernels.fill(found, words, shape.cells(), distinctPoints.next(found)), shape, order);
  }

  @Override
  public void findNearest(Grid grid, MethodQueries queries, Neighbours found) {
    kernels.findNearest(grid, queries, found);
  }
}
