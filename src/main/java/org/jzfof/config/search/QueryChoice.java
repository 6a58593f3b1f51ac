package org.jzfof.config.search;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * The queries of a neighbour search.
 *
 * @param file path of a snapshot or a file of positions, or null for the snapshot of the sources
 * @param types particle types, increasing and distinct; null if the user named none
 */
public record QueryChoice(Path file, int[] types) {
  /** The sources as queries. */
  public static final QueryChoice SOURCES = new QueryChoice(null, null);

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public QueryChoice {
    types = types == null ? null : ParticleChoice.validTypes("--query-types", types);
  }

  /** Returns {@link #SOURCES} if the queries are the sources, else this choice. */
  public QueryChoice orSources(ParticleChoice sources) {
    return file == null && (types == null || Arrays.equals(types, sources.types()))
        ? SOURCES
        : this;
  }

  /**
   * Requires that the queries are the sources if the user gives a certain option.
   *
   * @param given whether the user gives the option
   * @param option name of the option, for the message
   * @param because reason why the queries must be the sources, for the message
   * @throws UsageException if the option is given and the queries are not the sources
   */
  public void requireSources(boolean given, String option, String because) {
    if (given && this != SOURCES) {
      throw new UsageException(
          option
              + " is for neighbours of the particles themselves"
              + because
              + ": leave it out with --queries and --query-types");
    }
  }
}
