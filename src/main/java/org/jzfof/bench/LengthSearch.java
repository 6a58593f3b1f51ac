package org.jzfof.bench;

import org.jzfof.backend.Backend;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.SmoothingCondition;
import org.jzfof.neighbours.SphKernel;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.neighbours.search.SmoothingIteration;
import org.jzfof.progress.StageClock;

/** One search for the smoothing lengths of all particles, on a single rank. */
record LengthSearch(Backend backend, ArrayExchange arrays, ParticleSource source) {
  /** Finds the lengths [n] by the cubic spline; the clock starts with the points on the device. */
  double[] find(
      SearchMethod method,
      NeighbourBenchmark.Request.LengthRequest request,
      StageClock clock,
      BlockSize limits) {
    SmoothingCondition condition =
        SmoothingCondition.of(
            SphKernel.CUBIC, source.box(), request.neighbours(), request.tolerance());
    try (NeighbourSearch.Sources points =
        new NeighbourSearch.Sources(source.loadCoordinates(backend, arrays.comm()), 0)) {
      backend.memory().finish();
      return new SmoothingIteration(
              backend,
              arrays,
              clock,
              points,
              new SmoothingIteration.Problem(method, source.box(), condition),
              limits)
          .of(null, request.start(), query -> "particle " + query);
    }
  }
}
