package org.jzfof.config.search;

import java.util.List;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * What {@code jzfof knn} or {@code jzfof neighbours} was asked to do, validated.
 *
 * @param sources particles that can be neighbours
 * @param queries particles or positions whose neighbours are searched
 * @param shape selection of the neighbours of a query, and the values to write
 */
public record NeighbourOptions(
    ParticleChoice sources,
    SearchQueries queries,
    RowShape shape,
    NeighbourMethod method,
    SearchOutput output,
    Execution execution)
    implements SearchOptions<NeighbourOptions> {
  /** Most neighbours per query, where their number is given. */
  public static final int MAX_K = 4096;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public NeighbourOptions {
    if (shape instanceof RowShape.Nearest nearest) {
      requireNearest(nearest, queries, method);
    }
    queries = queries.among(sources);
    queries.require();
    if (shape instanceof RowShape.Within within) {
      requireWithin(within, queries, method);
    }
  }

  private static void requireNearest(
      RowShape.Nearest nearest, SearchQueries queries, NeighbourMethod method) {
    int k = nearest.k();
    requireNeighbours(k);
    method.require(NeighbourMethod.Search.NEAREST);
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
      RowShape.Within within, SearchQueries queries, NeighbourMethod method) {
    queries.choice().requireOwn(within.symmetric(), "--symmetric", ", which have radii");
    if (within.symmetric() && within.hasSums()) {
      throw new UsageException(
          "a density or dispersion is the sum over the radius of the query: leave --symmetric or"
              + " density and dispersion out");
    }
    method.require(NeighbourMethod.Search.RADIUS);
    if (within.symmetric()) {
      method.require(NeighbourMethod.Search.SYMMETRIC);
    }
  }

  /**
   * @throws UsageException unless so many neighbours can be found
   */
  public static void requireNeighbours(int k) {
    if (k < 1 || k > MAX_K) {
      throw new UsageException("-k is " + k + ": give 1 to " + MAX_K);
    }
  }

  /**
   * @param searched number of neighbours to find, the particle itself included
   * @throws UsageException if a method does not find so many
   */
  public static void requireNeighbours(NeighbourMethod method, int searched) {
    if (searched > method.mostNeighbours()) {
      throw new UsageException(
          "--method %s finds at most %d neighbours, the particle itself included, but %d are needed: use tree, kdtree or grid"
              .formatted(method.optionName(), method.mostNeighbours(), searched));
    }
  }

  /** All options that the neighbours depend on, as text, but for what stands in other files. */
  public String resultOptions() {
    return OptionText.ofResult(this);
  }

  @Override
  public List<String> commonOptions() {
    return OptionText.ofAllRanks(this, queries.choice().file() != null);
  }

  @Override
  public NeighbourOptions on(Computer other) {
    return new NeighbourOptions(sources, queries, shape, method, output, execution.on(other));
  }
}
