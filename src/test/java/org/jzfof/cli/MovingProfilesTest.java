package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Velocities in the profiles of {@code jzfof so --profiles}, against a loop. */
class MovingProfilesTest {
  private static final double BOX = 10;
  private static final int COUNT = 900;
  private static final int[] TYPES = {1, 4};
  private static final double[] MASS = {4, 0.5};

  /** Of the fixtures: a = 0.5 there, with Omega0 0.308 and OmegaLambda 0.692. */
  private static final double A = 0.5;

  private static final double FLOW = A * 100 * Math.sqrt(0.308 / (A * A * A) + 0.692);

  @TempDir Path dir;

  private final double[][] places = new double[2][3 * COUNT];
  private final float[][] velocities = new float[2][3 * COUNT];

  /** Two haloes that move and contract, one across the edge of the box. */
  private Path snapshot() {
    Random random = new Random(8);
    Particles[] all = new Particles[2];
    for (int t = 0; t < 2; t++) {
      for (int i = 0; i < COUNT; i++) {
        double[] centre = i % 2 == 0 ? new double[] {0.02, 9.97, 5} : new double[] {4, 4, 4};
        double[] way = random.doubles(3, -1, 1).toArray();
        double size = (t == 0 ? 0.8 : 1.2) * Math.pow(random.nextDouble(), 2);
        for (int d = 0; d < 3; d++) {
          double x = i < 2 ? centre[d] : centre[d] + size * way[d];
          places[t][3 * i + d] = x - BOX * Math.floor(x / BOX);
          double v = 300 * (d + 1) - 400 * size * way[d] + 90 * random.nextGaussian();
          velocities[t][3 * i + d] = (float) v;
        }
      }
      all[t] =
          Particles.at(places[t])
              .withType(TYPES[t])
              .withMass(MASS[t])
              .withVelocities(velocities[t])
              .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    }
    return SnapshotFixtures.gadget(BOX, all).write(dir.resolve("snapshot_001.hdf5"));
  }

  private CatalogueFile measure(Path snapshot, int ranks) throws IOException {
    Path centres = Files.writeString(dir.resolve("centres.txt"), "0.02 9.97 5\n4 4 4\n8 8 8\n");
    Path out = dir.resolve(ranks + ".hdf5");
    Jzfof.run("so", centres, snapshot, "--profiles=0.05:2:6", "-o", out, "--ranks", ranks)
        .succeeded();
    return CatalogueFile.of(out);
  }

  /** Rows of type t between two radii, the outer one included. */
  private int[] between(int t, double[] centre, int g, double inner, double outer) {
    return IntStream.range(0, COUNT)
        .filter(
            i -> {
              double r = length(offset(t, i, centre, g));
              return r > inner && r <= outer;
            })
        .toArray();
  }

  private double[] offset(int t, int i, double[] centre, int g) {
    double[] x = new double[3];
    Arrays.setAll(x, d -> Math.IEEEremainder(places[t][3 * i + d] - centre[3 * g + d], BOX));
    return x;
  }

  private static double length(double[] x) {
    return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  }

  private double velocity(int t, int i, int d) {
    return Math.sqrt(A) * velocities[t][3 * i + d];
  }

  private double[] bulk(double[] centre, int g, double radius) {
    double[] sum = new double[4];
    for (int t = 0; t < 2; t++) {
      for (int i : between(t, centre, g, -1, radius)) {
        sum[3] += MASS[t];
        for (int d = 0; d < 3; d++) {
          sum[d] += MASS[t] * velocity(t, i, d);
        }
      }
    }
    return new double[] {sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]};
  }

  /** With the expansion about the mean place. */
  private double dispersion(int t, double[] centre, int g, int... rows) {
    double[][] w = new double[rows.length][3];
    double square = 0;
    for (int d = 0; d < 3; d++) {
      double mean = 0;
      for (int k = 0; k < rows.length; k++) {
        w[k][d] = velocity(t, rows[k], d) + FLOW * offset(t, rows[k], centre, g)[d];
        mean += w[k][d] / rows.length;
      }
      for (double[] row : w) {
        square += (row[d] - mean) * (row[d] - mean);
      }
    }
    return rows.length == 0 ? 0 : Math.sqrt(square / (3 * rows.length));
  }

  private double radial(int t, double[] centre, int g, double[] bulk, int... rows) {
    double sum = 0;
    for (int i : rows) {
      double[] x = offset(t, i, centre, g);
      double r = length(x);
      for (int d = 0; d < 3; d++) {
        sum += r == 0 ? 0 : (velocity(t, i, d) - bulk[d] + FLOW * x[d]) * x[d] / r;
      }
    }
    return rows.length == 0 ? 0 : sum / rows.length;
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void velocitiesAreThoseOfALoop(int ranks) throws IOException {
    Path snapshot = snapshot();
    CatalogueFile file = measure(snapshot, ranks);
    double[] centre = file.doubles("/Group/GroupPos");
    double[] radius = file.doubles("/Group/Group_R_Crit200");
    double[] edges = file.doubles("/Profiles/Radius");
    double[] velocity = file.doubles("/Profiles/Velocity");
    assertTrue(radius[0] > 0 && radius[1] > 0 && radius[2] == 0, Arrays.toString(radius));
    for (int t = 0; t < 2; t++) {
      String folder = "/Profiles/PartType" + TYPES[t];
      double[] dispersion = file.doubles(folder + "/VelocityDispersion");
      double[] radial = file.doubles(folder + "/RadialVelocity");
      assertEquals(18, dispersion.length);
      for (int g = 0; g < 2; g++) {
        double[] bulk = bulk(centre, g, radius[g]);
        assertArrayEquals(bulk, Arrays.copyOfRange(velocity, 3 * g, 3 * g + 3), 1e-5);
        for (int s = 0; s < 6; s++) {
          int[] rows = between(t, centre, g, edges[s] * radius[g], edges[s + 1] * radius[g]);
          assertTrue(rows.length > 3, "shell " + s + " of " + folder);
          double expected = dispersion(t, centre, g, rows);
          assertEquals(expected, dispersion[6 * g + s], 1e-5 * expected, folder + s);
          double away = radial(t, centre, g, bulk, rows);
          assertEquals(away, radial[6 * g + s], 1e-5 * Math.abs(away) + 1e-4, folder + s);
        }
      }
      assertArrayEquals(new double[6], Arrays.copyOfRange(dispersion, 12, 18));
      assertArrayEquals(new double[6], Arrays.copyOfRange(radial, 12, 18));
    }
    if (ranks > 1) {
      CatalogueFile one = measure(snapshot, 1);
      for (String name : new String[] {"VelocityDispersion", "RadialVelocity", "MassWithin"}) {
        String dataset = "/Profiles/PartType4/" + name;
        assertArrayEquals(one.doubles(dataset), file.doubles(dataset), 0, name);
      }
      assertArrayEquals(one.doubles("/Profiles/Velocity"), velocity, 0);
    }
  }

  @Test
  void withoutVelocitiesThereAreNone() throws IOException {
    Path snapshot = snapshot();
    Hdf5Edit.remove(snapshot, "/PartType4/Velocities");
    Path centres = Files.writeString(dir.resolve("centres.txt"), "4 4 4\n");
    Path out = dir.resolve("without.hdf5");
    Outcome outcome = Jzfof.run("so", centres, snapshot, "--profiles", "-o", out);
    assertEquals(ExitCodes.OK, outcome.code(), outcome.err());
    assertTrue(outcome.err().contains("dispersions of --profiles need"), outcome.err());
    CatalogueFile file = CatalogueFile.of(out);
    assertFalse(file.names("/Profiles").contains("Velocity"));
    assertEquals(3, file.names("/Profiles/PartType1").size());
  }
}
