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
 * What {@code jzfof neighbours} was asked to do, validated.
 *
 * @param sources the particles among which neighbours are looked for
 * @param queries whose neighbours are wanted
 * @param radius how far around each query
 * @param symmetric whether a source is a neighbour also where the query lies within its own radius
 * @param excludeSelf whether a particle is left out of its own neighbours
 * @param output where to write
 * @param values what to write
 * @param mortonOrder whether rows may come along a space-filling curve instead of in file order
 * @param kernel of SPH sums
 * @param method how to find neighbours
 * @param files number of files to write, at least 1
 * @param execution how it is carried out
 */
public record RadiusOptions(
    ParticleChoice sources,
    QueryChoice queries,
    RadiusChoice radius,
    boolean symmetric,
    boolean excludeSelf,
    KnnOutput output,
    Set<ListValue> values,
    boolean mortonOrder,
    KernelChoice kernel,
    NeighbourMethod method,
    int files,
    Execution execution) {

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public RadiusOptions {
    if (values.isEmpty()) {
      throw new UsageException("--values is empty: name at least one, such as --values index");
    }
    values = EnumSet.copyOf(values);
    queries = queries.orSources(sources);
    queries.requireOwn(excludeSelf, "--exclude-self", "");
    queries.requireOwn(symmetric, "--symmetric", ", which have radii");
    if (symmetric && values.stream().anyMatch(ListValue::isSum)) {
      throw new UsageException(
          "a density or dispersion is the sum over the radius of the query: leave --symmetric or"
              + " density and dispersion out");
    }
    method.require(NeighbourMethod.Search.RADIUS);
    if (symmetric) {
      method.require(NeighbourMethod.Search.SYMMETRIC);
    }
    KnnOptions.requireOrder(
        mortonOrder, queries == QueryChoice.SOURCES, "--queries and --query-types");
    RunOptions.requireFiles(files);
  }

  /** Whether the queries are the sources themselves. */
  public boolean selfQuery() {
    return queries == QueryChoice.SOURCES;
  }

  /** Whether the neighbours have to be found one by one, and not their numbers alone. */
  public boolean needsPairs() {
    return values.stream().anyMatch(value -> value != ListValue.COUNT);
  }

  /** All options that the neighbours depend on, as text, but for what stands in other files. */
  public String resultOptions() {
    return OptionText.ofResult(this);
  }

  /** All options that the ranks of a search must have in common, as text. */
  public List<String> commonOptions() {
    return OptionText.ofAllRanks(this, queries);
  }

  /** The same on another computer. */
  public RadiusOptions on(Computer other) {
    return new RadiusOptions(
        sources,
        queries,
        radius,
        symmetric,
        excludeSelf,
        output,
        values,
        mortonOrder,
        kernel,
        method,
        files,
        execution.on(other));
  }
}
