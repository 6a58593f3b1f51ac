package org.jzfof.config.catalogues;

import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * How consecutive catalogues are linked, validated.
 *
 * @param skip maximum number of missing snapshots between two linked catalogues
 * @param types particle types of the members that count, increasing; empty for all
 */
public record LinkRule(LinkBy by, int skip, int[] types) implements OptionText.Inlined {
  /**
   * @param option name of the option with the types, for messages
   * @param types particle types in any order; null or empty for all
   * @throws UsageException naming the value at fault and what to give instead
   */
  public static LinkRule of(LinkBy by, int skip, String option, int[] types) {
    if (skip < 0) {
      throw new UsageException(
          "--skip is " + skip + ": give the number of missing snapshots to bridge, such as 1");
    }
    return new LinkRule(
        by, skip, types == null ? new int[0] : ParticleChoice.validTypes(option, types));
  }

  /** All options that change the result, as text. */
  String result() {
    return "by=" + by + ", skip=" + skip + (types.length == 0 ? "" : ", types=" + typeNames());
  }

  /** The options of {@code jzfof link}, as words that follow the names of the catalogues. */
  public String words() {
    return (skip > 0 ? " --skip " + skip : "")
        + (types.length == 0 ? "" : " --types " + typeNames());
  }

  /** The types, such as 1,4. */
  public String typeNames() {
    return ParticleChoice.names(types);
  }
}
