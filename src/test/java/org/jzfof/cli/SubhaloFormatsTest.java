package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run --subhaloes} with the layouts of SWIFT and yt, which have a file for them. */
class SubhaloFormatsTest {
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");
  private static final String SWIFT = "groups_001/halo_properties_0001.hdf5";
  private static final String YT = "groups_001/subhalos_001.0.h5";
  private static final double MPC = 3.085678e24;
  private static final double H = 0.678;
  private static final double A = 0.5;

  @TempDir private static Path shared;
  private static Path snapshot;
  private static CatalogueFile gadget;
  private static CatalogueFile swift;
  private static CatalogueFile swiftGroups;
  private static CatalogueFile yt;
  private static CatalogueFile ytGroups;

  @TempDir private Path dir;

  /** The example, said to be of z = 1, in each of the formats. */
  @BeforeAll
  static void find() throws IOException {
    snapshot = Files.copy(EXAMPLE, shared.resolve("snapshot_001.hdf5"));
    Hdf5Edit.attribute(snapshot, "/Header", "Time", A);
    Hdf5Edit.attribute(snapshot, "/Header", "Redshift", 1 / A - 1);
    for (String format : List.of("gadget", "swift", "yt")) {
      Path out = shared.resolve(format);
      Jzfof.run(command(snapshot, out, format, "--so", "200c", "--membership")).succeeded();
    }
    gadget = CatalogueFile.in(shared.resolve("gadget"), "001");
    swift = CatalogueFile.of(shared.resolve("swift").resolve(SWIFT));
    swiftGroups = CatalogueFile.of(shared.resolve("swift/groups_001/fof_output_0001.hdf5"));
    yt = CatalogueFile.of(shared.resolve("yt").resolve(YT));
    ytGroups = CatalogueFile.of(shared.resolve("yt/groups_001/halos_001.0.h5"));
  }

  private static Object[] command(Path in, Path out, String format, Object... options) {
    List<Object> words =
        new ArrayList<>(List.of("run", in, "-q", "-o", out, "--subhaloes", "--format", format));
    words.addAll(List.of(options));
    return words.toArray();
  }

  private Path folder(String format) {
    return shared.resolve(format).resolve("groups_001");
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
      Jzfof.run(command(file, dir.resolve(format), format, more)).succeeded();
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
    CatalogueFile a = CatalogueFile.of(folder("gadget").resolve("membership_001.hdf5"));
    CatalogueFile b = CatalogueFile.of(folder("swift").resolve("membership_001.hdf5"));
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
      Jzfof.run(command(snapshot, out, format, "--so", "200c", "--ranks", ranks)).succeeded();
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

  private static String tree(Path catalogue) {
    String out = Jzfof.run("info", catalogue).succeeded().out();
    String number = "subhaloes    %d, with ".formatted(integers("SubhaloLen").length);
    assertTrue(out.contains(number), out);
    return out.substring(out.indexOf("subhalo   "))
        .lines()
        .skip(1)
        .map(line -> line.length() > 46 ? line.substring(0, 46) : line) // without units
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @CsvSource({"swift, " + SWIFT, "yt, " + YT})
  void infoListsThem(String format, String name) {
    String expected = tree(folder("gadget"));
    assertEquals(expected, tree(folder(format)));
    assertEquals(expected, tree(shared.resolve(format).resolve(name)), "of their own file");
  }

  /** Masses without h, and velocities in km/s. */
  @Test
  void infoHasThemInUnitsOfTheGroups() {
    List<String[]> found = new ArrayList<>();
    for (String format : List.of("gadget", "swift", "yt")) {
      String out = Jzfof.run("info", folder(format)).succeeded().out();
      String table = out.substring(out.indexOf("subhalo   "));
      found.add(table.lines().skip(1).findFirst().orElseThrow().strip().split("  +"));
    }
    int mass = found.get(0).length - 2;
    double inGadget = Double.parseDouble(found.get(0)[mass]);
    assertEquals(inGadget / H, Double.parseDouble(found.get(1)[mass]), 1e-3 * inGadget);
    assertEquals(inGadget / H, Double.parseDouble(found.get(2)[mass]), 1e-2 * inGadget);
    for (String[] line : found) {
      assertEquals(found.get(0)[mass + 1], line[mass + 1]);
    }
  }

  @Test
  void compareMatchesThoseWhoseMembersAreListed() {
    int count = integers("SubhaloLen").length;
    String all =
        "%d in A, %1$d in B: %1$d matched by their members, %1$d of these with the same"
            .formatted(count);
    String same =
        "%d have the same most bound particle, %1$d SubhaloVmax within 1 %%".formatted(count);
    Jzfof.run("compare", folder("yt"), folder("yt"), "--tolerance", 0).printed(all, same);
    Outcome outcome = Jzfof.run("compare", folder("gadget"), folder("yt"));
    assertTrue(outcome.out().contains(all), outcome.out() + outcome.err());
    assertTrue(outcome.out().contains(same), outcome.out());
    Jzfof.run("compare", folder("swift"), folder("swift"))
        .printed("%d in A, %1$d in B, not compared: not both have lists".formatted(count));
  }

  @ParameterizedTest
  @CsvSource({
    "swift, " + SWIFT + ", /BoundSubhalo/HalfMassRadiusTotal, 1",
    "yt, " + YT + ", /half_mass_radius, 3e24"
  })
  void plotDrawsThem(String format, String name, String radius, double grown) throws IOException {
    Path copy = dir.resolve("groups_001");
    Files.createDirectories(copy);
    for (Path file : List.of(folder(format).resolve(name.substring(11)), groups(format))) {
      Files.copy(file, copy.resolve(file.getFileName()));
    }
    Path before = plot(copy, "before.png");
    assertEquals(0, differing(pixels(plot(folder("gadget"), "gadget.png")), pixels(before)));
    int first = (int) gadget.longs("/Group/GroupFirstSub")[0];
    Hdf5Edit.value(dir.resolve(name), radius, grown, first + 1);
    assertTrue(differing(pixels(before), pixels(plot(copy, "after.png"))) > 200);
  }

  private Path groups(String format) {
    String name = format.equals("swift") ? "fof_output_0001.hdf5" : "halos_001.0.h5";
    return folder(format).resolve(name);
  }

  private Path plot(Path catalogue, String name) {
    Path picture = dir.resolve(name);
    Jzfof.run("plot", catalogue, "--snapshot", snapshot, "-o", picture).succeeded();
    return picture;
  }

  private static long differing(int[] a, int[] b) {
    return IntStream.range(0, a.length).filter(i -> a[i] != b[i]).count();
  }

  /** Those of the map, which is on the right. */
  private static int[] pixels(Path picture) throws IOException {
    BufferedImage image = ImageIO.read(picture.toFile());
    int half = image.getWidth() / 2;
    return image.getRGB(half, 0, half, image.getHeight(), null, 0, half);
  }

  @ParameterizedTest
  @CsvSource({"swift, " + SWIFT, "yt, " + YT})
  void theirFileBelongsToTheRun(String format, String name) throws IOException {
    Path file = dir.resolve(name);
    Object[] resumed = command(EXAMPLE, dir, format, "--so", "none", "--resume");
    resumed[2] = "--verbose"; // instead of --quiet
    Jzfof.run(resumed).printed("1 done");
    assertTrue(Files.exists(file));
    Jzfof.run(resumed).printed("1 complete before");
    Files.delete(file);
    Jzfof.run(resumed).printed("1 done");
    assertTrue(Files.exists(file));
    Jzfof.run("run", EXAMPLE, "-o", dir, "--format", format, "--so", "none", "--overwrite")
        .warned("of other options: it is removed");
    assertFalse(Files.exists(file));
    assertFalse(Jzfof.run("info", dir.resolve("groups_001")).succeeded().out().contains("subhalo"));
  }

  @ParameterizedTest
  @CsvSource({"swift, " + SWIFT, "yt, " + YT})
  void groupsThatAreTooShortHaveNone(String format, String name) {
    Jzfof.run(command(EXAMPLE, dir, format, "--min-length", 100_000)).succeeded();
    CatalogueFile none = CatalogueFile.of(dir.resolve(name));
    String length =
        format.equals("swift") ? "/InputHalos/NumberOfBoundParticles" : "/particle_number";
    assertEquals(0, none.longs(length).length);
    assertTrue(none.isDataset(length));
    Jzfof.run("info", dir.resolve("groups_001")).printed("subhaloes    0");
    Jzfof.run(command(EXAMPLE, dir.resolve("dry"), format, "--dry-run")).succeeded();
    assertFalse(Files.exists(dir.resolve("dry")));
  }

  @ParameterizedTest
  @CsvSource({"swift, SWIFT", "yt, yt"})
  void linksNeedGadgetsLayout(String format, String layout) {
    Jzfof.run("link", folder(format), folder("gadget"), "-o", dir)
        .failed(3, "is in the layout of " + layout, "--format gadget");
  }

  @ParameterizedTest
  @CsvSource({SWIFT + ", swift, fof_output_0001.hdf5", YT + ", yt, halos_001.0.h5"})
  void withoutTheGroupsTheirFileIsNoCatalogue(String name, String format, String groups)
      throws IOException {
    Path alone = dir.resolve(Path.of(name).getFileName());
    Files.copy(shared.resolve(format).resolve(name), alone);
    Jzfof.run("info", alone).failed(3, groups, "put it beside");
  }
}
