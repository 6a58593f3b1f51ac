package org.jzfof.bench.papers;

import org.jzfof.bench.ArraySource;
import org.jzfof.bench.MockSource;
import org.jzfof.bench.ParticleSource;
import org.jzfof.error.UsageException;

/** The sets of points of the figures. */
final class PaperSets {
  private static final double SIDE = 100;

  private PaperSets() {}

  static ParticleSource source(Setting setting, long points, long seed) {
    return switch (setting.set()) {
      case "uniform" -> MockSource.uniform(points, SIDE, seed);
      case "clustered" -> MockSource.clustered(points, SIDE, seed);
      case "mixture" -> ArraySource.mixture(points, SIDE, seed);
      case "cloud" -> ArraySource.cloud(points, SIDE, seed);
      default -> throw new UsageException("there is no set of points " + setting.set());
    };
  }
}
