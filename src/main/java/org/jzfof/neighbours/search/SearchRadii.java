package org.jzfof.neighbours.search;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.config.search.RowShape;
import org.jzfof.neighbours.SmoothingCondition;
import org.jzfof.neighbours.files.BlockSize;

/**
 * Finds the radius of each query of a search: a given one, a stored one, the distance of a
 * neighbour, or a smoothing length that is iterated.
 *
 * @param method method of the searches for lengths that are iterated
 */
record SearchRadii(
    SearchRun run, NeighbourInput input, RowShape.Within shape, NeighbourMethod method) {

  /**
   * Finds the radii of the queries of this rank; every rank calls it.
   *
   * @param sources points that this rank has read; kept open by the caller
   * @param queries queries of this rank, or null if the queries are the points
   */
  RadiusReader.Result find(
      Communicator comm, NeighbourSearch.Sources sources, QuerySupply queries) {
    EvenShares shares = new EvenShares(input.queries().rows(), comm.size());
    RadiusReader reader = new RadiusReader(input, shape.radius(), shares, comm.rank());
    NeighbourDistances nearest =
        new NeighbourDistances(run.backend(), run.arrays(), sources, input.box());
    RadiusReader.Result result =
        run.clock().time("read radii", () -> reader.read(k -> nearest.of(queries, k)));
    return shape.radius() instanceof RadiusChoice.Iterated iterated
        ? iterate(
            iterated,
            sources,
            queries,
            shares.start(comm.rank()),
            result.radii().between(0, shares.count(comm.rank())))
        : result;
  }

  private RadiusReader.Result iterate(
      RadiusChoice.Iterated iterated,
      NeighbourSearch.Sources sources,
      QuerySupply queries,
      long first,
      double[] start) {
    SmoothingCondition condition =
        SmoothingCondition.of(
            SphSums.kernel(shape), input.box(), iterated.start().k(), iterated.tolerance());
    double[] lengths =
        new SmoothingIteration(
                run.backend(),
                run.arrays(),
                run.clock(),
                new SmoothingIteration.Problem(method, input.box(), condition),
                BlockSize.ofLists(run.arrays().comm(), 1, false))
            .of(sources, queries, start, query -> input.queries().describeRow(first + query));
    return new RadiusReader.Result(
        QueryRadii.of(lengths),
        "smoothing lengths with %s +- %s neighbours"
            .formatted(condition.neighbours(), condition.tolerance()));
  }
}
