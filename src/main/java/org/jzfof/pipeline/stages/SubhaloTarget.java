package org.jzfof.pipeline.stages;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.centres.Softening;
import org.jzfof.config.SphereOptions;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.config.SubhaloOptions.Aperture;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.Units;
import org.jzfof.subhalo.SubhaloPhysics;

/**
 * The subhaloes to find in a snapshot.
 *
 * @param options options of the user, with the softening as used
 * @param physics constants in units of the snapshot at the time of a group, of its scale factor
 * @param toPeculiar factor from stored to peculiar velocities
 * @param toPhysical factor from stored to physical thermal energies
 * @param inApertures particle types whose masses are measured inside apertures
 * @param atOnce maximum number of members of other ranks that a rank receives at a time; 0 for the
 *     fastest number
 */
public record SubhaloTarget(
    SubhaloOptions options,
    DoubleFunction<SubhaloPhysics> physics,
    double toPeculiar,
    double toPhysical,
    int[] inApertures,
    long atOnce) {
  /**
   * Creates the target from options, the background cosmology and the softening of a snapshot.
   *
   * @param spheres options with the requested softening, and the types that count
   * @param linked type of the linked particles
   * @param warnings list that receives the assumptions
   * @throws SnapshotException if the snapshot lacks required data
   */
  public static SubhaloTarget of(
      SubhaloOptions options,
      SphereOptions spheres,
      SnapshotHeader header,
      SearchSpace space,
      int linked,
      double separation,
      List<String> warnings) {
    double gravity = Cosmology.gravity(header.units());
    if (!(gravity > 0) || Double.isInfinite(gravity)) {
      throw new SnapshotException(
          "--subhaloes needs the units of the snapshot for the gravitational constant: this one lacks them; leave --subhaloes out");
    }
    if (header.comoving()) {
      header
          .expansionOf(Double.NaN)
          .obstacle()
          .ifPresent(
              why -> {
                throw new SnapshotException(
                    "--subhaloes needs the expansion rate of the universe, but %s: give what is missing, or leave --subhaloes out"
                        .formatted(why));
              });
    }
    if (space.isCondensed()) {
      throw new SnapshotException(
          "--subhaloes measures distances across the box, but distant particles make its coordinates coarse, so that empty regions are cut out: remove the distant particles, or leave --subhaloes out");
    }
    DoubleUnaryOperator softening =
        SofteningChoice.of(
            spheres.softening(),
            space.map().largestCell(),
            header,
            linked,
            separation,
            "subhaloes",
            warnings);
    return new SubhaloTarget(
        options.withSoftening(softening.applyAsDouble(Double.NaN)),
        header.ofGroups(
            then -> {
              double a = then.epoch().scaleFactor();
              return new SubhaloPhysics(
                  Softening.plummer(softening.applyAsDouble(a)),
                  gravity / a,
                  header.comoving() ? then.flow() : 0,
                  a,
                  false,
                  radii(options.apertures(), header, a));
            }),
        header.velocityToPeculiar(),
        1,
        IntStream.range(0, header.types())
            .filter(t -> header.counts()[t] > 0 && spheres.counts(t))
            .toArray(),
        0);
  }

  /** Returns the comoving radii, in the length unit of the snapshot. */
  private static List<Double> radii(
      List<Aperture> apertures, SnapshotHeader header, double scaleFactor) {
    Units units = header.units();
    double h = units.perHubble() ? header.cosmology().hubble() : 1;
    if (!apertures.isEmpty() && !(h > 0)) {
      throw new SnapshotException(
          "--apertures are in kpc, but the unit of length of the snapshot has a factor 1/h, and its Hubble parameter is %s: give --hubble, or leave --apertures out"
              .formatted(h));
    }
    double perKpc = Units.MPC.lengthCm() / 1e3 / units.lengthCm() * h / scaleFactor;
    return apertures.stream().map(aperture -> aperture.kpc() * perKpc).toList();
  }

  /** Returns the same target with a factor from stored to physical thermal energies. */
  public SubhaloTarget withThermal(double factor) {
    return new SubhaloTarget(options, physics, toPeculiar, factor, inApertures, atOnce);
  }

  /** Describes the subhaloes, for a report. */
  public String description() {
    String apertures =
        options.apertures().stream().map(Aperture::toString).collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "of at least 20 particles, by densities of %d neighbours, softening %.4g%s",
        options.densityNeighbours(),
        options.softening(),
        apertures.isEmpty() ? "" : "; masses within " + apertures + " kpc");
  }
}
