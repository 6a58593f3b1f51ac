package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * The index of CLOVER: Kamel, Yan, Chester 2025 (doi:10.1145/3721145.3730415), section 3.
 *
 * @param cells Voronoi cells of the hubs
 * @param hubs [3H] random places, of the type of the points
 * @param edges I64 [H·H] cells seen from each hub, by the distance of their nearest place: words of
 *     the hub, the distance as a float and the number of the cell
 * @param cellBits bits of the number of a cell
 * @param order I32 [n] rows along a space-filling curve
 */
public record Clover(
    Cells cells, DeviceArray hubs, DeviceArray edges, int cellBits, DeviceArray order)
    implements MethodIndex {
  @Override
  public DistinctPoints places() {
    return cells.places();
  }

  @Override
  public void close() {
    Cleanup.close(cells, hubs, edges, order);
  }
}
