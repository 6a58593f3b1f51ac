package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.ColumnType;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Properties in the layouts of SWIFT and yt: written, and compared with those of Gadget-4. */
class PropertyLayoutsTest {
  private static final double BOX = 5;
  private static final double H = 0.678;
  private static final double A = 0.5;
  private static final double MPC = 3.085678e24;

  private static final int PARTICLES = 4096;
  private static final int HALOES = 12;
  private static final int MEMBERS = 200;

  /**
   * Names in Gadget's layout, SWIFT's and yt's, where several stand side by side, and what each
   * number of Gadget's is multiplied by.
   */
  private static final List<Row> GROUPS =
      List.of(
          new Row("GroupVmax", "MaximumCircularVelocityUnsoftened", "vmax", 1, 1e5),
          length("GroupVmaxRad", "MaximumCircularVelocityRadiusUnsoftened", "vmax_radius", A),
          length("GroupHalfmassRad", "HalfMassRadiusTotal", "half_mass_radius", A),
          length("GroupOffset", "CentreOfMassOffset", "centre_of_mass_offset", 1),
          new Row(
              "GroupVelDispPhysical",
              "VelocityDispersionPhysical",
              "velocity_dispersion_physical",
              1,
              1e5),
          new Row(
              "GroupSpin",
              "SpecificAngularMomentum",
              "spin_x spin_y spin_z",
              1 / H,
              MPC / H * 1e5));

  /** The same inside spheres. */
  private static final List<Row> SPHERES =
      List.of(
          new Row("VelDisp", "VelocityDispersion", "velocity_dispersion", 1, 1e5),
          new Row("Spin", "SpecificAngularMomentum", "spin_x spin_y spin_z", 1 / H, MPC / H * 1e5),
          new Row("SpinParameter", "SpinParameter", "spin_parameter", 1, 1),
          new Row("Concentration", "ConcentrationUnsoftened", "concentration", 1, 1),
          new Row("ConcentrationVmax", "ConcentrationVmax", "concentration_vmax", 1, 1),
          new Row("AxisRatios", "AxisRatios", "b_to_a c_to_a", 1, 1),
          new Row(
              "Axes",
              "Axes",
              "major_axis_x major_axis_y major_axis_z intermediate_axis_x intermediate_axis_y"
                  + " intermediate_axis_z minor_axis_x minor_axis_y minor_axis_z",
              1,
              1));

  private static final List<String[]> LIMITS =
      List.of(
          new String[] {"Crit200", "200_crit", "200c"}, new String[] {"TopHat200", "BN98", "vir"});

  private static final Map<String, String> FILES =
      Map.of(
          "gadget", "fof_subhalo_tab_001.0.hdf5",
          "tng", "fof_subhalo_tab_001.0.hdf5",
          "swift", "fof_output_0001.hdf5",
          "yt", "halos_001.0.h5");

  @TempDir Path dir;

  private Path snapshot;

  private record Row(String gadget, String swift, String yt, double toSwift, double toYt) {}

  /** A length that Gadget's layout divides by a, or does not. */
  private static Row length(String gadget, String swift, String yt, double overA) {
    return new Row(gadget, swift, yt, 1 / (H * overA), A * MPC / (H * overA));
  }

  /** Dark matter and stars at a = 0.5, in Mpc/h and 1e10 Msun/h. */
  @BeforeEach
  void write() {
    snapshot = SnapshotFixtures.gadget(BOX, particles()).write(dir.resolve("snapshot_001.hdf5"));
  }

  /** Haloes of equal mass in every shell, longest along x, among others. */
  private static Particles[] particles() {
    Random random = new Random(4);
    double[] places = random.doubles(3L * PARTICLES, 0, BOX).toArray();
    float[] velocities = new float[places.length];
    for (int i = 0; i < PARTICLES; i++) {
      int centre = 3 * (i / MEMBERS * MEMBERS);
      double[] way = random.doubles(3, -1, 1).toArray();
      for (int d = 0; d < 3; d++) {
        velocities[3 * i + d] = (float) (90 * random.nextGaussian());
        if (i < HALOES * MEMBERS && i % MEMBERS > 0) {
          double x = places[centre + d] + 0.15 * (i % MEMBERS) / MEMBERS * way[d] / (1 + d);
          places[3 * i + d] = x - BOX * Math.floor(x / BOX);
        }
      }
    }
    Particles all = Particles.at(places).withVelocities(velocities).shuffled(5);
    return new Particles[] {
      all.slice(0, 3500).withMass(0.3), all.slice(3500, PARTICLES).withType(4).withMass(0.1)
    };
  }

  private Path run(String format, String... options) {
    Path out = dir.resolve(format + String.join("", options).hashCode());
    String common = "--softening 0.01 --so 200c,vir --attach 4 --format " + format;
    List<Object> words = new ArrayList<>(List.of("run", snapshot, "-o", out));
    words.addAll(List.of(common.split(" ")));
    words.addAll(List.of(options));
    Jzfof.run(words.toArray()).succeeded();
    return out.resolve("groups_001");
  }

  private Path all(String format) {
    return run(format, "--properties", "all");
  }

  private static CatalogueFile file(Path groups, String format) {
    return CatalogueFile.of(groups.resolve(FILES.get(format)));
  }

  @Test
  void theValuesAreThoseOfGadgetInOtherUnits() {
    CatalogueFile gadget = file(all("gadget"), "gadget");
    CatalogueFile swift = file(all("swift"), "swift");
    CatalogueFile yt = file(all("yt"), "yt");
    for (Row row : GROUPS) {
      double[] values = gadget.doubles("/Group/" + row.gadget);
      assertTrue(Arrays.stream(values).filter(x -> x != 0).count() > 9, row.gadget);
      assertClose(values, row.toSwift, swift.doubles("/Groups/" + row.swift), row.swift);
      assertClose(values, row.toYt, sideBySide(yt, row.yt, ""), row.yt);
    }
    for (String[] limit : LIMITS) {
      for (Row row : SPHERES) {
        double[] values = gadget.doubles("/Group/Group_" + row.gadget + "_" + limit[0]);
        assertTrue(
            Arrays.stream(values).filter(x -> Math.abs(x) > 0).count() > 9,
            row.gadget + Arrays.toString(values));
        String path = "/SO/" + limit[1] + "/" + row.swift;
        assertClose(values, row.toSwift, swift.doubles(path), path);
        assertClose(values, row.toYt, sideBySide(yt, row.yt, "_" + limit[2]), row.yt);
      }
      double[] masses = gadget.doubles("/Group/Group_MassType_" + limit[0]);
      for (int type : new int[] {1, 4}) {
        double[] ofType = new double[masses.length / 6];
        Arrays.setAll(ofType, g -> masses[6 * g + type]);
        assertTrue(Arrays.stream(ofType).sum() > 1);
        String path = "/SO/" + limit[1] + (type == 1 ? "/DarkMatterMass" : "/StellarMass");
        assertClose(ofType, 1 / H, swift.doubles(path), path);
        String name = "/mass_type" + type + "_" + limit[2];
        assertClose(ofType, 1.989e43 / H, yt.doubles(name), name);
      }
    }
    assertFalse(swift.names("/SO/BN98").contains("GasMass"), "there is no gas");
    assertFalse(yt.names("/").contains("mass_type0_vir"), "there is no gas");
  }

  private static double[] sideBySide(CatalogueFile yt, String names, String suffix) {
    List<double[]> columns =
        Arrays.stream(names.split(" ")).map(name -> yt.doubles("/" + name + suffix)).toList();
    double[] all = new double[columns.size() * columns.get(0).length];
    Arrays.setAll(all, i -> columns.get(i % columns.size())[i / columns.size()]);
    return all;
  }

  private static void assertClose(double[] gadget, double factor, double[] actual, String what) {
    assertEquals(gadget.length, actual.length, what);
    for (int i = 0; i < gadget.length; i++) {
      double expected = factor * gadget[i];
      double most = Double.isNaN(expected) ? 1 : 2e-7 * Math.abs(expected);
      assertEquals(expected, actual[i], most + Double.MIN_VALUE, what);
    }
  }

  @Test
  void datasetsSayWhatTheyAre() {
    try (Hdf5File f = Hdf5File.open(all("swift").resolve(FILES.get("swift")))) {
      exponents(f, "/Groups/MaximumCircularVelocityUnsoftened", 0, 1, -1, 0);
      exponents(f, "/Groups/HalfMassRadiusTotal", 0, 1, 0, 1);
      exponents(f, "/Groups/SpecificAngularMomentum", 0, 2, -1, 1);
      exponents(f, "/SO/BN98/SpinParameter", 0, 0, 0, 0);
      exponents(f, "/SO/BN98/StellarMass", 1, 0, 0, 0);
      String spin = "/SO/200_crit/SpecificAngularMomentum";
      exponents(f, spin, 0, 2, -1, 1);
      double unit =
          f.doubles(spin, "Conversion factor to CGS (not including cosmological corrections)")[0];
      assertEquals(MPC * 1e5, unit, 1e-9 * unit);
      assertEquals("U_L^2 U_t^-1  [ cm^2 s^-1 ]", text(f, spin));
      assertArrayEquals(new long[] {1}, f.longs(spin, "Value stored as physical"));
      assertEquals("mean density of 200 times the critical density", f.text(spin, "Definition"));
      assertTrue(f.text(spin, "Description").contains("around InputHalos/HaloCentre with"));
      String offset = "/Groups/CentreOfMassOffset";
      assertTrue(f.text(offset, "Description").endsWith("from InputHalos/HaloCentre"));
      assertFalse(f.hasAttribute(offset, "Definition"));
    }
    try (Hdf5File f = Hdf5File.open(all("yt").resolve(FILES.get("yt")))) {
      assertEquals("cm**2/s", f.text("/spin_y_vir", "units"));
      assertEquals("cm/s", f.text("/velocity_dispersion_200c", "units"));
      assertEquals("g", f.text("/mass_type4_200c", "units"));
      assertEquals("", f.text("/b_to_a_vir", "units"));
      assertTrue(f.text("/c_to_a_vir", "definition").contains("Bryan and Norman"));
      assertTrue(f.text("/c_to_a_vir", "description").endsWith("NaN if there is none)"));
      assertTrue(f.text("/spin_x_vir", "description").endsWith("0 if there is none)"));
      assertTrue(f.text("/vmax", "description").contains("particle_position_x, _y, _z"));
    }
  }

  private static String text(Hdf5File f, String dataset) {
    return f.text(dataset, "Expression for physical CGS units");
  }

  private static void exponents(Hdf5File f, String dataset, double... expected) {
    double[] found =
        List.of("U_M", "U_L", "U_t", "a-scale").stream()
            .mapToDouble(name -> f.doubles(dataset, name + " exponent")[0])
            .toArray();
    assertArrayEquals(expected, found, dataset);
  }

  /** In both directions, from one rank or three. */
  @ParameterizedTest
  @CsvSource({"gadget, swift", "yt, gadget", "swift, yt", "tng, yt", "swift, tng"})
  void theyAreComparedInAnyLayout(String one, String other) {
    Path a = all(one);
    Path b = run(other, "--properties", "all", "--ranks", "3");
    Jzfof.run("compare", a, b).printed("equal            yes");
    Outcome back = Jzfof.run("compare", b, a).printed("equal            yes");
    assertFalse(back.out().contains("Group_"), back.out());
    assertFalse(back.out().contains("GroupVmax"), back.out());
  }

  /** A snapshot in other units, without h, at a = 0.25. */
  @Test
  void alsoThoseOfSnapshotsWithoutHubble() {
    snapshot = SnapshotFixtures.swift(BOX, particles()).write(dir.resolve("snapshot_001.hdf5"));
    Path gadget = all("gadget");
    for (String format : List.of("swift", "yt")) {
      Jzfof.run("compare", gadget, all(format)).printed("equal            yes");
    }
  }

  /** Also a number in place of none, and numbers beside small ones of a vector. */
  @ParameterizedTest
  @CsvSource({
    "swift, /Groups/HalfMassRadiusTotal, GroupHalfmassRad, 1",
    "swift, /SO/200_crit/StellarMass, Group_MassType_Crit200, 1",
    "swift, /SO/BN98/AxisRatios, Group_AxisRatios_TopHat200, 2",
    "yt, /spin_z, GroupSpin, 1",
    "yt, /intermediate_axis_y_200c, Group_Axes_Crit200, 1",
    "yt, /concentration_vmax_vir, Group_ConcentrationVmax_TopHat200, 1",
    "gadget, /Group/GroupVmaxRad, GroupVmaxRad, 1",
    "tng, /Group/Group_VelDisp_Crit200, Group_VelDisp_Crit200, 1"
  })
  void aDifferenceIsSeen(String format, String dataset, String name, int width) {
    Path gadget = all("gadget");
    Path changed = run(format, "--properties", "all", "-q");
    Path file = changed.resolve(FILES.get(format));
    double[] values = file(changed, format).doubles(dataset);
    int known = 0;
    while (Double.isNaN(values[known])) {
      known++;
    }
    long[] index = width == 1 ? new long[] {known} : new long[] {known / width, known % width};
    for (double value : new double[] {12.5, Double.NaN}) {
      Hdf5Edit.value(file, dataset, value, index);
      for (Object[] words :
          new Object[][] {{"compare", gadget, changed}, {"compare", changed, gadget}}) {
        Outcome outcome = Jzfof.run(words);
        assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.out() + outcome.err());
        List<String> lines = outcome.out().lines().filter(line -> line.contains(name)).toList();
        assertEquals(2, lines.size(), outcome.out());
        assertTrue(lines.get(0).matches(name + " +1 .*"), lines.get(0));
      }
    }
  }

  /** In the same layout a difference, in another one only named, as with all other datasets. */
  @ParameterizedTest
  @ValueSource(strings = {"gadget", "swift", "yt"})
  void whereOnlyOneHasThem(String format) {
    Path all = all(format);
    Path none = run(format, "--properties", "none");
    Outcome outcome = Jzfof.run("compare", none, all);
    assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.err());
    for (String name : List.of("GroupVmax", "Group_Axes_Crit200", "Group_MassType_TopHat200")) {
      assertTrue(outcome.out().matches("(?s).*only B has [^\\n]*\\b" + name + "\\b.*"), name);
    }
    String other = format.equals("yt") ? "swift" : "yt";
    Path some = run(other, "--properties", "vmax,shape");
    outcome = Jzfof.run("compare", all, some).printed("equal            yes");
    assertTrue(outcome.out().contains("GroupSpin"), outcome.out());
    assertFalse(outcome.out().contains("GroupVmax"), outcome.out());
    assertFalse(outcome.out().contains("AxisRatios"), outcome.out());
  }

  /** A property of which one component is gone is not there. */
  @Test
  void aDatasetThatIsNotThere() {
    Path whole = all("yt");
    Path torn = run("yt", "--properties", "all", "-q");
    Hdf5Edit.remove(torn.resolve(FILES.get("yt")), "/spin_y_200c");
    Hdf5Edit.remove(torn.resolve(FILES.get("yt")), "/mass_type4_vir");
    Outcome outcome = Jzfof.run("compare", whole, torn);
    assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("only A has Group_Spin_Crit200\n"), outcome.out());
    assertTrue(outcome.out().contains("Group_MassType_TopHat200"), outcome.out());
  }

  @Test
  void aDatasetOfAnotherShape() {
    Path whole = all("swift");
    Path wrong = run("swift", "--properties", "all", "-q");
    Path file = wrong.resolve(FILES.get("swift"));
    int groups = file(whole, "swift").longs("/Groups/Sizes").length;
    Hdf5Edit.reshape(file, "/Groups/SpecificAngularMomentum", Hdf5Type.FLOAT32, groups, 2);
    Jzfof.run("compare", whole, wrong)
        .failed(3, "Groups/SpecificAngularMomentum of " + file, "3 for each row");
  }

  /** IllustrisTNG has six types of particles, also inside spheres. */
  @Test
  void sixTypesInsideSpheresOfTng() {
    snapshot = SnapshotFixtures.swift(BOX, particles()).write(dir.resolve("snapshot_001.hdf5"));
    double[] seven = file(all("gadget"), "gadget").doubles("/Group/Group_MassType_Crit200");
    CatalogueFile tng = file(all("tng"), "tng");
    double[] six = tng.doubles("/Group/Group_MassType_Crit200");
    assertEquals(6 * tng.longs("/Group/GroupLen").length, six.length);
    for (int i = 0; i < six.length; i++) {
      assertEquals(seven[i / 6 * 7 + i % 6], six[i]);
    }
  }

  /** What is read by the table of columns is what Gadget's layout says, at a = 0.5. */
  @ParameterizedTest
  @ValueSource(strings = {"tng", "swift", "yt"})
  void everyColumnMeansTheSame(String format) {
    StoredCatalogue gadget = open("gadget");
    StoredCatalogue other = open(format).in(gadget.units());
    int groups = assertSame(gadget.groupTable(), other.groupTable());
    int subhaloes = assertSame(gadget.subhaloTable(), other.subhaloTable());
    assertTrue(groups > 30, groups + " columns of groups");
    assertTrue(subhaloes > 10, subhaloes + " columns of subhaloes");
    assertEquals(List.of(), gadget.groupTable().unknown());
    assertEquals(List.of(), gadget.subhaloTable().unknown());
    assertEquals(List.of(), other.groupTable().unknown());
    assertEquals(List.of(), other.subhaloTable().unknown());
  }

  private StoredCatalogue open(String format) {
    return StoredCatalogue.open(run(format, "--subhaloes", "--properties", "all"));
  }

  /** Compares the columns that both have, and tells how many. */
  private static int assertSame(StoredTable expected, StoredTable actual) {
    int compared = 0;
    for (CatalogueColumn column : expected.columns()) {
      boolean countsTypes = column.width() == CatalogueColumn.TYPES;
      if (!actual.has(column) || countsTypes || column.type() == ColumnType.ID) {
        continue; // layouts have other numbers of types
      }
      double[] a = expected.doubles(column);
      double[] b = actual.doubles(column);
      double largest = Arrays.stream(a).map(Math::abs).filter(x -> x < 1e300).max().orElse(0);
      assertArrayEquals(a, b, 1e-6 * largest, column.name());
      compared++;
    }
    return compared;
  }
}
