package org.jzfof.config.search;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;
import org.jzfof.config.HeaderChoice;
import org.jzfof.config.OptionText;
import org.jzfof.config.Overdensity;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.SphereOptions;
import org.jzfof.error.UsageException;

/**
 * Options of {@code jzfof so}, validated.
 *
 * @param catalogue catalogue whose groups give the centres, or a table of centres
 * @param types particle types that count, increasing; null for all types present
 * @param linked linked particle types of the groups; null for those of the catalogue, or 1 for a
 *     table of centres
 * @param spheres spheres around each centre, at least one
 */
public record SphereFileOptions(
    Path catalogue,
    Path snapshot,
    int[] types,
    int[] linked,
    HeaderChoice headers,
    SphereOptions spheres,
    ProfileBins profiles,
    SearchOutput output,
    Execution execution)
    implements SearchOptions<SphereFileOptions> {
  /** The limit whose radius is the unit of radii in profiles. */
  public static final Overdensity PROFILE_LIMIT = Overdensity.of("--so", "200c");

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public SphereFileOptions {
    types = types == null ? null : ParticleChoice.validTypes("--types", types);
    linked = linked == null ? null : ParticleChoice.validTypes("--linked-types", linked);
    if (!spheres.enabled()) {
      throw new UsageException("--so is none: name at least one limit, such as 200c");
    }
    if (profiles != null && !spheres.limits().contains(PROFILE_LIMIT)) {
      throw new UsageException(
          "--profiles has radii in units of R200c, but --so has no 200c: add 200c to --so");
    }
  }

  /** All options that change the result, as text. */
  public String resultOptions() {
    return OptionText.ofResult(this);
  }

  @Override
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }

  @Override
  public SphereFileOptions withComputer(Computer other) {
    return new SphereFileOptions(
        catalogue,
        snapshot,
        types,
        linked,
        headers,
        spheres,
        profiles,
        output,
        execution.withComputer(other));
  }
}
