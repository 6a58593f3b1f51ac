package org.jzfof.config.search;

import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * The queries of a search for neighbours, validated.
 *
 * @param choice particles whose neighbours are searched
 * @param excludeSelf whether a particle is left out of its own neighbours
 * @param mortonOrder whether rows may follow a space-filling curve instead of the order of the file
 */
public record SearchQueries(QueryChoice choice, boolean excludeSelf, boolean mortonOrder) {

  /** The same queries, known to be the sources where they are. */
  SearchQueries among(ParticleChoice sources) {
    return new SearchQueries(choice.orSources(sources), excludeSelf, mortonOrder);
  }

  /**
   * @throws UsageException if an option needs queries that are the sources, and they are not
   */
  void require() {
    choice.requireOwn(excludeSelf, "--exclude-self", "");
    requireOrder(mortonOrder, areSources(), "--queries and --query-types");
  }

  /**
   * @param others names of the options that select other queries
   * @throws UsageException unless rows can come in this order
   */
  public static void requireOrder(boolean morton, boolean self, String others) {
    if (morton && !self) {
      throw new UsageException(
          "--order morton is for neighbours of the particles themselves: leave it out with "
              + others);
    }
  }

  /** Whether the queries are the sources themselves. */
  public boolean areSources() {
    return choice == QueryChoice.SOURCES;
  }
}
