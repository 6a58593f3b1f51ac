package org.jzfof.cli.common;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.error.UsageException;
import picocli.CommandLine.Option;

/** Options of a run on the particles of a light cone. */
@Heading(Heading.SNAPSHOT)
public final class LightconeOptions {
  @Option(
      names = "--lightcone",
      description =
          "The files are those of one light cone, in which each particle has a scale factor of its"
              + " own; a folder stands for all its files. Positions are comoving, from the observer.")
  private boolean lightcone;

  @Option(
      names = "--scale-factors",
      paramLabel = "NAME",
      description =
          "With --lightcone, dataset with the scale factor of each particle (default: Ascale, as in"
              + " Gadget-4, or ExpansionFactors, as in SWIFT).")
  private String scaleFactors;

  @Option(
      names = "--nside",
      paramLabel = "N",
      description =
          "With --lightcone, resolution of the HEALPix pixels of groups, a power of two (default:"
              + " 256).")
  private Integer nside;

  @Option(
      names = "--slices",
      paramLabel = "N",
      description =
          "With --lightcone, number of slices of distance that are searched one after another, for"
              + " less memory (default: as many as memory needs).")
  private Integer slices;

  @Option(
      names = "--overlap",
      paramLabel = "L",
      description =
          "With --lightcone, distance before and behind a slice that is read with it, in the length"
              + " unit of the files (default: 30 Mpc/h).")
  private Double overlap;

  /**
   * Returns the light cone of some files and folders; empty for a snapshot.
   *
   * @throws UsageException if an option of light cones is given without one, or has a wrong value
   */
  public Optional<Lightcone> lightcone(List<Path> paths) {
    if (!lightcone) {
      refuse("--scale-factors", scaleFactors);
      refuse("--nside", nside);
      refuse("--slices", slices);
      refuse("--overlap", overlap);
    }
    return lightcone
        ? Optional.of(
            new Lightcone(
                paths,
                Optional.ofNullable(scaleFactors),
                nside == null ? Lightcone.DEFAULT_NSIDE : nside,
                Optional.ofNullable(slices),
                Optional.ofNullable(overlap)))
        : Optional.empty();
  }

  private static void refuse(String option, Object value) {
    if (value != null) {
      throw new UsageException("%s is an option of light cones: add --lightcone".formatted(option));
    }
  }

  /** Returns whether the files are those of a light cone. */
  public boolean given() {
    return lightcone;
  }
}
