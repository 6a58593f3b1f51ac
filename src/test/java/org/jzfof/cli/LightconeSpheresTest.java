package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run --lightcone --so}: spheres with densities at the time of each group. */
class LightconeSpheresTest {
  private static final double OMEGA = 0.308;

  @TempDir Path dir;

  private CatalogueFile run(String name, Path file, Object... words) {
    Path out = dir.resolve(name);
    List<Object> all = new ArrayList<>(List.of("run", file, "-o", out, "--so"));
    all.addAll(List.of("200c,500c,200m,vir", "--softening", 0.02, "--properties", "types"));
    Jzfof.run(all, words).succeeded();
    return CatalogueFile.in(out, file.toString().contains("conesnap") ? "0000" : "001");
  }

  /** Multiples of the mean density at a scale factor, in the order of the columns. */
  private static double[] overMean(double a) {
    double matter = OMEGA / (a * a * a);
    double omega = matter / (matter + 1 - OMEGA);
    double x = omega - 1;
    double virial = (18 * Math.PI * Math.PI + 82 * x - 39 * x * x) / omega;
    return new double[] {200 / omega, 500 / omega, 200, virial};
  }

  private static final List<String> COLUMNS = List.of("Crit200", "Crit500", "Mean200", "TopHat200");

  /** Against a sum over all particles, for times between a = 0.57 and 1. */
  @ParameterizedTest
  @CsvSource({"1, last", "3, last", "2, soap"})
  void massesAreThoseOfASum(int ranks, String crossing) {
    Particles particles = ConeParticles.around();
    double[] a =
        IntStream.range(0, particles.count())
            .mapToDouble(
                i -> (float) (1 - 0.02 * Math.sqrt(ConeParticles.square(particles.positions(), i))))
            .toArray();
    Path file = LightconeFixture.gadget4(particles, a).write(dir.resolve("c/conesnap_0000.hdf5"));
    CatalogueFile found =
        run("out", file, "--lightcone", "--ranks", ranks, "--so-crossing", crossing);
    double separation = found.attribute("/Parameters", "LinkingLength") / 0.2;
    double mass = particles.mass();
    double mean = mass / Math.pow(separation, 3);
    double[] scaleFactor = found.doubles("/Group/GroupAscale");
    int compared = 0;
    for (int g = 0; g < found.groups(); g++) {
      double[] distance = distances(particles, found.doubles("/Group/GroupPos"), g);
      double[] limits = overMean(scaleFactor[g]);
      for (int s = 0; s < limits.length; s++) {
        long number = found.longs("/Group/Group_N_" + COLUMNS.get(s))[g];
        double inside = found.doubles("/Group/Group_M_" + COLUMNS.get(s))[g];
        double radius = found.doubles("/Group/Group_R_" + COLUMNS.get(s))[g];
        int expected = inside(distance, mass, mean * limits[s]);
        if (crossing.equals("last")) {
          assertEquals(expected, number, COLUMNS.get(s) + " of group " + g);
          assertEquals(expected * mass, inside, 1e-5 * mass * expected);
        }
        if (number > 0) {
          double density = inside / (4 * Math.PI / 3 * Math.pow(radius, 3));
          assertEquals(limits[s], density / mean, 2e-5 * limits[s]);
          compared++;
        }
      }
    }
    assertTrue(compared > 3 * found.groups(), compared + " spheres");
  }

  /** Sorted distances of all particles from the member at the centre of a group. */
  private static double[] distances(Particles particles, double[] centres, int group) {
    double[] x = particles.positions();
    double[] centre = Arrays.copyOfRange(centres, 3 * group, 3 * group + 3);
    int member = 0;
    double nearest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < particles.count(); i++) {
      double distance = distance(x, i, centre);
      if (distance < nearest) {
        nearest = distance;
        member = i;
      }
    }
    double[] exact = Arrays.copyOfRange(x, 3 * member, 3 * member + 3);
    return IntStream.range(0, particles.count())
        .mapToDouble(i -> distance(x, i, exact))
        .sorted()
        .toArray();
  }

  private static double distance(double[] x, int i, double[] from) {
    double square = 0;
    for (int d = 0; d < 3; d++) {
      square += (x[3 * i + d] - from[d]) * (x[3 * i + d] - from[d]);
    }
    return Math.sqrt(square);
  }

  /** The number inside the largest radius at which the mean density falls through a limit. */
  private static int inside(double[] distance, double mass, double density) {
    int inside = distance.length;
    while (true) {
      double radius = Math.cbrt(3 * inside * mass / (4 * Math.PI * density));
      int within = (int) Arrays.stream(distance).filter(r -> r <= radius).count();
      if (within == inside) {
        return inside > 1 ? inside : 0;
      }
      inside = within;
    }
  }

  /** All of one time, spheres are those of the snapshot. */
  @Test
  void ofOneTimeTheSpheresAreThoseOfTheSnapshot() {
    Particles particles = ConeParticles.around();
    Path cone = LightconeFixture.gadget4(particles, 1).write(dir.resolve("c/conesnap_0000.hdf5"));
    Path snapshot =
        SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), ConeParticles.SIDE, particles);
    CatalogueFile expected = run("snapshot", snapshot, "--open", "--linking-length-from", "mass");
    CatalogueFile found = run("cone", cone, "--lightcone");
    for (String column : COLUMNS) {
      for (String quantity : List.of("Group_M_", "Group_R_")) {
        double[] of = expected.doubles("/Group/" + quantity + column);
        double[] on = found.doubles("/Group/" + quantity + column);
        for (int g = 0; g < of.length; g++) {
          assertEquals(of[g], on[g], 1e-7 * of[g], quantity + column + " of " + g);
        }
      }
    }
  }

  @Test
  void anUnknownDensityOfTheUniverse() {
    Path unknown =
        LightconeFixture.gadget4(ConeParticles.around(), 0.9)
            .with("Omega0", 0.308)
            .with("OmegaLambda", Double.NaN)
            .write(dir.resolve("d/conesnap_0000.hdf5"));
    Jzfof.run("run", "--lightcone", unknown, "--so", "200c", "-o", dir.resolve("e"))
        .failed(ExitCodes.SNAPSHOT, "--so needs", "OmegaLambda");
  }
}
