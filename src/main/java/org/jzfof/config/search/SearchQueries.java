package org.jzfof.config.search;

import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * The queries of a neighbour search, with the options that depend on them.
 *
 * @param excludeSelf whether the neighbours of a particle exclude the particle itself
 * @param mortonOrder whether rows may follow a space-filling curve instead of the order of the file
 */
public record SearchQueries(QueryChoice choice, boolean excludeSelf, boolean mortonOrder) {

  /** The same queries, with {@link QueryChoice#SOURCES} if they are the sources. */
  SearchQueries normalised(ParticleChoice sources) {
    return new SearchQueries(choice.orSources(sources), excludeSelf, mortonOrder);
  }

  /**
   * @throws UsageException if an option requires that the queries are the sources, and they are not
   */
  void require() {
    choice.requireSources(excludeSelf, "--exclude-self", "");
    requireOrder(mortonOrder, areSources(), "--queries and --query-types");
  }

  /**
   * @param morton whether the user requests the order of a space-filling curve
   * @param self whether the queries are the sources
   * @param others names of the options that select other queries, for the message
   * @throws UsageException if the order is requested and the queries are not the sources
   */
  public static void requireOrder(boolean morton, boolean self, String others) {
    if (morton && !self) {
      throw new UsageException(
          "--order morton is for neighbours of the particles themselves: leave it out with "
              + others);
    }
  }

  /** Whether the queries are the sources. */
  public boolean areSources() {
    return choice == QueryChoice.SOURCES;
  }
}
