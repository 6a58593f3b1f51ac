package org.jzfof.config.search;

import java.util.List;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * Options of {@code jzfof knn} and {@code jzfof neighbours}, validated.
 *
 * @param shape selection of the neighbours of a query, and the values to write
 * @param indexType type of the rows of neighbours in the files
 */
public record NeighbourOptions(
    ParticleChoice sources,
    SearchQueries queries,
    RowShape shape,
    SearchMethod method,
    IndexType indexType,
    SearchOutput output,
    Execution execution)
    implements SearchOptions<NeighbourOptions> {
  /** Maximum number of neighbours per query in a search for the k nearest. */
  public static final int MAX_K = 4096;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public NeighbourOptions {
    if (shape instanceof RowShape.Nearest nearest) {
      requireNearest(nearest, queries, method);
    }
    queries = queries.normalised(sources);
    queries.require();
    if (shape instanceof RowShape.Within within) {
      requireWithin(within, queries, method);
    }
  }

  private static void requireNearest(
      RowShape.Nearest nearest, SearchQueries queries, SearchMethod method) {
    int k = nearest.k();
    requireNeighbours(k);
    method.kind().require(NeighbourMethod.Search.NEAREST);
    requireNeighbours(method, queries.excludeSelf() ? k + 1 : k);
    if (nearest.values().isEmpty()) {
      throw new UsageException("--values is empty: name at least one, such as --values distance");
    }
    if (k == 1 && nearest.has(NeighbourValue.DENSITY)) {
      throw new UsageException(
          "-k is 1: a density needs at least 2 neighbours, the farthest of which has no weight");
    }
  }

  private static void requireWithin(
      RowShape.Within within, SearchQueries queries, SearchMethod method) {
    queries.choice().requireSources(within.symmetric(), "--symmetric", ", which have radii");
    if (within.symmetric() && within.hasSums()) {
      throw new UsageException(
          "a density or dispersion is the sum over the radius of the query: leave --symmetric or"
              + " density and dispersion out");
    }
    if (within.has(NeighbourValue.SMOOTHING) && !within.radius().isSmoothing()) {
      throw new UsageException(
          "--values smoothing writes smoothing lengths: give --smoothing, or leave it out");
    }
    method.kind().require(NeighbourMethod.Search.RADIUS);
    if (within.symmetric()) {
      method.kind().require(NeighbourMethod.Search.SYMMETRIC);
    }
  }

  /**
   * @throws UsageException if k is below 1 or above {@link #MAX_K}
   */
  public static void requireNeighbours(int k) {
    if (k < 1 || k > MAX_K) {
      throw new UsageException("-k is " + k + ": give 1 to " + MAX_K);
    }
  }

  /**
   * @param searched number of neighbours to find, the particle itself included
   * @throws UsageException if the method finds fewer neighbours
   */
  public static void requireNeighbours(SearchMethod method, int searched) {
    if (searched > method.kind().maximumNeighbours()) {
      throw new UsageException(
          "--method %s finds at most %d neighbours, the particle itself included, but %d are needed: use tree, kdtree or grid"
              .formatted(method.optionName(), method.kind().maximumNeighbours(), searched));
    }
  }

  /** All options that change the neighbours, as text, without the contents of input files. */
  public String resultOptions() {
    return OptionText.ofResult(this);
  }

  @Override
  public List<String> commonOptions() {
    return OptionText.ofAllRanks(this, queries.choice().file() != null);
  }

  @Override
  public NeighbourOptions withComputer(Computer other) {
    return new NeighbourOptions(
        sources, queries, shape, method, indexType, output, execution.withComputer(other));
  }
}
