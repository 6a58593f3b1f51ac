package org.jzfof.config.search;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * What {@code jzfof knn} was asked to do, validated.
 *
 * @param sources the particles among which neighbours are looked for
 * @param queries whose neighbours are wanted
 * @param k neighbours per query, 1 to {@link #MAX_K}
 * @param values what to write
 * @param method how to find neighbours
 * @param output where to write
 * @param execution how the command is carried out
 */
public record KnnOptions(
    ParticleChoice sources,
    SearchQueries queries,
    int k,
    Set<NeighbourValue> values,
    NeighbourMethod method,
    SearchOutput output,
    Execution execution)
    implements SearchOptions<KnnOptions> {
  /** Most neighbours per query. */
  public static final int MAX_K = 4096;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public KnnOptions {
    requireNeighbours(k);
    method.require(NeighbourMethod.Search.NEAREST);
    requireNeighbours(method, queries.excludeSelf() ? k + 1 : k);
    if (values.isEmpty()) {
      throw new UsageException("--values is empty: name at least one, such as --values distance");
    }
    values = EnumSet.copyOf(values);
    if (k == 1 && values.contains(NeighbourValue.DENSITY)) {
      throw new UsageException(
          "-k is 1: a density needs at least 2 neighbours, the farthest of which has no weight");
    }
    queries = queries.among(sources);
    queries.require();
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
   * @param searched neighbours that are looked for, with the particle itself
   * @throws UsageException if a method does not find so many
   */
  public static void requireNeighbours(NeighbourMethod method, int searched) {
    if (searched > method.mostNeighbours()) {
      throw new UsageException(
          "--method %s finds at most %d neighbours, the particle itself included, but %d are needed: use tree, kdtree or grid"
              .formatted(method.optionName(), method.mostNeighbours(), searched));
    }
  }

  /** All options that the neighbours depend on, as text, but for the queries in a file. */
  public String resultOptions() {
    return OptionText.ofResult(this);
  }

  @Override
  public List<String> commonOptions() {
    return OptionText.ofAllRanks(this, queries.choice().file() != null);
  }

  @Override
  public KnnOptions on(Computer other) {
    return new KnnOptions(sources, queries, k, values, method, output, execution.on(other));
  }
}
