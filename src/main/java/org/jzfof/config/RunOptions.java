package org.jzfof.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jzfof.error.UsageException;

/**
 * Options of {@code jzfof run}, validated.
 *
 * @param outputDir folder that receives the folder groups_NNN
 */
public record RunOptions(
    GroupDefinition groups,
    Path outputDir,
    SphereOptions spheres,
    SubhaloOptions subhaloes,
    boolean ids,
    OutputOptions output,
    Execution execution) {

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public RunOptions {
    requirePossible(subhaloes, spheres, ids);
    if (groups.particles().headers().lightcone().isPresent()) {
      requirePossibleOnLightcone(groups, output);
      refuse(
          output.format() == CatalogueFormat.YT && subhaloes.wanted(),
          "--format yt has one scale factor for the radii of all --subhaloes, and is");
      requirePossibleInSlices(groups, obstacleToSlices(spheres, subhaloes));
    }
    if (output.format() == CatalogueFormat.LIGHTCONE) {
      requirePossibleAsHaloLightcone(groups, subhaloes);
    }
    for (GroupNumbering column : output.groupColumns()) {
      if (column.ofSubhaloes() && !subhaloes.wanted()) {
        throw new UsageException(
            "--group-column is %s, but no subhaloes are looked for: add --subhaloes"
                .formatted(column));
      }
    }
  }

  /** A run without spheres and subhaloes. */
  public RunOptions(
      GroupDefinition groups,
      Path outputDir,
      boolean ids,
      OutputOptions output,
      Execution execution) {
    this(groups, outputDir, SphereOptions.NONE, SubhaloOptions.NONE, ids, output, execution);
  }

  private static void requirePossible(
      SubhaloOptions subhaloes, SphereOptions spheres, boolean ids) {
    if (subhaloes.wanted() && !ids) {
      throw new UsageException(
          "--subhaloes needs the IDs of particles, which break ties: leave --no-ids out");
    }
    if (subhaloes.wanted() && spheres.enabled() && spheres.centre() != Centre.POTENTIAL) {
      throw new UsageException(
          "--centre is %s, but with --subhaloes the centre of a group is that of its first subhalo: leave --centre out"
              .formatted(spheres.centre().name().toLowerCase(Locale.ROOT)));
    }
  }

  private static void requirePossibleAsHaloLightcone(
      GroupDefinition groups, SubhaloOptions subhaloes) {
    if (groups.particles().headers().lightcone().isEmpty()) {
      throw new UsageException(
          "--format lightcone has the groups of a light cone: add --lightcone, or give another format");
    }
    if (subhaloes.wanted()) {
      throw new UsageException(
          "--format lightcone has a row for each group and none for --subhaloes: give another format");
    }
  }

  /** What needs one scale factor for all particles is refused, not measured with a wrong one. */
  private static void requirePossibleOnLightcone(GroupDefinition groups, OutputOptions output) {
    if (groups.linkingLength().relative()
        && groups.linkingLength().by() == LinkingLength.SeparationBy.NUMBER) {
      throw new UsageException(
          "--linking-length-from is number, but the particles of a light cone fill no box: give mass, or leave it out");
    }
    refuse(output.reorder(), "--reorder is");
    refuse(
        !output.format().isPossibleOnLightcone(),
        "--format %s has one scale factor for all groups, and is"
            .formatted(output.format().name().toLowerCase(Locale.ROOT)));
  }

  private static void requirePossibleInSlices(GroupDefinition groups, Optional<String> obstacle) {
    Optional<Integer> slices =
        groups.particles().headers().lightcone().flatMap(HeaderChoice.Lightcone::slices);
    if (slices.orElse(1) > 1 && obstacle.isPresent()) {
      throw new UsageException(
          "--slices is %d, but %s: leave one of both out".formatted(slices.get(), obstacle.get()));
    }
  }

  private static void refuse(boolean wanted, String what) {
    if (wanted) {
      throw new UsageException(
          what
              + " not possible with --lightcone, whose groups have scale factors of their own: leave it out");
    }
  }

  /**
   * @throws UsageException if the number of output files is below 1
   */
  public static void requireFiles(int files) {
    if (files < 1) {
      throw new UsageException("--files is " + files + ": give at least 1 (default 1)");
    }
  }

  /**
   * All options that change the groups, as text. The texts of runs that find the same groups in the
   * same snapshot are equal, independent of their output files. Trust in headers is left out: it
   * only decides whether a run gives a result.
   */
  public String resultOptions() {
    return OptionText.of(
        this,
        Set.of(
            "snapshot",
            "paths",
            "slices",
            "overlap",
            "trustHeaders",
            "outputDir",
            "output",
            "execution"));
  }

  /** Why the groups of a light cone cannot be found slice by slice; empty if they can. */
  public Optional<String> obstacleToSlices() {
    return obstacleToSlices(spheres, subhaloes);
  }

  private static Optional<String> obstacleToSlices(
      SphereOptions spheres, SubhaloOptions subhaloes) {
    if (subhaloes.wanted()) {
      return Optional.of("--subhaloes finds those of all groups at once");
    }
    if (spheres.flags()) {
      return Optional.of("--so-flags compares with a crossing that may be anywhere");
    }
    return spheres.enabled() && spheres.crossing() == Crossing.SOAP
        ? Optional.of("--so-crossing soap looks for the next particle, however far it is")
        : Optional.empty();
  }

  /** All options that must be equal on all ranks, one text per option. */
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }

  /** The same options with other hardware. */
  public RunOptions withComputer(Computer other) {
    return new RunOptions(
        groups, outputDir, spheres, subhaloes, ids, output, execution.withComputer(other));
  }
}
