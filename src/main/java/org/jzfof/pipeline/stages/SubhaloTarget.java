package org.jzfof.pipeline.stages;

import java.util.List;
import java.util.Locale;
import org.jzfof.centres.Softening;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.subhalo.SubhaloPhysics;

/**
 * Subhaloes to look for in a snapshot.
 *
 * @param options as asked for, with the softening as used
 * @param physics in units of the snapshot
 * @param toPeculiar factor from stored to peculiar velocities
 * @param toPhysical factor from stored to physical thermal energies
 * @param atOnce members of other ranks that a rank gets at a time; 0 for as many as are best
 */
public record SubhaloTarget(
    SubhaloOptions options,
    SubhaloPhysics physics,
    double toPeculiar,
    double toPhysical,
    long atOnce) {
  /**
   * Reads the background cosmology and the softening of a snapshot.
   *
   * @param softening as asked for; NaN for that of the snapshot
   * @param space that the groups are searched in
   * @param linked type of linked particles
   * @param separation mean separation of these
   * @param warnings receives what is assumed
   * @throws SnapshotException if the snapshot does not say what is needed
   */
  public static SubhaloTarget of(
      SubhaloOptions options,
      double softening,
      SnapshotHeader header,
      SearchSpace space,
      int linked,
      double separation,
      List<String> warnings) {
    double gravity = Cosmology.gravity(header.units());
    double flow = header.comoving() ? header.expansion().flow() : 0;
    if (!(gravity > 0) || Double.isInfinite(gravity)) {
      throw new SnapshotException(
          "--subhaloes needs the units of the snapshot for the gravitational constant: this one lacks them; leave --subhaloes out");
    }
    if (header.comoving()) {
      header
          .expansion()
          .obstacle()
          .ifPresent(
              why -> {
                throw new SnapshotException(
                    "--subhaloes needs the expansion rate of the universe, but %s: give what is missing, or leave --subhaloes out"
                        .formatted(why));
              });
    }
    if (space.condensed()) {
      throw new SnapshotException(
          "--subhaloes measures distances across the box, but distant particles make its coordinates coarse, so that empty regions are cut out: remove the distant particles, or leave --subhaloes out");
    }
    double used =
        SofteningChoice.of(
            softening,
            space.map().largestCell(),
            header,
            linked,
            separation,
            "subhaloes",
            warnings);
    return new SubhaloTarget(
        options.with(used),
        new SubhaloPhysics(
            Softening.plummer(used),
            gravity / header.scaleFactor(),
            flow,
            header.scaleFactor(),
            false),
        header.velocityToPeculiar(),
        1,
        0);
  }

  /** The same with a factor from stored to physical thermal energies. */
  public SubhaloTarget withThermal(double factor) {
    return new SubhaloTarget(options, physics, toPeculiar, factor, atOnce);
  }

  /** For a report. */
  public String description() {
    return String.format(
        Locale.ROOT,
        "of at least 20 particles, by densities of %d neighbours, softening %.4g",
        options.densityNeighbours(),
        options.softening());
  }
}
