package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** What {@code jzfof run} measures around groups if nobody asks for it, and where it does not. */
class SpheresByDefaultTest {
  private static final double BOX = 10;

  @TempDir private Path dir;

  private Path file;
  private Particles dark;
  private Particles stars;

  @BeforeEach
  void write() {
    double[] places = DoubleStream.concat(cloud(500, 1, 5), cloud(600, 8, 1)).toArray();
    dark = Particles.at(places).withMass(4);
    float[] masses = new float[100];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = 0.1f + 0.01f * i;
    }
    stars = Particles.at(cloud(100, 2, 5).toArray()).withType(4).withMasses(masses);
    file = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(BOX, dark, stars).write(file);
  }

  /** A dense one around 5, or a thin one far from it. */
  private static DoubleStream cloud(int count, int seed, double centre) {
    double size = centre == 5 ? 0.5 : 4;
    return new SplittableRandom(seed)
        .doubles(3L * count)
        .map(x -> (centre + size * (x - 0.5) + BOX) % BOX);
  }

  private Outcome run(Object... options) {
    List<Object> words =
        new ArrayList<>(List.of("run", file, "-o", dir, "--linking-length", "0.2"));
    words.addAll(List.of(options));
    return Jzfof.run(words.toArray());
  }

  private List<String> names() {
    return CatalogueFile.in(dir, "001").names("/Group");
  }

  private long starsInside() {
    CatalogueFile groups = CatalogueFile.in(dir, "001");
    return groups.longs("/Group/Group_N_Mean200")[0] - 500;
  }

  private void assertNoSpheres(Outcome outcome, String why) {
    outcome.succeeded();
    outcome.printed("spheres          none: " + why);
    assertFalse(names().contains("Group_M_Crit200") || names().contains("GroupCM"));
  }

  @Test
  void fourLimitsAndAllParticles() {
    run().printed("spheres          200m, ", "around the deepest member", "1/40 of the mean");
    for (String limit : List.of("Crit200", "Crit500", "Mean200", "TopHat200")) {
      assertTrue(names().contains("Group_M_" + limit), limit);
    }
    assertTrue(names().contains("GroupCM"));
    assertEquals(100, starsInside());
    assertFalse(run("--softening", 0.01, "--overwrite").out().contains("1/40"));
  }

  @Test
  void typesWithoutCoordinatesDoNotCount() {
    Hdf5Edit.remove(file, "/PartType4/Coordinates");
    run().printed("around the deepest member");
    assertEquals(0, starsInside());
    run("--so", "200m", "--softening", 0.01, "--overwrite").succeeded();
    assertEquals(0, starsInside());
    Jzfof.run("so", dir.resolve("groups_001"), file, "-o", dir + "/")
        .printed("particles        1100 of type 1");
  }

  @Test
  void masses() {
    Hdf5Edit.remove(file, "/PartType4/Masses");
    assertNoSpheres(run(), "particles of type 4 have no masses");
    run("--so", "200c").failed(3, "PartType4/Masses is missing");
  }

  @Test
  void aSnapshotWithoutCosmology() {
    SnapshotFixtures.bare(BOX, dark).write(file);
    assertNoSpheres(run(), "the snapshot does not state Omega0 (--omega-m)");
  }

  @Test
  void openBoxes() {
    assertNoSpheres(run("--open"), "the box is open");
  }

  @ParameterizedTest
  @CsvSource({
    "swift, fof_output_0001.hdf5, /SO, '200_crit,200_mean,500_crit,BN98'",
    "yt, halos_001.0.h5, /, 'mass_200c,radius_500c,particles_200m,mass_vir'",
    "tng, fof_subhalo_tab_001.0.hdf5, /Group, 'Group_M_Crit200,Group_R_TopHat200,GroupCM'"
  })
  void otherLayoutsHaveThemAsWell(String format, String name, String group, String expected) {
    Outcome outcome = run("--format", format).printed("spheres          200m, vir, 200c, 500c");
    assertEquals("", outcome.err());
    List<String> found = CatalogueFile.of(dir.resolve("groups_001").resolve(name)).names(group);
    assertTrue(found.containsAll(List.of(expected.split(","))), found.toString());
    run("--format", format, "--so", "none").succeeded();
    found = CatalogueFile.of(dir.resolve("groups_001").resolve(name)).names("/");
    assertFalse(found.contains("SO") || found.contains("mass_vir"), found.toString());
  }

  /** Also for particles that are not linked, on any number of ranks. */
  @ParameterizedTest
  @CsvSource({"1", "3"})
  void allParticlesCountInEveryLayout(int ranks) {
    run("--format", "swift", "--ranks", ranks).succeeded();
    Path swift = dir.resolve("groups_001/fof_output_0001.hdf5");
    assertEquals(600, CatalogueFile.of(swift).longs("/SO/200_mean/NumberOfParticles")[0]);
  }

  @Test
  void noneIsNone() {
    assertFalse(run("--so", "none").succeeded().out().contains("spheres"));
    assertFalse(names().contains("Group_M_Crit200"));
  }
}
