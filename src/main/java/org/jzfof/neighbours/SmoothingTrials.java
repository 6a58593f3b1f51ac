package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/**
 * The state of searches for the smoothing lengths of m queries. The effective number of neighbours
 * grows with the length, so that each trial narrows a bracket. The creator closes the arrays.
 *
 * @param length F64 [m] next length to try, or the length that meets the condition
 * @param lower F64 [m] largest length known to be too small, or 0
 * @param upper F64 [m] smallest length known to be too large, or infinite
 * @param count I32 [m] number of trials so far; {@link #MET} or {@link #CROWDED} at the end
 */
public record SmoothingTrials(
    DeviceArray length, DeviceArray lower, DeviceArray upper, DeviceArray count) {
  /** Number of trials after which a search gives up. */
  public static final int LIMIT = 200;

  /** Number of trials by the method of Newton, before the bracket is only halved. */
  public static final int NEWTON = 20;

  /** Largest factor from a length that is too small to the next one, 2^(1/3) as in Gadget. */
  public static final double GROWTH = 1.26;

  /** End of a search whose length meets the condition. */
  public static final int MET = -1;

  /** End of a search at a query where points at distance 0 alone count for too many neighbours. */
  public static final int CROWDED = -2;
}
