package org.jzfof.config.search;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;
import org.jzfof.config.KnnOutput;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.QueryChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.error.UsageException;

/**
 * What {@code jzfof knn} was asked to do, validated.
 *
 * @param sources the particles among which neighbours are looked for
 * @param queries whose neighbours are wanted
 * @param k neighbours per query, 1 to {@link #MAX_K}
 * @param excludeSelf whether a particle is left out of its own neighbours
 * @param output where to write
 * @param values what to write
 * @param mortonOrder whether rows may come along a space-filling curve instead of in file order
 * @param method how to find neighbours
 * @param files number of files to write, at least 1
 * @param execution how it is carried out
 */
public record KnnOptions(
    ParticleChoice sources,
    QueryChoice queries,
    int k,
    boolean excludeSelf,
    KnnOutput output,
    Set<NeighbourValue> values,
    boolean mortonOrder,
    NeighbourMethod method,
    int files,
    Execution execution) {
  /** Most neighbours per query. */
  public static final int MAX_K = 4096;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public KnnOptions {
    requireNeighbours(k);
    method.require(NeighbourMethod.Search.NEAREST);
    requireNeighbours(method, excludeSelf ? k + 1 : k);
    if (values.isEmpty()) {
      throw new UsageException("--values is empty: name at least one, such as --values distance");
    }
    values = EnumSet.copyOf(values);
    if (k == 1 && values.contains(NeighbourValue.DENSITY)) {
      throw new UsageException(
          "-k is 1: a density needs at least 2 neighbours, the farthest of which has no weight");
    }
    queries = queries.orSources(sources);
    queries.requireOwn(excludeSelf, "--exclude-self", "");
    requireOrder(mortonOrder, queries == QueryChoice.SOURCES, "--queries and --query-types");
    RunOptions.requireFiles(files);
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
          "--method %s finds at most %d neighbours, the particle itself among them, and not %d: use tree, kdtree or grid"
              .formatted(method.optionName(), method.mostNeighbours(), searched));
    }
  }

  /**
   * @param others the options that let others ask
   * @throws UsageException unless rows can come in this order
   */
  public static void requireOrder(boolean morton, boolean self, String others) {
    if (morton && !self) {
      throw new UsageException(
          "--order morton is for neighbours of the particles themselves: leave it out with "
              + others);
    }
  }

  /** All options that the neighbours depend on, as text, but for the queries in a file. */
  public String resultOptions() {
    return OptionText.ofResult(this);
  }

  /** All options that the ranks of a search must have in common, as text. */
  public List<String> commonOptions() {
    return OptionText.ofAllRanks(this, queries);
  }

  /** Whether the queries are the sources themselves. */
  public boolean selfQuery() {
    return queries == QueryChoice.SOURCES;
  }

  /** The same on another computer. */
  public KnnOptions on(Computer other) {
    return new KnnOptions(
        sources,
        queries,
        k,
        excludeSelf,
        output,
        values,
        mortonOrder,
        method,
        files,
        execution.on(other));
  }
}
