package org.jzfof.domain;

import org.jzfof.device.DeviceArray;

/**
 * Rows sorted by the domains of their points.
 *
 * @param rows I32 [n]
 * @param start first place of each domain, and n [domains+1]
 */
public record Partition(DeviceArray rows, long[] start) implements AutoCloseable {
  @Override
  public void close() {
    rows.close();
  }
}
