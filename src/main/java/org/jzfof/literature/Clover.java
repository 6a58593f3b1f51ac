package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * The index of CLOVER: Kamel, Yan, Chester 2025 (doi:10.1145/3721145.3730415), section 3.
 *
 * @param cells Voronoi cells of the hubs
 * @param hubs [3H] random positions, of the type of the points
 * @param edges I64 [H·H] cells seen from each hub, sorted by the distance of their nearest
 *     position: words of the hub, the distance as a float and the index of the cell
 * @param cellBits number of bits of the index of a cell
 * @param order I32 [n] rows along a space-filling curve
 */
public record Clover(
    Cells cells, DeviceArray hubs, DeviceArray edges, int cellBits, DeviceArray order)
    implements MethodIndex {
  @Override
  public DistinctPoints positions() {
    return cells.positions();
  }

  @Override
  public void close() {
    Cleanup.close(cells, hubs, edges, order);
  }
}
