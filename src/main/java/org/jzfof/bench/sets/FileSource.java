package org.jzfof.bench.sets;

import java.util.Arrays;
import org.jzfof.bench.ParticleSource;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.search.NeighbourInput;
import org.jzfof.snapshot.PositionSource;

/** Particles at positions that are read once and held in memory as float32. */
public final class FileSource {
  private static final int MAX_PARTICLES = (Integer.MAX_VALUE - 8) / 3;

  private FileSource() {}

  /**
   * Reads positions in a periodic box.
   *
   * @throws SnapshotException naming the first position that is not finite, or absurdly far outside
   */
  public static ParticleSource in(Box box, PositionSource positions, String description) {
    float[] xyz = read(positions);
    require(FixedPoint.of(box), xyz, positions);
    return held(description, box, xyz);
  }

  /**
   * Reads positions in the open box that they span.
   *
   * @throws SnapshotException naming the first position that is not finite
   */
  public static ParticleSource open(PositionSource positions, String description) {
    float[] xyz = read(positions);
    double[] lower = new double[3];
    double[] upper = new double[3];
    Arrays.fill(lower, Double.POSITIVE_INFINITY);
    Arrays.fill(upper, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < xyz.length; i++) {
      if (!Float.isFinite(xyz[i])) {
        throw invalid(xyz, i, positions);
      }
      lower[i % 3] = Math.min(lower[i % 3], xyz[i]);
      upper[i % 3] = Math.max(upper[i % 3], xyz[i]);
    }
    return held(description, Box.open(lower, upper), xyz);
  }

  /**
   * Reads the sources of a snapshot, and repeats their periodic box along each side.
   *
   * @param tiles number of boxes along each side that has an extent
   * @throws UsageException if the box of the snapshot is open
   */
  public static ParticleSource tiled(NeighbourInput snapshot, int tiles, String description) {
    Box box = snapshot.box();
    if (!box.periodic()) {
      throw new UsageException(
          "--tiles repeats a periodic box, and that of %s is open: leave it out"
              .formatted(description));
    }
    float[] xyz = read(snapshot.sources());
    require(FixedPoint.of(box), xyz, snapshot.sources());
    TiledPlacement placement = TiledPlacement.of(xyz, box.size(), tiles);
    return new PlacedSource(
        "%d tiles of %s".formatted(placement.number(), description),
        Box.periodic(placement.size()),
        placement.number() * (xyz.length / 3),
        placement);
  }

  private static ParticleSource held(String description, Box box, float[] xyz) {
    return new PlacedSource(
        description,
        box,
        xyz.length / 3,
        (number, place) -> {
          for (int d = 0; d < 3; d++) {
            place[d] = xyz[3 * (int) number + d];
          }
        });
  }

  private static float[] read(PositionSource positions) {
    long rows = positions.rows();
    if (rows < 1 || rows > MAX_PARTICLES) {
      throw new UsageException(
          rows + " particles: a benchmark reads 1 to " + MAX_PARTICLES + " particles");
    }
    float[] xyz = new float[3 * (int) rows];
    positions.read(
        0,
        rows,
        block -> {
          double[] values = block.doubles();
          for (int i = 0; i < block.length(); i++) {
            xyz[(int) (3 * block.row()) + i] = (float) values[i];
          }
        });
    return xyz;
  }

  private static void require(FixedPoint map, float[] xyz, PositionSource positions) {
    for (int i = 0; i < xyz.length; i++) {
      if (!map.isValid(xyz[i], i % 3)) {
        throw invalid(xyz, i, positions);
      }
    }
  }

  private static SnapshotException invalid(float[] xyz, int at, PositionSource positions) {
    int first = at - at % 3;
    return new SnapshotException(
        "the position of %s is (%s, %s, %s): repair or remove it"
            .formatted(
                positions.describeRow(first / 3), xyz[first], xyz[first + 1], xyz[first + 2]));
  }
}
