package org.jzfof.snapshot.particles;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/** Requires that queries and sources have the same unit of length. */
public record SameUnits(SnapshotHeader sources, SnapshotHeader queries, Path path) {
  private static final double BOX_TOLERANCE = 1e-6;

  /**
   * Compares the stated units of length, and the stated boxes unless the user gives a box.
   *
   * @throws SnapshotException if the units or the boxes differ
   */
  public void require(ParticleChoice choice) {
    Units sourceUnits = sources.units();
    Units queryUnits = queries.units();
    if (isStated(sourceUnits)
        && isStated(queryUnits)
        && !UnitLabels.sameLength(sourceUnits, queryUnits)) {
      throw new SnapshotException(
          "%s has lengths in %s, and the sources in %s: convert the queries first"
              .formatted(path, UnitLabels.length(queryUnits), UnitLabels.length(sourceUnits)));
    }
    if (choice.periodic() && choice.box() == null && !sameBox()) {
      throw new SnapshotException(
          "%s has a BoxSize of %s, and the sources of %s: give queries of the same box and units, or --box"
              .formatted(
                  path, Arrays.toString(queries.boxSize()), Arrays.toString(sources.boxSize())));
    }
  }

  private static boolean isStated(Units units) {
    return !Double.isNaN(units.lengthCm());
  }

  private boolean sameBox() {
    if (sources.boxSize() == null || queries.boxSize() == null) {
      return true;
    }
    for (int d = 0; d < 3; d++) {
      double side = sources.boxSize()[d];
      if (Math.abs(queries.boxSize()[d] - side) > BOX_TOLERANCE * side) {
        return false;
      }
    }
    return true;
  }
}
