package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * A grid of equal cells.
 *
 * @param cells cells in the order x fastest, then y, then z
 * @param order I32 [n] rows along a space-filling curve
 */
public record Grid(Cells cells, GridShape shape, DeviceArray order) implements MethodIndex {
  @Override
  public DistinctPoints positions() {
    return cells.positions();
  }

  @Override
  public void close() {
    Cleanup.close(cells, order);
  }
}
