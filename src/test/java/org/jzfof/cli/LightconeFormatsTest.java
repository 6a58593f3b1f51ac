package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.lightcone.NestedPixels;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;

/** {@code jzfof run --lightcone --format}: other layouts than Gadget's. */
class LightconeFormatsTest {
  private static final double HUBBLE = 0.678;

  /** Names in the layout of lightcone_io, of what Gadget's has; masses and lengths without h. */
  private static final Map<String, String> NAMES =
      Map.of(
          "/Groups/Sizes", "/Group/GroupLen",
          "/Lightcone/Redshift", "/Group/GroupRedshift",
          "/Lightcone/ExpansionFactor", "/Group/GroupAscale",
          "/Lightcone/RightAscension", "/Group/GroupRA",
          "/Lightcone/Declination", "/Group/GroupDec",
          "/Lightcone/Pixel", "/Group/GroupPixel",
          "/Groups/Velocities", "/Group/GroupVel",
          "/Lightcone/LineOfSightVelocity", "/Group/GroupVelLineOfSight");

  private static final Map<String, String> WITH_H =
      Map.of(
          "/Lightcone/HaloCentre", "/Group/GroupPos",
          "/Lightcone/ComovingDistance", "/Group/GroupDistance",
          "/Groups/Masses", "/Group/GroupMass",
          "/SO/200_crit/TotalMass", "/Group/Group_M_Crit200");

  private static final Object[] SPHERES = {
    "--so", "200c", "--softening", 0.02, "--properties", "types"
  };

  private static final Object[] PROPERTIES = {
    "--so", "200c", "--softening", 0.02, "--properties", "all"
  };

  @TempDir Path dir;

  private Path cone() {
    Particles particles = ConeParticles.images();
    return LightconeFixture.gadget4(particles, ConeParticles.scaleFactors(particles))
        .write(dir.resolve("in/conesnap_0000.hdf5"));
  }

  private Path run(Path cone, String format, Object... words) {
    Path out = dir.resolve(format);
    Jzfof.run(List.of("run", "--lightcone", cone, "-o", out, "--format", format), words)
        .succeeded();
    return out.resolve("groups_0000");
  }

  private static double[] rows(double[] values, int[] row, double factor) {
    int width = values.length / row.length;
    double[] picked = new double[values.length];
    Arrays.setAll(picked, i -> factor * values[width * row[i / width] + i % width]);
    return picked;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void rowsOfLightconeIoAreInPixelOrderForAnyRanks(int ranks) {
    Path cone = cone();
    Object[] words = {
      "--so",
      "200c",
      "--softening",
      0.02,
      "--properties",
      "types",
      "--membership",
      "--nside",
      32,
      "--ranks",
      ranks
    };
    Path gadget = run(cone, "gadget", words);
    Path groups = run(cone, "lightcone", words);
    CatalogueFile expected = CatalogueFile.in(dir.resolve("gadget"), "0000");
    CatalogueFile found = CatalogueFile.of(groups.resolve("lightcone_halos_0000.hdf5"));
    long[] index = found.longs("/InputHalos/HaloCatalogueIndex");
    int[] row = Arrays.stream(index).mapToInt(i -> (int) i).toArray();
    int[] every = IntStream.range(0, expected.groups()).toArray();
    assertTrue(every.length > 100, "groups " + every.length);
    assertArrayEquals(every, Arrays.stream(row).sorted().toArray());
    NAMES.forEach(
        (name, ofGadget) ->
            assertArrayEquals(
                rows(expected.doubles(ofGadget), row, 1), found.doubles(name), 1e-6, name));
    WITH_H.forEach(
        (name, ofGadget) -> {
          double[] without = rows(expected.doubles(ofGadget), row, 1 / HUBBLE);
          double[] values = found.doubles(name);
          for (int i = 0; i < values.length; i++) {
            assertEquals(without[i], values[i], 1e-6 * Math.abs(without[i]), name);
          }
        });
    assertIndex(found, index, 32);
    assertArrayEquals(
        CatalogueFile.of(gadget.resolve("membership_0000.hdf5")).longs("/PartType1/GroupNumber"),
        CatalogueFile.of(groups.resolve("membership_0000.hdf5")).longs("/PartType1/GroupNumber"));
  }

  /** Rows of a pixel of the index follow each other, in the order of the catalogue. */
  private static void assertIndex(CatalogueFile found, long[] index, int nside) {
    assertEquals(nside, found.attribute("/Index", "nside"));
    NestedPixels pixels = new NestedPixels(nside);
    double[] x = found.doubles("/Lightcone/HaloCentre");
    long[] rows = found.longs("/Index/NumHalosPerPixel");
    long[] first = found.longs("/Index/FirstHaloInPixel");
    assertEquals(12 * nside * nside, rows.length);
    int row = 0;
    for (int pixel = 0; pixel < rows.length; pixel++) {
      assertEquals(row, first[pixel], "pixel " + pixel);
      for (int i = 0; i < rows[pixel]; i++, row++) {
        assertEquals(pixel, pixels.pixel(x[3 * row], x[3 * row + 1], x[3 * row + 2]));
        assertTrue(i == 0 || index[row] > index[row - 1], "row " + row);
      }
    }
    assertEquals(index.length, row);
  }

  /** The reader asks for these attributes; units have no h. */
  @Test
  void everyPropertyHasItsUnit() {
    Path file = run(cone(), "lightcone", SPHERES).resolve("lightcone_halos_0000.hdf5");
    try (Hdf5File f = Hdf5File.open(file)) {
      assertEquals("nest", f.text("/Index", "order"));
      assertEquals(64, f.doubles("/Index", "nside")[0], "a table of a megabyte at most");
      for (String path : List.of("/Lightcone/HaloCentre", "/Groups/Masses", "/Lightcone/Pixel")) {
        for (String unit : List.of("U_M", "U_L", "U_t", "U_I", "U_T", "a-scale", "h-scale")) {
          assertEquals(1, f.doubles(path, unit + " exponent").length, path + unit);
        }
        assertTrue(f.text(path, "Description").length() > 10, path);
      }
      String cgs = "Conversion factor to CGS (not including cosmological corrections)";
      assertEquals(3.085678e24, f.doubles("/Lightcone/HaloCentre", cgs)[0], 1e18);
      assertEquals(1, f.doubles("/Lightcone/HaloCentre", "a-scale exponent")[0]);
      assertEquals(0, f.doubles("/Lightcone/HaloCentre", "h-scale exponent")[0]);
      assertEquals(1.989e43, f.doubles("/Groups/Masses", cgs)[0], 1e37);
      assertEquals(1e5, f.doubles("/Groups/Velocities", cgs)[0], 1e-3);
    }
  }

  @Test
  void whatReadsCataloguesReadsIt() {
    Path cone = cone();
    Path gadget = run(cone, "gadget");
    Path groups = run(cone, "lightcone", "--membership");
    String largest =
        Jzfof.run("info", gadget)
            .out()
            .lines()
            .filter(l -> l.startsWith("       0 "))
            .findFirst()
            .orElseThrow();
    String length = largest.strip().split(" +")[1];
    Jzfof.run("info", groups)
        .printed("lightcone_io layout")
        .printed("%8d %12s".formatted(0, length));
    Jzfof.run("compare", gadget, groups).printed("equal            yes");
    Jzfof.run("export", groups, "-o", dir.resolve("t.csv")).succeeded();
    Jzfof.run("compare", gadget, run(cone, "yt")).printed("equal            yes");
  }

  /** Radii are comoving in both layouts, physical in Gadget's; spins are physical in all. */
  @Test
  void propertiesAtTheTimeOfEachGroup() {
    Path cone = cone();
    Path gadget = run(cone, "gadget", PROPERTIES);
    Path yt = run(cone, "yt", PROPERTIES).resolve("halos_0000.0.h5");
    Path io = run(cone, "lightcone", PROPERTIES).resolve("lightcone_halos_0000.hdf5");
    CatalogueFile expected = CatalogueFile.in(dir.resolve("gadget"), "0000");
    double[] a = expected.doubles("/Group/GroupAscale");
    double[] radius = expected.doubles("/Group/GroupVmaxRad");
    double[] spin = expected.doubles("/Group/GroupSpin");
    double[] ofYt = CatalogueFile.of(yt).doubles("/vmax_radius");
    double[] spinOfYt = CatalogueFile.of(yt).doubles("/spin_x");
    CatalogueFile halos = CatalogueFile.of(io);
    double[] ofIo = halos.doubles("/Groups/MaximumCircularVelocityRadiusUnsoftened");
    double[] spinOfIo = halos.doubles("/Groups/SpecificAngularMomentum");
    long[] group = halos.longs("/InputHalos/HaloCatalogueIndex");
    double cm = 3.085678e24 / HUBBLE;
    for (int g = 0; g < a.length; g++) {
      assertEquals(radius[g] / a[g] * cm, ofYt[g], 1e-5 * ofYt[g], "radius of " + g);
      double unit = cm * 1e5;
      assertEquals(spin[3 * g] * unit, spinOfYt[g], 1e-5 * Math.abs(spinOfYt[g]), "spin of " + g);
      int of = (int) group[g];
      assertEquals(radius[of] / a[of] / HUBBLE, ofIo[g], 1e-5 * ofIo[g], "radius in row " + g);
      assertEquals(spin[3 * of] / HUBBLE, spinOfIo[3 * g], 1e-5 * Math.abs(spinOfIo[3 * g]));
    }
    for (Path other : List.of(yt, io)) {
      StoredTable read = StoredCatalogue.open(other).groupTable();
      StoredTable original = StoredCatalogue.open(gadget).groupTable();
      double unit = other == yt ? cm : 1 / HUBBLE;
      double[] values = read.doubles(GroupColumns.VMAX_RADIUS);
      double[] same = original.doubles(GroupColumns.VMAX_RADIUS);
      for (int g = 0; g < a.length; g++) {
        int of = other == yt ? g : (int) group[g];
        assertEquals(unit * same[of], values[g], 1e-5 * values[g]);
      }
    }
    Jzfof.run("compare", gadget, io).printed("equal            yes");
  }

  /** Of SWIFT's files too, which have neither header nor cosmology; and without any group. */
  @Test
  void ofSwiftAndWithoutGroups() {
    Particles particles = ConeParticles.around();
    Path cone =
        LightconeFixture.swift(particles, ConeParticles.scaleFactors(particles))
            .write(dir.resolve("in/cone_0000.0.hdf5"));
    Object[] cosmology = {"--omega-m", 0.308, "--omega-lambda", 0.692, "--hubble", 0.678};
    Map<String, Integer> files = new HashMap<>();
    for (Object least : List.of(20, 30000)) {
      for (String format : List.of("lightcone", "yt")) {
        Path out = dir.resolve(format + least);
        Jzfof.run(List.of("run", "--lightcone", cone, "-o", out, "--format", format), cosmology)
            .succeeded();
        files.put(format + least, out.toFile().list().length);
      }
      Path out = dir.resolve("lightcone" + least);
      Jzfof.run("info", out.resolve(out.toFile().list()[0])).printed("a light cone");
    }
    assertEquals(4, files.size());
  }

  @Test
  void readersOpenThem() {
    PythonScript script = PythonScript.needing("check_lightcones.py", "h5py, yt", dir);
    Path cone = cone();
    Path gadget = run(cone, "gadget", SPHERES).resolve("fof_subhalo_tab_0000.0.hdf5");
    Path yt = run(cone, "yt", SPHERES).resolve("halos_0000.0.h5");
    Path io = run(cone, "lightcone", SPHERES).resolve("lightcone_halos_0000.hdf5");
    script.accepts(2, List.of(gadget.toString(), io.toString(), yt.toString()));
  }

  @Test
  void whereItDoesNotFit() {
    Path cone = cone();
    Jzfof.run("run", "examples/lcdm32/snapshot_001.hdf5", "-o", dir, "--format", "lightcone")
        .failed(ExitCodes.USAGE, "--format lightcone", "add --lightcone");
    Jzfof.run("run", "--lightcone", cone, "-o", dir, "--format", "lightcone", "--files", 2)
        .failed(ExitCodes.USAGE, "--files is 2");
    Jzfof.run("run", "--lightcone", cone, "-o", dir, "--format", "yt", "--subhaloes")
        .failed(ExitCodes.USAGE, "--format yt", "--subhaloes");
    Jzfof.run("run", "--lightcone", cone, "-o", dir, "--format", "cone")
        .failed(ExitCodes.USAGE, "cone is no layout", "lightcone");
    Path unitless =
        LightconeFixture.gadget4(Particles.at(1, 2, 3, 4, 5, 6), 0.9)
            .with("UnitVelocity_in_cm_per_s", Double.NaN)
            .write(dir.resolve("no/conesnap_0000.hdf5"));
    Object[] words = {"--linking-length", 1, "--particle-mass", 1, "--format", "lightcone"};
    Jzfof.run(List.of("run", "--lightcone", unitless, "-o", dir), words)
        .failed(ExitCodes.SNAPSHOT, "--format lightcone needs units", "--format gadget");
  }
}
