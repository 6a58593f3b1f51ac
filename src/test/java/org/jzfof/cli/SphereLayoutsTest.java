package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * Spheres in the layouts of IllustrisTNG, SWIFT and yt: written, and read back by every command.
 */
class SphereLayoutsTest {
  private static final double BOX = 5;
  private static final double H = 0.678;
  private static final String COMMON = " --softening 0.01 --so 200c,vir";

  /** Of the limits of {@link #COMMON}: names of Gadget-4, SOAP and yt. */
  private static final List<String[]> LIMITS =
      List.of(
          new String[] {"Crit200", "200_crit", "200c"}, new String[] {"TopHat200", "BN98", "vir"});

  /** File of a catalogue, by its layout. */
  private static final Map<String, String> FILES =
      Map.of(
          "gadget", "fof_subhalo_tab_001.0.hdf5",
          "tng", "fof_subhalo_tab_001.0.hdf5",
          "swift", "fof_output_0001.hdf5",
          "yt", "halos_001.0.h5");

  @TempDir Path dir;

  private Path snapshot;

  /** At a = 0.5, in Mpc/h and 1e10 Msun/h. */
  @BeforeEach
  void write() {
    double[] places = MockCoordinates.wide(MockCoordinates.clustered(4096, BOX, 3));
    snapshot =
        SnapshotFixtures.gadget(BOX, Particles.at(places).withMass(0.3))
            .write(dir.resolve("snapshot_001.hdf5"));
  }

  private Path run(String format, String options) {
    Path out = dir.resolve(format + options.hashCode());
    List<Object> words = new ArrayList<>(List.of("run", snapshot, "-o", out, "--format", format));
    words.addAll(List.of((options + COMMON).strip().split(" +")));
    Jzfof.run(words.toArray()).succeeded();
    return out.resolve("groups_001");
  }

  private static CatalogueFile file(Path groups, String format) {
    return CatalogueFile.of(groups.resolve(FILES.get(format)));
  }

  private static double[] scaled(double[] values, double factor) {
    return Arrays.stream(values).map(x -> factor * x).toArray();
  }

  private static void assertClose(double[] expected, double[] actual, String what) {
    assertEquals(expected.length, actual.length, what);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], 2e-7 * Math.abs(expected[i]), what);
    }
  }

  @Test
  void theValuesAreThoseOfGadgetInOtherUnits() {
    CatalogueFile gadget = file(run("gadget", ""), "gadget");
    CatalogueFile swift = file(run("swift", ""), "swift");
    CatalogueFile yt = file(run("yt", ""), "yt");
    double cm = 0.5 * 3.085678e24 / H;
    double grams = 1.989e43 / H;
    for (String[] limit : LIMITS) {
      double[] mass = gadget.doubles("/Group/Group_M_" + limit[0]);
      double[] radius = gadget.doubles("/Group/Group_R_" + limit[0]);
      long[] number = gadget.longs("/Group/Group_N_" + limit[0]);
      assertTrue(
          Arrays.stream(number).filter(n -> n > 25).count() > 9,
          () -> limit[0] + Arrays.toString(number));
      String soap = "/SO/" + limit[1];
      assertClose(scaled(mass, 1 / H), swift.doubles(soap + "/TotalMass"), soap);
      assertClose(scaled(radius, 1 / H), swift.doubles(soap + "/SORadius"), soap);
      assertArrayEquals(number, swift.longs(soap + "/NumberOfParticles"), soap);
      assertClose(scaled(mass, grams), yt.doubles("/mass_" + limit[2]), limit[2]);
      assertClose(scaled(radius, cm), yt.doubles("/radius_" + limit[2]), limit[2]);
      assertArrayEquals(number, yt.longs("/particles_" + limit[2]), limit[2]);
    }
    double[] centre = gadget.doubles("/Group/GroupPos");
    assertClose(scaled(centre, 1 / H), swift.doubles("/InputHalos/HaloCentre"), "centres");
    double[] y = new double[centre.length / 3];
    Arrays.setAll(y, g -> cm * centre[3 * g + 1]);
    assertClose(y, yt.doubles("/particle_position_y"), "centres");
    assertArrayEquals(yt.doubles("/radius_200c"), yt.doubles("/virial_radius"));
  }

  /** In the units and with the words of each layout. */
  @Test
  void datasetsSayWhatTheyAre() {
    try (Hdf5File f = Hdf5File.open(run("swift", "").resolve(FILES.get("swift")))) {
      String radius = "/SO/200_crit/SORadius";
      assertArrayEquals(new double[] {1}, f.doubles(radius, "U_L exponent"));
      assertArrayEquals(new double[] {1}, f.doubles(radius, "a-scale exponent"));
      assertArrayEquals(new double[] {1}, f.doubles("/SO/BN98/TotalMass", "U_M exponent"));
      assertEquals("mean density of 200 times the critical density", f.text(radius, "Definition"));
      assertEquals("last", f.text(radius, "Crossing"));
      assertTrue(f.text(radius, "Description").contains("around InputHalos/HaloCentre with"));
      assertEquals(List.of("HaloCentre"), f.children("/InputHalos"));
    }
    Path first = run("yt", "--so-crossing first").resolve(FILES.get("yt"));
    try (Hdf5File f = Hdf5File.open(first)) {
      assertEquals("cm", f.text("/radius_vir", "units"));
      assertEquals("first", f.text("/radius_vir", "crossing"));
      assertTrue(f.text("/virial_radius", "description").contains("200 times the critical"));
    }
  }

  /** What yt takes for the radius of a halo: that of 200c, else of vir, else the enclosing one. */
  @ParameterizedTest
  @CsvSource({
    "'500c,vir,200m,200c', radius_200c, 200 times the critical density",
    "'500c,vir,200m', radius_vir, Bryan and Norman",
    "'500c,200m', enclosing_radius, overdensity",
    "none, enclosing_radius, overdensity"
  })
  void theRadiusOfAHaloInYt(String limits, String radius, String said) {
    Path out = dir.resolve("radius");
    Jzfof.run("run", snapshot, "-o", out, "--format", "yt", "--so", limits, "--softening", 0.01)
        .succeeded();
    CatalogueFile yt = file(out.resolve("groups_001"), "yt");
    assertArrayEquals(yt.doubles("/" + radius), yt.doubles("/virial_radius"));
    try (Hdf5File f = Hdf5File.open(out.resolve("groups_001/" + FILES.get("yt")))) {
      String description = f.text("/virial_radius", "description");
      assertTrue(description.contains(said), description);
      assertEquals(!limits.equals("none"), f.exists("/centre_of_mass_x"));
    }
  }

  /** All commands that read catalogues, of one file or several, from one rank or three. */
  @ParameterizedTest
  @CsvSource({"tng, --files 3", "tng, --ranks 3", "swift, --ranks 3", "swift, -q", "yt, --ranks 3"})
  void everyCommandKnowsThem(String format, String options) throws IOException {
    Path gadget = run("gadget", "");
    Path groups = run(format, options);
    Jzfof.run("compare", gadget, groups).succeeded().printed("equal            yes");
    Jzfof.run("compare", groups, gadget).succeeded().printed("equal            yes");
    Jzfof.run("info", groups).printed("spheres      200c, vir");
    Path picture = dir.resolve("m200c.png");
    Jzfof.run("plot", groups, "--mass", "200c", "-o", picture).succeeded();
    Files.delete(picture);
    Jzfof.run("plot", groups, "--mass", "500c", "-o", picture).failed(3, "--so 500c");
    Path spheres = dir.resolve("spheres_001.hdf5");
    for (int ranks : new int[] {1, 2}) {
      Jzfof.run("so", groups, snapshot, "-o", dir + "/", "--ranks", ranks, "--overwrite")
          .succeeded();
      CatalogueFile measured = CatalogueFile.of(spheres);
      CatalogueFile expected = file(gadget, "gadget");
      for (String limit : List.of("Crit200", "TopHat200")) {
        String number = "/Group/Group_N_" + limit;
        assertArrayEquals(expected.longs(number), measured.longs(number), limit);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tng", "swift", "yt"})
  void aDifferenceIsSeen(String format) {
    Path last = run(format, "");
    Path gadget = run("gadget", "--so-crossing gadget");
    Outcome outcome = Jzfof.run("compare", last, gadget);
    assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.out());
    assertTrue(outcome.out().contains("Group_R_TopHat200"), outcome.out());
    Path none = dir.resolve("none");
    Jzfof.run("run", snapshot, "-o", none, "--format", format, "--so", "none").succeeded();
    Jzfof.run("info", none.resolve("groups_001")).succeeded();
    outcome = Jzfof.run("compare", last, none.resolve("groups_001"));
    assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.out());
    assertTrue(outcome.out().contains("Group_M_TopHat200, Group_R_TopHat200"), outcome.out());
    Path picture = dir.resolve("none.png");
    Jzfof.run("plot", none.resolve("groups_001"), "--mass", "vir", "-o", picture)
        .failed(3, "no Group_M_TopHat200", "--so vir");
  }

  @ParameterizedTest
  @CsvSource({"swift, /SO/200_crit/TotalMass", "yt, /mass_200c", "tng, /Group/Group_M_Crit200"})
  void aDatasetThatIsNotThere(String format, String dataset) {
    Path whole = run(format, "");
    Path torn = run(format, "-q").resolve(FILES.get(format));
    Hdf5Edit.remove(torn, dataset);
    Jzfof.run("plot", torn, "--mass", "200c", "-o", dir.resolve("torn.png"))
        .failed(3, torn + " has no Group_M_Crit200");
    Outcome outcome = Jzfof.run("compare", whole, torn);
    assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.out());
    assertTrue(outcome.out().contains("only A has Group_M_Crit200"), outcome.out());
  }

  /** The centre of the spheres is then that of mass, and so are the other centres. */
  @ParameterizedTest
  @ValueSource(strings = {"tng", "swift", "yt"})
  void centresOfMass(String format) {
    Path groups = run(format, "--centre com");
    Jzfof.run("compare", run("gadget", "--centre com"), groups).succeeded();
    CatalogueFile file = file(groups, format);
    switch (format) {
      case "tng" ->
          assertArrayEquals(file.doubles("/Group/GroupCM"), file.doubles("/Group/GroupPos"));
      case "swift" ->
          assertArrayEquals(
              file.doubles("/Groups/Centres"), file.doubles("/InputHalos/HaloCentre"));
      default -> assertTrue(!file.names("/").contains("centre_of_mass_x"));
    }
  }

  /** Others may write several files, some without groups, and other groups beside /SO/NNN_crit. */
  @Test
  void severalFilesInTheLayoutOfSoap() throws IOException {
    long[] rows = {0, 2, 1};
    for (int k = 0; k < rows.length; k++) {
      try (Hdf5Writer w = Hdf5Writer.create(dir.resolve("fof_output_0001." + k + ".hdf5"))) {
        w.group("/Header");
        w.attribute("/Header", "NumGroups_ThisFile", Hdf5Type.INT64, rows[k]);
        w.attribute("/Header", "NumGroups_Total", Hdf5Type.INT64, 3);
        w.attribute("/Header", "NumFilesPerSnapshot", Hdf5Type.INT32, 3);
        w.attribute("/Header", "Redshift", Hdf5Type.FLOAT64, 0);
        w.attribute("/Header", "BoxSize", Hdf5Type.FLOAT64, new double[] {9, 9, 9});
        if (rows[k] > 0) {
          List.of("/Groups", "/SO", "/SO/5xR_500_crit", "/SO/1000_mean", "/InputHalos")
              .forEach(w::group);
          w.dataset("/Groups/Sizes", Hdf5Type.INT64, rows[k]);
          put(w, "/Groups/Masses", k, rows[k]);
          put(w, "/Groups/Centres", k, rows[k], 3);
          put(w, "/InputHalos/HaloCentre", 7 + k, rows[k], 3);
          put(w, "/SO/5xR_500_crit/TotalMass", k, rows[k]);
          put(w, "/SO/1000_mean/TotalMass", 10 + k, rows[k]);
          put(w, "/SO/1000_mean/SORadius", k, rows[k]);
        }
      }
    }
    Path named = dir.resolve("fof_output_0001.1.hdf5");
    Jzfof.run("info", named).printed("3 files", "spheres      1000m", "8.0000");
    Path picture = dir.resolve("picture.png");
    Jzfof.run("plot", named, "--mass", "1000m", "-o", picture).succeeded();
    Jzfof.run("plot", named, "--mass", "500c", "-o", picture).failed(3, "no Group_M_Crit500");
    Jzfof.run("compare", named, named).printed("equal            yes");
  }

  private static void put(Hdf5Writer w, String path, double value, long... dims) {
    w.dataset(path, Hdf5Type.FLOAT64, dims);
    double[] values = new double[(int) Arrays.stream(dims).reduce(1, (a, b) -> a * b)];
    Arrays.setAll(values, i -> value + 0.25 * i);
    w.write(path, 0, (int) dims[0], values);
  }

  /** IllustrisTNG has six types of particles. */
  @Test
  void otherTypesThanThoseOfIllustrisTng() {
    Path many =
        SnapshotFixtures.swift(
                BOX,
                Particles.uniform(500, BOX, 1).withMass(1),
                Particles.uniform(500, BOX, 2).withMass(1).withType(6))
            .write(dir.resolve("snapshot_002.hdf5"));
    Object[] common = {"run", many, "-o", dir, "--format", "tng", "--so", "none"};
    List<Object> words = new ArrayList<>(List.of(common));
    Jzfof.run(words.toArray()).succeeded();
    for (List<String> types : List.of(List.of("--types", "1,6"), List.of("--attach", "6"))) {
      List<Object> refused = new ArrayList<>(words);
      refused.addAll(types);
      Jzfof.run(refused.toArray()).failed(3, "types 0 to 5, but type 6", "--format gadget");
    }
  }
}
