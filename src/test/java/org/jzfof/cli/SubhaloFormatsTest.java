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
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run --subhaloes} with the layouts of SWIFT and yt, which have a file for them. */
class SubhaloFormatsTest {
  private static final Path EXAMPLE = FormattedSubhaloes.EXAMPLE;
  private static final String SWIFT = FormattedSubhaloes.SWIFT;
  private static final String YT = FormattedSubhaloes.YT;
  private static final double MPC = 3.085678e24;
  private static final double H = FormattedSubhaloes.H;
  private static final double A = FormattedSubhaloes.A;

  @TempDir private static Path shared;
  private static FormattedSubhaloes found;
  private static CatalogueFile gadget;
  private static CatalogueFile swift;
  private static CatalogueFile swiftGroups;
  private static CatalogueFile yt;
  private static CatalogueFile ytGroups;

  @TempDir private Path dir;

  @BeforeAll
  static void find() throws IOException {
    found = FormattedSubhaloes.in(shared);
    gadget = found.gadget();
    swift = found.file("swift", SWIFT);
    swiftGroups = found.file("swift", "groups_001/fof_output_0001.hdf5");
    yt = found.file("yt", YT);
    ytGroups = found.file("yt", "groups_001/halos_001.0.h5");
  }

  private static double[] reals(String name) {
    return gadget.doubles("/Subhalo/" + name);
  }

  private static long[] integers(String name) {
    return gadget.longs("/Subhalo/" + name);
  }

  private static void assertScaled(double[] expected, double factor, double[] found) {
    assertEquals(expected.length, found.length);
    for (int i = 0; i < expected.length; i++) {
      double wanted = factor * expected[i];
      assertEquals(wanted, found[i], 1e-6 * Math.abs(wanted) + 1e-30, "value " + i);
    }
  }

  private static long[] rows(int count) {
    return IntStream.range(0, count).asLongStream().toArray();
  }

  /** Lengths are comoving without h, velocities physical; Gadget's radii are physical. */
  @Test
  void swiftHasThemAsSoap() {
    int count = integers("SubhaloLen").length;
    assertTrue(count > 100, "subhaloes: " + count);
    assertEquals(count, swift.attribute("/Header", "NumSubhalos_ThisFile"));
    String bound = "/BoundSubhalo/";
    assertArrayEquals(rows(count), swift.longs("/InputHalos/HaloCatalogueIndex"));
    assertArrayEquals(integers("SubhaloLen"), swift.longs("/InputHalos/NumberOfBoundParticles"));
    assertArrayEquals(integers("SubhaloLen"), swift.longs(bound + "NumberOfDarkMatterParticles"));
    assertArrayEquals(
        integers("SubhaloIDMostbound"), swift.longs("/InputHalos/SubFind/MostBoundParticleID"));
    assertScaled(reals("SubhaloPos"), 1 / H, swift.doubles("/InputHalos/HaloCentre"));
    assertScaled(reals("SubhaloCM"), 1 / H, swift.doubles(bound + "CentreOfMass"));
    assertScaled(reals("SubhaloVel"), 1, swift.doubles(bound + "CentreOfMassVelocity"));
    assertScaled(reals("SubhaloMass"), 1 / H, swift.doubles(bound + "TotalMass"));
    assertScaled(reals("SubhaloMass"), 1 / H, swift.doubles(bound + "DarkMatterMass"));
    assertScaled(
        reals("SubhaloVmax"), 1, swift.doubles(bound + "MaximumCircularVelocityUnsoftened"));
    assertScaled(
        reals("SubhaloVmaxRad"),
        1 / H / A,
        swift.doubles(bound + "MaximumCircularVelocityRadiusUnsoftened"));
    assertScaled(
        reals("SubhaloHalfmassRad"), 1 / H / A, swift.doubles(bound + "HalfMassRadiusTotal"));
    assertScaled(
        reals("SubhaloHalfmassRad"), 1 / H / A, swift.doubles(bound + "HalfMassRadiusDarkMatter"));
    double[] enclosing = swift.doubles(bound + "EncloseRadius");
    double[] half = swift.doubles(bound + "HalfMassRadiusTotal");
    double[] ofPeak = swift.doubles(bound + "MaximumCircularVelocityRadiusUnsoftened");
    for (int i = 0; i < enclosing.length; i++) {
      assertTrue(enclosing[i] > half[i] && enclosing[i] >= ofPeak[i], "subhalo " + i);
    }
    assertScaled(reals("SubhaloVelDisp"), 1, swift.doubles(bound + "VelocityDispersionPhysical"));
    assertScaled(reals("SubhaloSpin"), 1 / H, swift.doubles(bound + "SpecificAngularMomentum"));
  }

  @Test
  void swiftTellsTheGroupOfEach() {
    long[] group = integers("SubhaloGroupNr");
    long[] rank = integers("SubhaloRankInGr");
    long[] first = gadget.longs("/Group/GroupFirstSub");
    assertArrayEquals(
        Arrays.stream(group).map(g -> g + 1).toArray(),
        swift.longs("/InputHalos/SubFind/GroupNumber"));
    assertArrayEquals(rank, swift.longs("/InputHalos/SubFind/SubGroupNumber"));
    assertArrayEquals(
        integers("SubhaloParentRank"), swift.longs("/InputHalos/SubFind/ParentSubGroupNumber"));
    assertArrayEquals(
        Arrays.stream(group).map(g -> first[(int) g]).toArray(),
        swift.longs("/SOAP/HostHaloIndex"));
    long[] central = swift.longs("/InputHalos/IsCentral");
    long[] size = swift.longs("/InputHalos/FOF/Sizes");
    double[] mass = swift.doubles("/InputHalos/FOF/Masses");
    double[] so = swift.doubles("/SO/200_crit/TotalMass");
    double[] groupMass = swiftGroups.doubles("/Groups/Masses");
    double[] groupSo = swiftGroups.doubles("/SO/200_crit/TotalMass");
    for (int s = 0; s < rank.length; s++) {
      int g = (int) group[s];
      boolean main = rank[s] == 0;
      assertEquals(main ? 1 : 0, central[s]);
      assertEquals(main ? swiftGroups.longs("/Groups/Sizes")[g] : 0, size[s]);
      assertEquals(main ? (float) groupMass[g] : 0, mass[s]);
      assertEquals(main ? groupSo[g] : 0, so[s]);
    }
    assertArrayEquals(first, swiftGroups.longs("/Groups/FirstSubhaloIndex"));
    assertArrayEquals(
        gadget.longs("/Group/GroupNsubs"), swiftGroups.longs("/Groups/NumberOfSubhalos"));
    assertScaled(
        gadget.doubles("/Group/GroupPos"), 1 / H, swiftGroups.doubles("/InputHalos/HaloCentre"));
  }

  /** Within a group by decreasing mass; with particles of one mass that is the length. */
  @Test
  void swiftRanksThemByMass() {
    assertArrayEquals(integers("SubhaloRankInGr"), swift.longs("/SOAP/SubhaloRankByBoundMass"));
  }

  /** Heavy and light particles: then the longest subhalo is not always the most massive one. */
  @Test
  void severalTypes() {
    Particles all = Particles.of(EXAMPLE, 1).shuffled(2);
    int few = all.count() / 10;
    Particles heavy = all.slice(0, few).withMass(8 * all.mass());
    Particles light = all.slice(few, all.count()).withType(4).withMass(2 / 9.0 * all.mass());
    Path file = SnapshotFixtures.gadget4(25, heavy, light).write(dir.resolve("snapshot_001.hdf5"));
    for (String format : List.of("gadget", "swift", "yt")) {
      Object[] more = {"--types", "1,4", "--softening", 0.02, "-b", 0.3, "--so", "none"};
      Jzfof.run(FormattedSubhaloes.command(file, dir.resolve(format), format, more)).succeeded();
    }
    CatalogueFile here = CatalogueFile.in(dir.resolve("gadget"), "001");
    CatalogueFile soap = CatalogueFile.of(dir.resolve("swift").resolve(SWIFT));
    CatalogueFile ofYt = CatalogueFile.of(dir.resolve("yt").resolve(YT));
    long[] stars = ofType(here.longs("/Subhalo/SubhaloLenType"), 4);
    assertArrayEquals(stars, soap.longs("/BoundSubhalo/NumberOfStarParticles"));
    assertArrayEquals(stars, ofYt.longs("/number_type4"));
    double[] mass = ofType(here.doubles("/Subhalo/SubhaloMassType"), 4);
    assertScaled(mass, 1 / H, soap.doubles("/BoundSubhalo/StellarMass"));
    assertScaled(mass, 1.989e43 / H, ofYt.doubles("/mass_type4"));
    double[] radius = ofType(here.doubles("/Subhalo/SubhaloHalfmassRadType"), 4);
    assertScaled(radius, 1 / H, soap.doubles("/BoundSubhalo/HalfMassRadiusStars"));
    assertScaled(radius, MPC / H, ofYt.doubles("/half_mass_radius_type4"));
    assertRanks(here, soap.longs("/SOAP/SubhaloRankByBoundMass"));
  }

  private static void assertRanks(CatalogueFile found, long[] byMass) {
    long[] group = found.longs("/Subhalo/SubhaloGroupNr");
    double[] mass = found.doubles("/Subhalo/SubhaloMass");
    for (int s = 0; s < group.length; s++) {
      int one = s;
      long heavier =
          IntStream.range(0, group.length)
              .filter(o -> group[o] == group[one] && mass[o] > mass[one])
              .count();
      long equal =
          IntStream.range(0, one)
              .filter(o -> group[o] == group[one] && mass[o] == mass[one])
              .count();
      assertEquals(heavier + equal, byMass[s], "subhalo " + s);
    }
    assertFalse(Arrays.equals(found.longs("/Subhalo/SubhaloRankInGr"), byMass));
  }

  private static long[] ofType(long[] table, int type) {
    return IntStream.range(0, table.length / 6).mapToLong(s -> table[6 * s + type]).toArray();
  }

  private static double[] ofType(double[] table, int type) {
    return IntStream.range(0, table.length / 6).mapToDouble(s -> table[6 * s + type]).toArray();
  }

  @Test
  void swiftHasTheirNumbersInMembership() {
    CatalogueFile a = CatalogueFile.of(found.folder("gadget").resolve("membership_001.hdf5"));
    CatalogueFile b = CatalogueFile.of(found.folder("swift").resolve("membership_001.hdf5"));
    assertArrayEquals(a.longs("/PartType1/SubhaloNumber"), b.longs("/PartType1/GroupNr_bound"));
    assertFalse(b.names("/PartType1").contains("SubhaloNumber"));
  }

  @Test
  void ytHasThemInACatalogueOfTheirOwn() {
    int count = integers("SubhaloLen").length;
    assertEquals(count, yt.attribute("/", "num_halos"));
    assertArrayEquals(rows(count), yt.longs("/particle_identifier"));
    assertArrayEquals(integers("SubhaloLen"), yt.longs("/particle_number"));
    assertArrayEquals(integers("SubhaloGroupNr"), yt.longs("/group_identifier"));
    assertArrayEquals(integers("SubhaloRankInGr"), yt.longs("/rank_in_group"));
    assertArrayEquals(integers("SubhaloParentRank"), yt.longs("/parent_rank"));
    assertArrayEquals(integers("SubhaloIDMostbound"), yt.longs("/most_bound_id"));
    double cm = MPC / H; // physical radii of Gadget
    assertScaled(reals("SubhaloMass"), 1.989e43 / H, yt.doubles("/particle_mass"));
    assertScaled(reals("SubhaloVmax"), 1e5, yt.doubles("/vmax"));
    assertScaled(reals("SubhaloVmaxRad"), cm, yt.doubles("/vmax_radius"));
    assertScaled(reals("SubhaloHalfmassRad"), cm, yt.doubles("/half_mass_radius"));
    assertScaled(reals("SubhaloHalfmassRad"), cm, yt.doubles("/virial_radius"));
    assertScaled(reals("SubhaloVelDisp"), 1e5, yt.doubles("/velocity_dispersion_physical"));
    for (int d = 0; d < 3; d++) {
      String axis = "_" + "xyz".charAt(d);
      assertScaled(column(reals("SubhaloPos"), d), A * cm, yt.doubles("/particle_position" + axis));
      assertScaled(column(reals("SubhaloCM"), d), A * cm, yt.doubles("/centre_of_mass" + axis));
      assertScaled(column(reals("SubhaloVel"), d), 1e5, yt.doubles("/particle_velocity" + axis));
      assertScaled(column(reals("SubhaloSpin"), d), 1e5 * cm, yt.doubles("/spin" + axis));
      double[] centre = column(gadget.doubles("/Group/GroupPos"), d);
      assertScaled(centre, A * cm, ytGroups.doubles("/particle_position" + axis));
    }
    assertArrayEquals(gadget.longs("/Group/GroupFirstSub"), ytGroups.longs("/first_subhalo"));
    assertArrayEquals(gadget.longs("/Group/GroupNsubs"), ytGroups.longs("/number_of_subhalos"));
  }

  private static double[] column(double[] table, int column) {
    double[] values = new double[table.length / 3];
    Arrays.setAll(values, i -> table[3 * i + column]);
    return values;
  }

  @Test
  void ytFindsTheirMembersInTheListOfTheGroups() {
    long[] offset = integers("SubhaloOffsetType");
    long[] start = yt.longs("/particle_index_start");
    for (int s = 0; s < start.length; s++) {
      assertEquals(offset[6 * s + 1], start[s]); // all are of type 1
    }
    assertArrayEquals(gadget.longs("/IDs/ID"), yt.longs("/particles/ids"));
    assertArrayEquals(gadget.longs("/IDs/ID"), ytGroups.longs("/particles/ids"));
  }

  @ParameterizedTest
  @CsvSource({"swift, " + SWIFT, "yt, " + YT})
  void anyNumberOfRanksWritesTheSame(String format, String name) {
    CatalogueFile one = format.equals("swift") ? swift : yt;
    for (int ranks : new int[] {2, 3}) {
      Path out = dir.resolve("r" + ranks);
      Jzfof.run(
              FormattedSubhaloes.command(
                  found.snapshot(), out, format, "--so", "200c", "--ranks", ranks))
          .succeeded();
      CatalogueFile other = CatalogueFile.of(out.resolve(name));
      int compared = 0;
      for (String path : datasets(one, "/")) {
        if (one.isInteger(path)) {
          assertArrayEquals(one.longs(path), other.longs(path), path);
        } else {
          assertArrayEquals(one.doubles(path), other.doubles(path), path);
        }
        compared++;
      }
      assertTrue(compared > 20, "datasets: " + compared);
      assertEquals(datasets(one, "/"), datasets(other, "/"));
    }
  }

  private static List<String> datasets(CatalogueFile file, String group) {
    List<String> found = new ArrayList<>();
    for (String name : file.names(group)) {
      String path = group.equals("/") ? "/" + name : group + "/" + name;
      if (file.isDataset(path)) {
        found.add(path);
      } else {
        found.addAll(datasets(file, path));
      }
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource({"swift, " + SWIFT, "yt, " + YT})
  void theirFileBelongsToTheRun(String format, String name) throws IOException {
    Path file = dir.resolve(name);
    Object[] resumed = FormattedSubhaloes.command(EXAMPLE, dir, format, "--so", "none", "--resume");
    resumed[2] = "--verbose"; // instead of --quiet
    Jzfof.run(resumed).printed("1 done");
    assertTrue(Files.exists(file));
    Jzfof.run(resumed).printed("1 complete before");
    Files.delete(file);
    Jzfof.run(resumed).printed("1 done");
    assertTrue(Files.exists(file));
    Jzfof.run("run", EXAMPLE, "-o", dir, "--format", format, "--so", "none", "--overwrite")
        .warned("was made with other options and is removed");
    assertFalse(Files.exists(file));
    assertFalse(Jzfof.run("info", dir.resolve("groups_001")).succeeded().out().contains("subhalo"));
  }

  @ParameterizedTest
  @CsvSource({"swift, " + SWIFT, "yt, " + YT})
  void groupsThatAreTooShortHaveNone(String format, String name) {
    Jzfof.run(FormattedSubhaloes.command(EXAMPLE, dir, format, "--min-length", 100_000))
        .succeeded();
    CatalogueFile none = CatalogueFile.of(dir.resolve(name));
    String length =
        format.equals("swift") ? "/InputHalos/NumberOfBoundParticles" : "/particle_number";
    assertEquals(0, none.longs(length).length);
    assertTrue(none.isDataset(length));
    Jzfof.run("info", dir.resolve("groups_001")).printed("subhaloes    0");
    Jzfof.run(FormattedSubhaloes.command(EXAMPLE, dir.resolve("dry"), format, "--dry-run"))
        .succeeded();
    assertFalse(Files.exists(dir.resolve("dry")));
  }
}
