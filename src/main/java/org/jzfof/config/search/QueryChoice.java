package org.jzfof.config.search;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * The queries, whose neighbours are wanted.
 *
 * @param file path of a snapshot or a file of positions, or null for the snapshot of the sources
 * @param types particle types, increasing and distinct; null where the user named none
 */
public record QueryChoice(Path file, int[] types) {
  /** The sources themselves. */
  public static final QueryChoice SOURCES = new QueryChoice(null, null);

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public QueryChoice {
    types = types == null ? null : ParticleChoice.validTypes("--query-types", types);
  }

  /** This choice, or {@link #SOURCES} if the queries are the sources. */
  public QueryChoice orSources(ParticleChoice sources) {
    return file == null && (types == null || Arrays.equals(types, sources.types()))
        ? SOURCES
        : this;
  }

  /**
   * @param given whether the user gave an option that requires the sources as queries
   * @param because rest of the message: the reason why the sources must be the queries
   * @throws UsageException if there is, and they are not
   */
  public void requireOwn(boolean given, String option, String because) {
    if (given && this != SOURCES) {
      throw new UsageException(
          option
              + " is for neighbours of the particles themselves"
              + because
              + ": leave it out with --queries and --query-types");
    }
  }
}
