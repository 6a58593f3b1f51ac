package org.jzfof.tree;

import org.jzfof.device.DeviceArray;

/**
 * Pairs of nodes of one level whose points are not decided yet, each unordered pair once.
 *
 * @param pairs I32 [2·count]: receiving node and source node (not smaller), in the order of the
 *     parents of the receiving nodes
 */
public record InteractionList(long count, DeviceArray pairs) implements AutoCloseable {
  @Override
  public void close() {
    pairs.close();
  }
}
