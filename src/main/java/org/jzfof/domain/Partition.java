package org.jzfof.domain;

import org.jzfof.device.DeviceArray;

/**
 * Rows sorted by the domains of their points.
 *
 * @param rows I32 [n]
 * @param start index in {@code rows} of the first row of each domain, followed by n [domains+1]
 */
public record Partition(DeviceArray rows, long[] start) implements AutoCloseable {
  @Override
  public void close() {
    rows.close();
  }
}
