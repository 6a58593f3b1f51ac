package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Properties of what is inside spheres: {@code jzfof so --properties}, and contamination. */
class SpherePropertiesTest {
  private static final double BOX = 5;
  private static final List<String> LIMITS = List.of("Crit200", "TopHat200");

  /** Particles of type 1, which are linked, and of the types 2, 3 and 4. */
  private static final int[] COUNTS = {2400, 240, 80, 300};

  private static final double[] MASSES = {0.3, 2.4, 9.6, 0.1};

  @TempDir Path dir;

  private Path snapshot;

  /** Places of each of these types. */
  private double[][] places;

  /** A zoom: haloes of type 1 at the edge of which, or inside, there are heavier particles. */
  @BeforeEach
  void write() {
    snapshot = SnapshotFixtures.gadget(BOX, particles()).write(dir.resolve("snapshot_001.hdf5"));
  }

  private Particles[] particles() {
    Random random = new Random(12);
    double[] centres = random.doubles(3 * 8, 0, BOX).toArray();
    Particles[] all = new Particles[COUNTS.length];
    places = new double[COUNTS.length][];
    for (int t = 0; t < COUNTS.length; t++) {
      places[t] = new double[3 * COUNTS[t]];
      float[] velocity = new float[places[t].length];
      for (int i = 0; i < COUNTS[t]; i++) {
        double[] way = random.doubles(3, -1, 1).toArray();
        double size = t == 0 || t == 3 ? 0.25 : 0.1 * (1 + i % 8);
        double radius = size * random.nextDouble();
        for (int d = 0; d < 3; d++) {
          velocity[3 * i + d] = (float) (90 * random.nextGaussian());
          double x = centres[3 * (i % 8) + d] + radius * way[d] / (1 + d);
          places[t][3 * i + d] = x - BOX * Math.floor(x / BOX);
        }
      }
      all[t] = Particles.at(places[t]).withType(t + 1).withMass(MASSES[t]).withVelocities(velocity);
    }
    return all;
  }

  private Path run(Object... options) {
    Path out = dir.resolve("run" + Arrays.hashCode(options));
    List<Object> words =
        new ArrayList<>(List.of("run", snapshot, "-q", "-o", out, "--softening", 0.01));
    words.addAll(List.of("--so", "200c,vir", "--linking-length", 0.06));
    words.addAll(List.of(options));
    Jzfof.run(words.toArray()).succeeded();
    return out.resolve("groups_001");
  }

  private Outcome so(Path centres, Object... options) {
    List<Object> words = new ArrayList<>(List.of("so", centres, snapshot, "--so", "200c,vir"));
    words.addAll(List.of("-o", dir.resolve("spheres.hdf5"), "--overwrite"));
    words.addAll(List.of(options));
    return Jzfof.run(words.toArray());
  }

  private CatalogueFile spheres(Path centres, Object... options) {
    so(centres, options).succeeded();
    return CatalogueFile.of(dir.resolve("spheres.hdf5"));
  }

  private static CatalogueFile gadget(Path groups) {
    return CatalogueFile.of(groups.resolve("fof_subhalo_tab_001.0.hdf5"));
  }

  /** Rows of the particles of one of the types inside a sphere. */
  private long inside(int t, double[] centre, int g, double radius) {
    long count = 0;
    for (int i = 0; i < COUNTS[t]; i++) {
      double square = 0;
      for (int d = 0; d < 3; d++) {
        double x = Math.IEEEremainder(places[t][3 * i + d] - centre[3 * g + d], BOX);
        square += x * x;
      }
      count += Math.sqrt(square) <= radius ? 1 : 0;
    }
    return count;
  }

  private void assertContaminated(CatalogueFile file, double[] centre, int... others) {
    int some = 0;
    for (String limit : LIMITS) {
      double[] radius = file.doubles("/Group/Group_R_" + limit);
      double[] mass = file.doubles("/Group/Group_ContaminationMass_" + limit);
      double[] fraction = file.doubles("/Group/Group_ContaminationFraction_" + limit);
      assertEquals(radius.length, mass.length);
      for (int g = 0; g < mass.length; g++) {
        double expected = 0;
        double dark = 0;
        for (int t = 0; t < 3 && radius[g] > 0; t++) {
          int type = t + 1;
          double own = MASSES[t] * inside(t, centre, g, radius[g] * (1 + 1e-9));
          dark += own;
          expected += Arrays.stream(others).anyMatch(o -> o == type) ? own : 0;
        }
        assertEquals(expected, mass[g], 1e-6 * expected, limit + " " + g);
        assertEquals(dark > 0 ? expected / dark : 0, fraction[g], 1e-6, limit + " " + g);
        some += fraction[g] > 0.01 && fraction[g] < 0.99 ? 1 : 0;
      }
    }
    assertTrue(some > 4, some + " spheres have some");
  }

  /** In double precision, as files of spheres and the layout of yt have them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void contaminationIsThatOfALoop(int ranks) {
    Path centres = run("--format", "yt");
    CatalogueFile spheres =
        spheres(centres, "--properties", "contamination,types", "--ranks", ranks);
    double[] position = spheres.doubles("/Group/GroupPos");
    assertContaminated(spheres, position, 2, 3);
    assertContaminatedAsTypes(spheres);
    assertContaminatedAsTypes(gadget(run("--properties", "all", "--ranks", ranks)));
    CatalogueFile other =
        spheres(centres, "--properties", "all", "--linked-types", "2,1", "--ranks", ranks);
    assertContaminated(other, position, 3);
  }

  /** The masses of the types say the same. */
  private static void assertContaminatedAsTypes(CatalogueFile file) {
    for (String limit : LIMITS) {
      double[] types = file.doubles("/Group/Group_MassType_" + limit);
      double[] mass = file.doubles("/Group/Group_ContaminationMass_" + limit);
      for (int g = 0; g < mass.length; g++) {
        assertEquals(types[6 * g + 2] + types[6 * g + 3], mass[g], 1e-6 * mass[g]);
      }
    }
  }

  /** Around the same centres, in all ranks and layouts: the two commands find the same numbers. */
  @ParameterizedTest
  @CsvSource({"1, last", "2, first", "3, soap", "1, gadget"})
  void theyAreThoseOfTheRun(int ranks, String crossing) {
    Path yt = run("--format", "yt", "--properties", "all", "--so-crossing", crossing);
    CatalogueFile own = CatalogueFile.of(yt.resolve("halos_001.0.h5"));
    CatalogueFile found =
        spheres(yt, "--properties", "all", "--ranks", ranks, "--so-crossing", crossing);
    List<String> names =
        found.names("/Group").stream().filter(n -> n.endsWith("_Crit200")).sorted().toList();
    assertEquals(12, names.size(), names.toString());
    assertFalse(names.contains("Group_ConcentrationVmax_Crit200"), "members are not known");
    assertSame(found, own, "VelDisp", 1e5, "velocity_dispersion");
    double length = 3.085678e24 / 0.678;
    assertSame(found, own, "Spin", length * 1e5, "spin_x", "spin_y", "spin_z");
    assertSame(found, own, "SpinParameter", 1, "spin_parameter");
    assertSame(found, own, "Concentration", 1, "concentration");
    assertSame(found, own, "AxisRatios", 1, "b_to_a", "c_to_a");
    assertSame(found, own, "ContaminationMass", 1.989e43 / 0.678, "contamination_mass");
    assertSame(found, own, "ContaminationFraction", 1, "contamination_fraction");
  }

  private static void assertSame(
      CatalogueFile found, CatalogueFile yt, String name, double factor, String... columns) {
    double[] values = found.doubles("/Group/Group_" + name + "_Crit200");
    assertTrue(Arrays.stream(values).filter(x -> Math.abs(x) > 0).count() > 3, name);
    for (int c = 0; c < columns.length; c++) {
      double[] column = yt.doubles("/" + columns[c] + "_200c");
      for (int g = 0; g < column.length; g++) {
        double value = factor * values[columns.length * g + c];
        double most = Double.isNaN(column[g]) ? 1 : 1e-9 * Math.abs(column[g]);
        assertEquals(column[g], value, most, columns[c] + " of " + g);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"swift", "tng", "yt"})
  void contaminationIsComparedInAnyLayout(String format) {
    Path gadget = run("--properties", "all");
    Path other = run("--properties", "all", "--format", format, "--ranks", 2);
    Jzfof.run("compare", gadget, other).printed("equal            yes");
    if (format.equals("swift")) {
      CatalogueFile swift = CatalogueFile.of(other.resolve("fof_output_0001.hdf5"));
      List<String> names = swift.names("/SO/BN98");
      assertTrue(names.containsAll(List.of("ContaminationMass", "ContaminationFraction")));
      Path file = other.resolve("fof_output_0001.hdf5");
      Hdf5Edit.value(file, "/SO/BN98/ContaminationMass", 12.5, 1);
      Outcome outcome = Jzfof.run("compare", gadget, other);
      assertEquals(ExitCodes.DIFFERENT, outcome.code());
      assertTrue(outcome.out().contains("Group_ContaminationMass_TopHat200"), outcome.out());
    }
  }

  /** Types that do not count in the spheres do not contaminate them. */
  @Test
  void withoutOtherTypesThereIsNone() {
    Path groups = run("--properties", "all", "--so-types", "1,4");
    assertTrue(gadget(groups).names("/Group").stream().noneMatch(n -> n.contains("Contam")));
    CatalogueFile spheres = spheres(groups, "--properties", "contamination", "--types", "1,4");
    assertTrue(spheres.names("/Group").stream().noneMatch(n -> n.contains("Contam")));
    CatalogueFile both = gadget(run("--properties", "all", "--types", "1,2"));
    assertContaminated(both, both.doubles("/Group/GroupPos"), 3);
  }

  private Path aroundTwoPlaces() throws IOException {
    return Files.writeString(dir.resolve("places.txt"), "1 1 1\n2 3 4\n");
  }

  @Test
  void aroundPlacesTypeOneIsLinked() throws IOException {
    Path places = aroundTwoPlaces();
    CatalogueFile spheres = spheres(places, "--properties", "all");
    try (Hdf5File f = Hdf5File.open(dir.resolve("spheres.hdf5"))) {
      assertArrayEquals(new long[] {1}, f.longs("/Group", "LinkedTypes"));
    }
    assertEquals(2, spheres.doubles("/Group/Group_ContaminationMass_Crit200").length);
    assertFalse(spheres.names("/Group").contains("Group_ConcentrationVmax_Crit200"));
  }

  @Test
  void aCatalogueThatDoesNotSayWhatWasLinked() {
    Path groups = run("--format", "swift");
    Path file = groups.resolve("fof_output_0001.hdf5");
    spheres(groups, "--properties", "contamination");
    Hdf5Extras.removeAttribute(file, "/Parameters", "PrimaryTypes");
    so(groups, "--properties", "contamination")
        .failed(ExitCodes.SNAPSHOT, "does not say which types were linked", "--linked-types");
    spheres(groups, "--properties", "contamination", "--linked-types", 1);
    spheres(groups, "--properties", "shape");
  }

  @Test
  void withoutVelocitiesThoseOfVelocitiesAreLeftOut() throws IOException {
    Hdf5Edit.remove(snapshot, "/PartType4/Velocities");
    Path places = aroundTwoPlaces();
    Outcome outcome = so(places, "--properties", "inside,concentration");
    assertEquals(ExitCodes.OK, outcome.code(), outcome.err());
    assertTrue(outcome.err().contains("lacks velocities that --properties inside"), outcome.err());
    List<String> names = CatalogueFile.of(dir.resolve("spheres.hdf5")).names("/Group");
    assertFalse(names.contains("Group_VelDisp_Crit200"));
    assertTrue(names.contains("Group_Concentration_Crit200"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--properties=vmax | --properties has vmax, which needs the members of groups",
        "--properties=shape,offset | has offset, which needs the members; or measure it with jzfof run",
        "--properties=basic | has basic, which needs the members; types, inside, concentration, shape",
        "--properties=mass | --properties has mass: give basic",
        "--linked-types=-1 | --linked-types has -1"
      })
  void whatMakesNoSenseIsRefused(String option, String parts) {
    so(dir.resolve("nowhere"), option).failed(ExitCodes.USAGE, parts.split("; "));
  }
}
