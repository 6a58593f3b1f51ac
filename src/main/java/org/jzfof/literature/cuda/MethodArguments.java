package org.jzfof.literature.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.Neighbours;

/** Structures of {@code nearest.cuh} as kernel arguments. */
final class MethodArguments {
  private MethodArguments() {}

  /** The structure {@code Slack}. */
  static double[] slack(DistinctPoints positions) {
    double[] slack = positions.slack();
    return new double[] {slack[0], slack[1], slack[2], DistinctPoints.ROUNDING};
  }

  /** The structure {@code MethodQueries}. */
  static long[] queries(MethodQueries queries) {
    DeviceArray centres = queries.centres().xyz();
    return new long[] {
      address(centres),
      centres.type() == ElementType.F64 ? 1 : 0,
      address(queries.order()),
      queries.searchRadius() == null ? 0 : address(queries.searchRadius())
    };
  }

  /** The structure {@code Answers}. */
  static long[] answers(MethodQueries queries, Neighbours found) {
    return new long[] {
      address(found.row()),
      address(found.distance()),
      found.distance().type() == ElementType.F64 ? 1 : 0,
      found.k(),
      queries.byCurve() ? 1 : 0
    };
  }
}
