package org.jzfof.config.search;

import java.util.List;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * What {@code jzfof neighbours} was asked to do, validated.
 *
 * @param sources the particles among which neighbours are looked for
 * @param queries whose neighbours are wanted
 * @param radius how far around each query
 * @param symmetric whether a source is a neighbour also where the query lies within its own radius
 * @param content what to write
 * @param method how to find neighbours
 * @param output where to write
 * @param execution how the command is carried out
 */
public record RadiusOptions(
    ParticleChoice sources,
    SearchQueries queries,
    RadiusChoice radius,
    boolean symmetric,
    ListContent content,
    NeighbourMethod method,
    SearchOutput output,
    Execution execution)
    implements SearchOptions<RadiusOptions> {

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public RadiusOptions {
    queries = queries.among(sources);
    queries.require();
    queries.choice().requireOwn(symmetric, "--symmetric", ", which have radii");
    if (symmetric && content.hasSums()) {
      throw new UsageException(
          "a density or dispersion is the sum over the radius of the query: leave --symmetric or"
              + " density and dispersion out");
    }
    method.require(NeighbourMethod.Search.RADIUS);
    if (symmetric) {
      method.require(NeighbourMethod.Search.SYMMETRIC);
    }
  }

  /** Whether the neighbours have to be found one by one, and not their numbers alone. */
  public boolean needsPairs() {
    return content.values().stream().anyMatch(value -> value != ListValue.COUNT);
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
  public RadiusOptions on(Computer other) {
    return new RadiusOptions(
        sources, queries, radius, symmetric, content, method, output, execution.on(other));
  }
}
