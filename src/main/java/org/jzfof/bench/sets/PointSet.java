package org.jzfof.bench.sets;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jzfof.bench.ParticleSource;
import org.jzfof.domain.Box;
import org.jzfof.domain.MockParticles;
import org.jzfof.error.UsageException;

/** The sets of particles that benchmarks make: any number of particles in a box of any size. */
public enum PointSet {
  /** Independent places, all equally likely. */
  UNIFORM((n, box, seed) -> new MockPlacement(MockParticles.uniform(n, seed))),
  /** Half of the particles in NFW haloes of a power-law mass function, half uniform. */
  CLUSTERED((n, box, seed) -> new MockPlacement(MockParticles.clustered(n, seed))),
  /** A hilly surface, wrapped in a periodic box: x and y uniform, z normal about 1000 heights. */
  MIXTURE((n, box, seed) -> MixturePoints.of(n, seed)),
  /** A cloud of gas late in its isothermal collapse. */
  CLOUD((n, box, seed) -> SphericalPoints.cloud(seed)),
  /** A regular grid, without jitter as in figure 7 of jz-tree's paper. */
  GRID((n, box, seed) -> GridPoints.of(n, box, 0, seed)),
  /** A regular grid whose points are displaced by up to a quarter of a cell along each axis. */
  JITTERED_GRID((n, box, seed) -> GridPoints.of(n, box, 0.25, seed)),
  /** A normal distribution, whose standard deviation is a twentieth of the side. */
  NORMAL((n, box, seed) -> new NormalPoints(seed)),
  /** The points of CLOVER's paper as its text says, which are nearly even. */
  PEAKS((n, box, seed) -> HillPoints.peaks(seed)),
  /** A surface of hills, whose skew is like that of CLOVER's table 2. */
  HILLS((n, box, seed) -> HillPoints.hills(seed)),
  /** The start of Evrard's collapse: a sphere of density 1/r. */
  EVRARD((n, box, seed) -> SphericalPoints.evrard(seed)),
  /** Evrard's collapse when it is hottest. */
  EVRARD_COLLAPSED((n, box, seed) -> SphericalPoints.evrardCollapsed(seed));

  /** Makes the places of a set in the unit cube, or in the box where they depend on it. */
  @FunctionalInterface
  private interface Maker {
    Placement of(long n, Box box, long seed);
  }

  private final Maker maker;

  PointSet(Maker maker) {
    this.maker = maker;
  }

  /**
   * Returns the set of a name.
   *
   * @throws UsageException with the names of all sets if there is none
   */
  public static PointSet of(String name) {
    return Arrays.stream(values())
        .filter(set -> set.optionName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no set %s: give one of %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(PointSet::optionName)
                                .collect(Collectors.joining(", ")))));
  }

  /** The name of the set on the command line. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns n particles in a periodic cube. */
  public ParticleSource source(long n, double side, long seed) {
    return source(n, Box.periodic(side, side, side), seed);
  }

  /**
   * Returns n particles in a box: the same for any number of ranks and threads.
   *
   * @param box box that holds the set; where a side is 0, the set is projected onto it, but for
   *     grids, which have fewer dimensions
   * @throws UsageException if n is below 1 or too large for the set
   */
  public ParticleSource source(long n, Box box, long seed) {
    if (n < 1) {
      throw new UsageException(n + " particles: a benchmark takes at least 1");
    }
    Placement unit = maker.of(n, box, seed);
    String description = "%s, seed %d".formatted(optionName(), seed);
    return unit instanceof MockPlacement onDevice && box.periodic() && box.dimensions() == 3
        ? new MockSource(description, box, onDevice.mock())
        : new PlacedSource(description, box, n, unit.in(box));
  }
}
