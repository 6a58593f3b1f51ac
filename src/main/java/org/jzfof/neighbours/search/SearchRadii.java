package org.jzfof.neighbours.search;

import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.neighbours.SmoothingCondition;
import org.jzfof.neighbours.files.BlockSize;

/**
 * Finds the radius of each query of a search: a given one, a stored one, the distance of a
 * neighbour, or a smoothing length that is iterated.
 *
 * @param method method of the searches for lengths that are iterated
 */
record SearchRadii(
    SearchRun run, NeighbourInput input, RowShape.Within shape, SearchMethod method) {

  /**
   * Finds the radii of the queries of this rank; every rank calls it.
   *
   * @param sources points that this rank has read; kept open by the caller
   * @param queries queries of this rank, or null if the queries are the points
   */
  RadiusReader.Result find(
      Communicator comm, NeighbourSearch.Sources sources, QuerySupply queries) {
    EvenShares shares = new EvenShares(input.queries().rows(), comm.size());
    long first = shares.start(comm.rank());
    RadiusReader reader = new RadiusReader(input, shape.radius(), shares, comm.rank());
    NeighbourDistances nearest =
        new NeighbourDistances(run.backend(), run.arrays(), sources, input.box());
    if (!(shape.radius() instanceof RadiusChoice.Iterated iterated)) {
      return read(() -> reader.read(k -> nearest.of(queries, k)));
    }
    SmoothingIteration iteration = iteration(iterated, sources);
    LongFunction<String> describe = query -> input.queries().describeRow(first + query);
    double[] lengths;
    if (RadiusReader.nearest(input, iterated).isPresent()) {
      lengths = iteration.ofNearest(queries, describe);
    } else {
      QueryRadii start = read(() -> reader.read(k -> nearest.of(queries, k))).radii();
      lengths = iteration.of(queries, start.between(0, shares.count(comm.rank())), describe);
    }
    return new RadiusReader.Result(
        QueryRadii.of(lengths),
        "smoothing lengths with %d +- %s neighbours"
            .formatted(iterated.start().k(), iterated.tolerance()));
  }

  private RadiusReader.Result read(Supplier<RadiusReader.Result> reading) {
    return run.clock().time("read radii", reading);
  }

  private SmoothingIteration iteration(
      RadiusChoice.Iterated iterated, NeighbourSearch.Sources sources) {
    SmoothingCondition condition =
        SmoothingCondition.of(
            SphSums.kernel(shape), input.box(), iterated.start().k(), iterated.tolerance());
    return new SmoothingIteration(
        run.backend(),
        run.arrays(),
        run.clock(),
        sources,
        new SmoothingIteration.Problem(method, input.box(), condition),
        BlockSize.ofLists(run.arrays().comm(), 1, false));
  }
}
