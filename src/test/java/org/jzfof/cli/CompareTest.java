package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.Catalogues;
import org.jzfof.catalogue.GadgetTable;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.domain.Box;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.RealData;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof compare}: equal catalogues are, and each way to differ is seen. */
class CompareTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir static Path shared;

  /** The catalogue of the example. */
  private static Path ours;

  @TempDir Path dir;

  @BeforeAll
  static void find() {
    ours = run(shared);
  }

  private static Path run(Path folder, Object... options) {
    return runWith("none", folder, options);
  }

  private static Path runWith(String spheres, Path folder, Object... options) {
    Stream<Object> command = Stream.of("run", SNAPSHOT, "-q", "-o", folder, "--so", spheres);
    Jzfof.run(Stream.concat(command, Stream.of(options)).toArray()).succeeded();
    return folder.resolve("groups_001");
  }

  private static void assertEqual(Path a, Path b, String... parts) {
    Outcome outcome = Jzfof.run("compare", a, b).succeeded();
    assertContains(outcome, "floats within 1.00e-06");
    assertContains(outcome, parts);
  }

  private static Outcome assertDifferent(Path a, Path b, String... parts) {
    Outcome outcome = Jzfof.run("compare", a, b);
    assertEquals("", outcome.err());
    assertEquals(ExitCodes.DIFFERENT, outcome.code());
    assertContains(outcome, "equal            no");
    assertContains(outcome, parts);
    return outcome;
  }

  private static void assertContains(Outcome outcome, String... parts) {
    String text = outcome.out().replaceAll(" +", " ");
    for (String part : parts) {
      assertTrue(
          text.contains(part.replaceAll(" +", " ")), () -> part + " is not in:\n" + outcome.out());
    }
  }

  private static GadgetTable table() {
    return new GadgetTable(CatalogueFile.in(shared, "001"), SNAPSHOT);
  }

  @Test
  void theSameGroupsInSeveralFilesAndFromSeveralRanks() {
    assertEqual(ours, run(dir, "--files", 3, "--ranks", 3), "matched 94 groups by their members");
  }

  @Test
  void gadget4sOwnCatalogue() {
    Outcome outcome = Jzfof.run("compare", ours, table().write(dir)).succeeded();
    assertContains(
        outcome,
        "matched 94 groups by their members",
        "groups have another number in B",
        "B's in group order in " + dir.resolve("snapshot_001.hdf5"));
  }

  @Test
  void gadget4sOwnCatalogueInSeveralFiles() {
    assertEqual(table().writeSplit(dir), ours, "snapdir_001/snapshot_001.0.hdf5");
    assertEqual(ours, dir.resolve("groups_001/fof_tab_001"));
    assertEqual(ours, dir.resolve("groups_001/fof_tab_001.2.hdf5"));
  }

  @Test
  void withoutIdsByCentreAndMass() throws IOException {
    assertEqual(ours, run(dir, "--no-ids"), "94 groups by centre and mass: B has no member IDs");
    Path table = table().write(dir);
    Files.delete(dir.resolve("snapshot_001.hdf5"));
    assertEqual(table, ours, "matched 94 groups by centre and mass: A has no");
  }

  @Test
  void groupsThatOnlyOneHas() {
    Path fewer = run(dir, "--min-length", 32);
    assertDifferent(ours, fewer, "only in A 37 31", "57 - only in A 31 particles", "and 27 more");
    Outcome all = Jzfof.run("compare", fewer, ours, "--rows", 1);
    assertContains(all, "only in B 37 31", "and 36 more");
  }

  @Test
  void membersAndLengths() {
    GadgetTable table = table();
    table.members.set(0, Arrays.copyOf(table.members.get(0), 1570));
    assertDifferent(
        ours,
        table.write(dir),
        "members 1 6",
        "0 0 members 6 of its own 0 of its own",
        "GroupLen 1 6",
        "0 0 GroupLen 1576 1570",
        "GroupLenType 1 6");
  }

  @Test
  void aGroupThatIsSplitMatchesItsLargerPart() {
    GadgetTable table = table();
    long[] whole = table.members.get(0);
    long[] small = table.members.get(93);
    table.members.set(0, Arrays.copyOf(whole, 1000));
    table.members.set(93, Arrays.copyOfRange(whole, 1000, 1576));
    int lost = table.groups.get(93);
    assertDifferent(
        ours,
        table.write(dir),
        "0 0 members 576 of its own 0 of its own",
        lost + " - only in A " + small.length + " particles",
        "- 93 only in B 576 particles");
  }

  @Test
  void massesBeyondTheTolerance() {
    GadgetTable table = table();
    table.mass[3] *= 1 + 1e-4;
    Path theirs = table.write(dir);
    assertDifferent(ours, theirs, "GroupMass 1 0.0001", "GroupMassType 1 0.0001");
    Jzfof.run("compare", ours, theirs, "--tolerance", "2e-4").succeeded();
  }

  private Path copy(String name) throws IOException {
    Path copy = Files.createDirectories(dir.resolve(name)).resolve("fof_subhalo_tab_001.0.hdf5");
    return Files.copy(ours.resolve(copy.getFileName()), copy);
  }

  @Test
  void datasetsThatOnlyOneHas() throws IOException {
    Path without = copy("without");
    Hdf5Edit.remove(without, "/Group/GroupMass");
    String line = "not compared only %s has GroupMass";
    assertDifferent(ours, without, line.formatted("A"), "GroupMass 1 ", "- - GroupMass missing");
    assertDifferent(without, ours, line.formatted("B"), "- - GroupMass missing");
    assertEqual(
        ours, table().write(dir), "not compared only A has GroupVelDisp, GroupInertiaRadius");
  }

  /** A dataset that nobody knows is no pure number: it is named, and taken for nothing. */
  @Test
  void datasetsOfUnknownMeaning() throws IOException {
    Path foreign = table().write(dir);
    Hdf5Edit.attribute(foreign, "/Parameters", "UnitLength_in_cm", 3.085678e21);
    Hdf5Edit.rename(foreign, "/Group/GroupVel", "/Group/GroupSpeed");
    Outcome outcome = Jzfof.run("compare", foreign, ours);
    assertContains(outcome, "not compared unknown in A: Group/GroupSpeed");
    assertContains(outcome, "only B has GroupVel,");
    assertFalse(outcome.out().contains("unknown in B"), outcome.out());
    Hdf5Edit.rename(foreign, "/Group/GroupMass", "/Group/GroupWeight");

    assertMassIsMissing(Jzfof.run("plot", foreign, "-o", dir.resolve("out.png")));
    Hdf5Edit.attribute(foreign, "/Parameters", "UnitLength_in_cm", 3.085678e24);
    assertMassIsMissing(Jzfof.run("so", foreign, SNAPSHOT, "-o", dir.resolve("out.hdf5")));
  }

  private static void assertMassIsMissing(Outcome outcome) {
    assertEquals(ExitCodes.SNAPSHOT, outcome.code(), outcome.err());
    String message =
        "(whose Group/GroupSpeed, Group/GroupWeight is of unknown meaning): name a catalogue";
    assertTrue(outcome.err().contains("Group/GroupMass is missing in"), outcome.err());
    assertTrue(outcome.err().contains(message), outcome.err());
  }

  @Test
  void offsetsThatAreNotTheSumsOfLengths() throws IOException {
    Path wrong = copy("wrong");
    Hdf5Edit.value(wrong, "/Group/GroupOffsetType", 17, 3, 1);
    String text = "[0, 17, 0, 0, 0, 0], not [0, 3768, 0, 0, 0, 0]";
    assertDifferent(ours, wrong, "GroupOffsetType 1 ", "- 3 GroupOffsetType " + text);
    assertDifferent(wrong, ours, "3 - GroupOffsetType " + text);
  }

  @Test
  void timeAndLinkingLength() throws IOException {
    Path other = copy("other");
    Hdf5Edit.attribute(other, "/Parameters", "LinkingLength", 0.15);
    assertDifferent(ours, other, "- - LinkingLength 0.15625 0.15");
    Path later = copy("later");
    Hdf5Edit.attribute(later, "/Header", "Time", 0.5);
    assertDifferent(ours, later, "- - Time 1.0 0.5");
  }

  @Test
  void whatIsAGroup() throws IOException {
    Path shorter = copy("shorter");
    Hdf5Edit.attribute(shorter, "/Parameters", "MinimumGroupLength", 10);
    assertDifferent(ours, shorter, "- - MinimumGroupLength 20.0 10.0");
    Path gas = copy("gas");
    Hdf5Edit.attribute(gas, "/Parameters", "PrimaryTypes", 0);
    assertDifferent(ours, gas, "- - PrimaryTypes 1 0");
    Path attached = copy("attached");
    Hdf5Edit.addIntegers(attached, "/Parameters", "SecondaryTypes", 0, 4);
    assertDifferent(ours, attached, "- - SecondaryTypes 0 4");
  }

  /** They have neither lengths per type nor offsets; SWIFT's lists no members. */
  @ParameterizedTest
  @CsvSource({
    "swift, fof_output_0001.hdf5, 94 groups by centre and mass: A has no member IDs",
    "yt, halos_001.0.h5, 94 groups by their members"
  })
  void otherLayouts(String format, String name, String matched) {
    run(dir, "--format", format);
    Path other = dir.resolve("groups_001/" + name);
    assertEqual(other, ours, "matched " + matched, "only B has GroupLenType");
    assertEqual(ours, dir.resolve("groups_001"), "not compared only A has GroupLenType");
    run(dir, "--format", format, "-b", 0.25);
    assertDifferent(ours, other, "LinkingLength 0.15625 0.195", "GroupLen", "GroupMass");
  }

  /** GroupPos of one and GroupCM of the other. */
  @ParameterizedTest
  @CsvSource({"swift, by centre and mass", "yt, by their members"})
  void centresOfMassAreComparedWhereOnlyOneHasOthers(String format, String matched) {
    Path both = runWith("200c", dir.resolve("both"));
    Path other = run(dir, "--format", format);
    assertEqual(other, both, "matched 94 groups " + matched, "Group_M_Crit200");
    assertEqual(both, other, "GroupCM, ");
  }

  /** A run goes on, and its next snapshot gets the same number. */
  @Test
  void aSnapshotOfAnotherTimeBesideTheCatalogue() {
    Path theirs = table().write(dir);
    SnapshotFixtures.gadget(25, Particles.uniform(32768, 25, 1))
        .write(dir.resolve("snapshot_001.hdf5"));
    Jzfof.run("compare", ours, theirs)
        .failed(
            ExitCodes.SNAPSHOT,
            "the redshift of " + dir.resolve("snapshot_001.hdf5") + " is 1.0 and that of " + theirs,
            "use the snapshot that the catalogue was made of");
    Jzfof.run("compare", ours, theirs, "--no-members").succeeded();
  }

  /** A code without periodic boundaries may state a side of 0. */
  private Path withoutBox(String name) {
    return write(name, Catalogues.info(0), Catalogues.random(5, true, 1));
  }

  @Test
  void boxAndRedshift() {
    Path one = write("one", Catalogues.info(25), Catalogues.random(5, true, 1));
    Path other = write("other", Catalogues.info(26), Catalogues.random(5, true, 1));
    assertDifferent(one, other, "- - BoxSize 25.0 26.0");
    assertDifferent(ours, one, "- - 1 + Redshift 1.0 2.0");
    assertEqual(withoutBox("first"), withoutBox("second"), "matched 5 groups");
  }

  /** Around a periodic box they are the same place. */
  @ParameterizedTest
  @CsvSource({"true, 25, false", "false, 25, true", "true, 0.01, true", "false, 0.01, true"})
  void positionsInTheirBox(boolean periodic, double shift, boolean differ) {
    CatalogueInfo i = Catalogues.info(25);
    CatalogueInfo info =
        new CatalogueInfo(
            i.snapshot(),
            i.snapshotPath(),
            new Box(new double[3], i.boxSize(), periodic),
            i.linking(),
            i.velocities(),
            i.run(),
            i.options(),
            i.warnings(),
            i.boxMass(),
            i.lightcone());
    Path one = write("one", info, Catalogues.random(5, true, 1));
    GroupCatalogue moved = Catalogues.random(5, true, 1);
    moved.sums().position()[7] += shift;
    Path other = write("other", info, moved);
    if (differ) {
      assertDifferent(one, other, "GroupPos 1 ");
    } else {
      assertEqual(one, other);
    }
  }

  private Path write(String name, CatalogueInfo info, GroupCatalogue groups) {
    return GadgetTables.write(dir.resolve(name), "001", info, groups);
  }

  @Test
  void noGroupsAtAll() {
    Path none = write("none", Catalogues.info(25), GroupCatalogue.empty(6));
    assertEqual(none, write("other", Catalogues.info(25), GroupCatalogue.empty(6)));
    Path some = write("some", Catalogues.info(25), Catalogues.random(3, true, 1));
    assertDifferent(none, some, "only in B 3");
    assertDifferent(some, none, "only in A 3");
    Path unnamed = write("unnamed", Catalogues.info(25), Catalogues.random(3, false, 1));
    assertDifferent(none, unnamed, "only in B 3");
  }

  @Test
  void badInput() throws IOException {
    Jzfof.run("compare", ours, dir).failed(ExitCodes.SNAPSHOT, "holds no catalogue");
    Jzfof.run("compare", ours, dir.resolve("no")).failed(ExitCodes.SNAPSHOT, "does not exist");
    Jzfof.run("compare", SNAPSHOT, ours)
        .failed(ExitCodes.SNAPSHOT, SNAPSHOT + " is a snapshot: name a group catalogue");
    Jzfof.run("compare", "pom.xml", ours)
        .failed(ExitCodes.SNAPSHOT, "not an HDF5 file: give a group");
    Jzfof.run("compare", ours, ours, "--tolerance", "-1").failed(ExitCodes.USAGE, "--tolerance is");
    Jzfof.run("compare", ours, ours, "--rows", "-1").failed(ExitCodes.USAGE, "--rows is -1");
    Jzfof.run("compare", ours).failed(ExitCodes.USAGE, "Missing required parameter: 'B'");
    Path split = table().writeSplit(dir);
    Files.delete(split.resolve("fof_tab_001.1.hdf5"));
    Jzfof.run("compare", split, ours).failed(ExitCodes.SNAPSHOT, "fof_tab_001.1.hdf5 is missing");
  }

  /** Pieces of two runs, and a dataset that lost a row. */
  @Test
  void aCatalogueThatContradictsItself() throws IOException {
    Path split = table().writeSplit(dir.resolve("one"));
    run(dir, "--min-length", 32);
    Path other =
        new GadgetTable(CatalogueFile.in(dir, "001"), SNAPSHOT).writeSplit(dir.resolve("other"));
    Path piece = Path.of("fof_tab_001.2.hdf5");
    Files.copy(other.resolve(piece), split.resolve(piece), StandardCopyOption.REPLACE_EXISTING);
    Jzfof.run("compare", split, ours)
        .failed(ExitCodes.SNAPSHOT, "Ngroups_Total of ", "is 94, but its 3 file(s) have 69 groups");
    Path torn = dir.resolve("fof_tab_002.hdf5");
    try (Hdf5Writer w = Hdf5Writer.create(torn)) {
      w.group("/Header");
      w.attribute("/Header", "Ngroups_ThisFile", Hdf5Type.INT64, 3);
      w.group("/Group");
      w.dataset("/Group/GroupLen", Hdf5Type.INT64, 2);
    }
    Jzfof.run("compare", torn, ours)
        .failed(
            ExitCodes.SNAPSHOT,
            "Group/GroupLen of " + torn + " has 2 rows, but Ngroups_ThisFile is 3");
  }

  /** Of another run: its particles do not fill the groups. */
  @Test
  void aSnapshotThatIsTooShort() {
    Path theirs = table().write(dir);
    SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 25, Particles.uniform(500, 25, 1));
    Jzfof.run("compare", ours, theirs)
        .failed(ExitCodes.SNAPSHOT, "reach to row 11071 of PartType1", "has 500");
    Jzfof.run("compare", ours, theirs, "--no-members").succeeded();
  }

  @Test
  void aSnapshotWhoseHeaderContradictsItself() {
    Path theirs = table().write(dir);
    Path snapshot = dir.resolve("snapshot_001.hdf5");
    Hdf5Extras.setAttribute(snapshot, "/Header", "Redshift", 2);
    Jzfof.run("compare", ours, theirs)
        .failed(ExitCodes.SNAPSHOT, "Time of " + snapshot, "Redshift is 2.0", "--trust-headers");
    Jzfof.run("compare", ours, theirs, "--trust-headers").succeeded();
  }

  @Test
  void runsOfGadget4() {
    Path theirs = RealData.path("lcdm32/fof_tab_001");
    assertEqual(run(dir, "--min-length", 32), theirs, "matched 57 groups by their members");
  }
}
