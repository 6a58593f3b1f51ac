package org.jzfof.config.search;

import java.util.List;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;
import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * Options of {@code jzfof cluster}, validated.
 *
 * @param eps radius around each particle, in the length unit of the snapshot
 * @param minPoints minimum number of particles within eps of a core point, itself included
 */
public record ClusterOptions(
    ParticleChoice sources,
    double eps,
    int minPoints,
    boolean ids,
    SearchOutput output,
    Execution execution)
    implements SearchOptions<ClusterOptions> {
  /** Limit that keeps the lists of neighbours of particles other than core points in memory. */
  private static final int MAX_POINTS = 100_000_000;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public ClusterOptions {
    if (!(eps > 0) || Double.isInfinite(eps)) {
      throw new UsageException(
          "--eps is %s: give a finite length above 0, in the unit of the snapshot".formatted(eps));
    }
    if (minPoints < 1 || minPoints > MAX_POINTS) {
      throw new UsageException("--min-points is %d: give 1 to %d".formatted(minPoints, MAX_POINTS));
    }
  }

  /** All options that change the clusters, as text. */
  public String resultOptions() {
    return "cluster " + OptionText.ofResult(this);
  }

  @Override
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }

  @Override
  public ClusterOptions withComputer(Computer other) {
    return new ClusterOptions(sources, eps, minPoints, ids, output, execution.withComputer(other));
  }
}
