package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Densities that {@code jzfof knn} writes, against sums over the kernel. */
class KnnDensityTest {
  private static final Box CUBE = Box.periodic(50, 50, 50);

  @TempDir Path dir;

  private final Particles some = Particles.uniform(400, 50, 1);
  private Path file;
  private Path out;

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_007.hdf5");
    out = dir.resolve("out/neighbours.hdf5");
  }

  private CatalogueFile result() {
    return CatalogueFile.of(out);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void idsAndDensitiesOfTypesWithTheirOwnMasses(boolean excludeSelf) {
    float[] masses = new float[300];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = 1 + i % 5;
    }
    long[] ids = new SplittableRandom(8).longs(300).toArray();
    Particles gas = Particles.uniform(300, 50, 2).withType(0).withMasses(masses);
    gas = gas.withIds(ids).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    Particles dark = some.withMass(7).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    SnapshotFixtures.gadget4(file, 50, gas, dark);
    List<Object> words = List.of("knn", file, "-o", out, "--types", "0,1", "-k", 32, "--values");
    Object[] more = {"id,density,index,distance", "--exclude-self"};
    Jzfof.run(words, excludeSelf ? more : Arrays.copyOf(more, 1)).succeeded();
    double[] xyz =
        Stream.of(gas, dark).flatMapToDouble(p -> Arrays.stream(p.positions())).toArray();
    KnnExpected expected = new KnnExpected(xyz, xyz, CUBE, 32, excludeSelf);
    expected.check(result(), true);
    long[] found = result().longs("/Neighbours/ID");
    double[] density = result().doubles("/Queries/Density");
    for (int query = 0; query < 700; query++) {
      long[] row = expected.row(query);
      double[] distance = expected.distances(query, row);
      double h = distance[31];
      double sum = 0;
      for (int i = 0; i < 32; i++) {
        int source = (int) row[i];
        long id = source < 300 ? ids[source] : dark.ids()[source - 300];
        assertEquals(id, found[32 * query + i]);
        double u = distance[i] / h;
        double w = u < 0.5 ? 1 - 6 * u * u + 6 * u * u * u : 2 * Math.pow(1 - u, 3);
        sum += (source < 300 ? masses[source] : 7) * w;
      }
      double wanted = 8 / (Math.PI * h * h * h) * sum;
      assertEquals(wanted, density[query], 1e-12 * wanted);
    }
  }

  /** Float32 holds no difference between their distances, on which the weights depend. */
  @Test
  void densityOfNeighboursAtNearlyOneDistance() {
    double[] xyz = new double[3 * 17];
    SplittableRandom random = new SplittableRandom(12);
    Arrays.fill(xyz, 25);
    for (int i = 3; i < xyz.length; i += 3) {
      double z = random.nextDouble(-1, 1);
      double angle = random.nextDouble(2 * Math.PI);
      xyz[i] += 5 * Math.sqrt(1 - z * z) * Math.cos(angle);
      xyz[i + 1] += 5 * Math.sqrt(1 - z * z) * Math.sin(angle);
      xyz[i + 2] += 5 * z;
    }
    SnapshotFixtures.gadget4(file, 50, Particles.at(xyz));
    Jzfof.run("knn", file, "-o", out, "--exclude-self", "--values", "density,distance").succeeded();
    KnnExpected expected =
        new KnnExpected(KnnExpected.narrow(xyz), KnnExpected.narrow(xyz), CUBE, 16, true);
    double[] distance = expected.distances(0, expected.row(0));
    double h = distance[15];
    double sum = Arrays.stream(distance).map(r -> 2 * Math.pow(1 - r / h, 3)).sum();
    double wanted = 8 / (Math.PI * h * h * h) * sum;
    assertEquals(wanted, result().doubles("/Queries/Density")[0], 1e-6 * wanted);
    assertArrayEquals(
        KnnExpected.narrow(distance), Arrays.copyOf(result().doubles("/Neighbours/Distance"), 16));
  }
}
