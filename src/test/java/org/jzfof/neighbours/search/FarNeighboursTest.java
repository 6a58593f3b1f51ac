package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.ByMethod;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.Outcome;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.domain.Box;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.Configurations;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Neighbours where nearly all points are in a tiny part of the box, against brute force. */
@OnBackends
@ByMethod({"tree", "kdtree", "kdtree:split=widest:walk=closest"})
class FarNeighboursTest {
  private static final double SIDE = 25;
  private static final int COUNT = 4000;
  private static final int QUERIES = 150;
  private static final int EVERY = 13;

  @Parameter(0)
  private TestBackend on;

  @Parameter(1)
  private SearchMethod method;

  @TempDir private Path dir;

  /** Clustered points, a tenth of them at the same places as others, and many at one place. */
  private static double[] points(double scale, double centre) {
    double[] xyz = MockCoordinates.wide(MockCoordinates.clustered(COUNT, SIDE, 6));
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < COUNT; i++) {
      if (i % 10 == 1 || i % 40 == 2) {
        System.arraycopy(xyz, i % 40 == 2 ? 30 : 3 * random.nextInt(COUNT), xyz, 3 * i, 3);
      }
    }
    return Arrays.stream(xyz).map(x -> (x - SIDE / 2) * scale + centre).toArray();
  }

  /** At points, among them, and anywhere. */
  private static double[] queries(double[] points, double scale) {
    SplittableRandom random = new SplittableRandom(7);
    double[] xyz = new double[3 * QUERIES];
    for (int i = 0; i < QUERIES; i++) {
      double step = i % 3 == 0 ? 0 : i % 3 == 1 ? scale : SIDE;
      int at = random.nextInt(COUNT);
      for (int d = 0; d < 3; d++) {
        xyz[3 * i + d] = points[3 * at + d] + step * (random.nextDouble() - 0.5);
      }
    }
    return xyz;
  }

  private Path write(String name, double[] xyz, Hdf5Type type) {
    return SnapshotFixtures.gadget4(
        dir.resolve(name), SIDE, Particles.at(xyz).stored(type, Hdf5Type.UINT64));
  }

  private void check(
      double[] xyz,
      Box box,
      double[] queries,
      Hdf5Type type,
      Consumer<Outcome> end,
      Object... options) {
    Path points = write("snapshot_001.hdf5", xyz, type);
    Path places = write("places_002.hdf5", queries, type);
    Path result = dir.resolve("neighbours.hdf5");
    List<Object> words =
        new ArrayList<>(
            List.of(
                "knn",
                points,
                "--backend",
                on.optionName(),
                "--method",
                method.optionName(),
                "-o",
                result));
    words.addAll(List.of(options));
    BruteForceNeighbours expected = new BruteForceNeighbours(xyz, box);
    for (int ranks : Configurations.ranks(1, 3)) {
      int k = ranks == 1 ? 40 : 8;
      end.accept(Jzfof.run(words, "-k", k, "--ranks", ranks));
      checkRows(result, expected, xyz, k, EVERY);
      end.accept(Jzfof.run(words, "-k", k, "--ranks", ranks, "--queries", places));
      checkRows(result, expected, queries, k, 1);
    }
  }

  private static void checkRows(
      Path result, BruteForceNeighbours expected, double[] queries, int k, int every) {
    CatalogueFile file = CatalogueFile.of(result);
    long[] index = file.longs("/Neighbours/Index");
    double[] distance = file.doubles("/Neighbours/Distance");
    assertEquals(queries.length / 3 * k, index.length);
    for (int q = 0; q < queries.length / 3; q += every) {
      int[] nearest = expected.nearest(queries, q, Double.POSITIVE_INFINITY, k);
      long[] found = Arrays.copyOfRange(index, q * k, q * k + k);
      assertArrayEquals(Arrays.stream(nearest).asLongStream().toArray(), found, "query " + q);
      for (int j = 0; j < k; j++) {
        double d = expected.distance(queries, q, nearest[j]);
        assertEquals(d, distance[q * k + j], 1e-7 * d);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1e6, FLOAT64", "1e10, FLOAT64", "1e20, FLOAT64", "1e10, FLOAT32"})
  void openBoxWithRunaways(double far, Hdf5Type type) {
    double[] xyz = points(1, 3);
    xyz[0] = far;
    xyz[3 * 7 + 1] = -0.7 * far;
    xyz[3 * 8 + 1] = -0.7 * far;
    double[] queries = queries(xyz, 1);
    if (type == Hdf5Type.FLOAT32) {
      Arrays.setAll(xyz, i -> (float) xyz[i]);
      Arrays.setAll(queries, i -> (float) queries[i]);
    }
    check(xyz, Boxes.boundingBox(xyz), queries, type, Outcome::succeeded, "--open");
  }

  /**
   * In the middle of the box, around its corner, and some of them a side away: around the corner
   * that is another face, and in the middle outside, which is told.
   */
  @ParameterizedTest
  @CsvSource({"1e-6, 10", "1e-8, 10", "1e-10, 10", "1e-8, 0", "1e-10, 0"})
  void smallPartOfPeriodicBox(double part, double centre) {
    double[] xyz = points(part, centre);
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] += i % 17 == 0 ? SIDE : 0;
    }
    Box box = Box.periodic(SIDE, SIDE, SIDE);
    Consumer<Outcome> told =
        outcome ->
            outcome.warned(
                "lie outside the periodic box of " + SIDE,
                "they are wrapped into it, which changes no distance");
    Consumer<Outcome> end = centre == 0 ? Outcome::succeeded : told;
    check(xyz, box, queries(xyz, part * SIDE), Hdf5Type.FLOAT64, end);
  }
}
