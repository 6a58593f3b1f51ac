package org.jzfof.arrays;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.particles.PositionBounds;

/**
 * The box of positions.
 *
 * @param sides sides of a periodic box [3], 0 in a flat dimension; null for an open box, which is
 *     the bounding box of the positions
 */
public record ArrayBox(double[] sides) {
  /**
   * @throws UsageException if a side is negative or not finite, or all are 0
   */
  public ArrayBox {
    if (sides != null) {
      require(sides);
    }
  }

  private static void require(double... sides) {
    if (sides.length != 3) {
      throw new UsageException("--box has " + sides.length + " sides: give three as LX,LY,LZ");
    }
    for (double side : sides) {
      if (!(side >= 0) || Double.isInfinite(side)) {
        throw new UsageException("--box has a side of " + side + ": give finite sides above 0");
      }
    }
    if (Arrays.stream(sides).max().orElseThrow() == 0) {
      throw new UsageException("--box has no side above 0: give finite sides above 0");
    }
  }

  /** The box that holds positions; every rank calls it. */
  Box of(Communicator comm, PositionSource... positions) {
    return sides == null ? PositionBounds.of(comm, positions) : Box.periodic(sides);
  }
}
