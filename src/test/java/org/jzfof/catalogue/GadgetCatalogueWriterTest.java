package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.error.OutputException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupSums;
import org.jzfof.groups.Members;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Info;

class GadgetCatalogueWriterTest {
  @TempDir Path folder;

  private final GroupCatalogue groups = Catalogues.random(40, true, 9);

  @Test
  void everyValueComesBack() {
    Path file = GadgetTables.write(folder, "007", Catalogues.info(25), groups);
    assertEquals(folder.resolve("groups_007/fof_subhalo_tab_007.0.hdf5"), file);
    try (Hdf5File in = Hdf5File.open(file)) {
      assertArrayEquals(groups.sums().length(), longs(in, "/Group/GroupLen", 1));
      assertArrayEquals(groups.sums().lengthType(), longs(in, "/Group/GroupLenType", 6));
      assertArrayEquals(Members.ids(groups), longs(in, "/IDs/ID", 1));
      assertFloats(groups.sums().mass(), 1, in, "/Group/GroupMass", 1);
      assertFloats(groups.sums().massType(), 1, in, "/Group/GroupMassType", 6);
      assertFloats(groups.sums().position(), 1, in, "/Group/GroupPos", 3);
      assertFloats(groups.sums().inertiaRadius(), 1, in, "/Group/GroupInertiaRadius", 1);
      // a = 0.5: peculiar = sqrt(a) * stored, and Gadget's group velocity is a * peculiar.
      assertFloats(groups.sums().velocity(), Math.pow(0.5, 1.5), in, "/Group/GroupVel", 3);
      assertFloats(
          groups.sums().velocityDispersion(), Math.sqrt(0.5), in, "/Group/GroupVelDisp", 1);
      long[] offset = longs(in, "/Group/GroupOffsetType", 6);
      assertEquals(0, offset[1]);
      assertEquals(groups.sums().lengthType()[1] + groups.sums().lengthType()[7], offset[13]);
    }
  }

  @Test
  void theFileSaysHowItWasMade() {
    Path file = GadgetTables.write(folder, "007", Catalogues.info(25, 30, 40), groups);
    try (Hdf5File in = Hdf5File.open(file)) {
      assertArrayEquals(new double[] {0.15}, in.doubles("/Parameters", "LinkingLength"));
      assertArrayEquals(
          new double[] {0.2}, in.doubles("/Parameters", "LinkingLengthOverMeanSeparation"));
      assertArrayEquals(new long[] {20}, in.longs("/Parameters", "MinimumGroupLength"));
      assertArrayEquals(new long[] {1, 2}, in.longs("/Parameters", "PrimaryTypes"));
      assertArrayEquals(new long[] {1}, in.longs("/Parameters", "Periodic"));
      assertEquals("1.2.3", in.text("/Parameters", "JzfofVersion"));
      assertEquals("jzfof run snapshot_007.hdf5", in.text("/Parameters", "JzfofCommandLine"));
      assertArrayEquals(new double[] {25, 30, 40}, in.doubles("/Header", "BoxSize"));
      assertArrayEquals(new double[] {1}, in.doubles("/Header", "Redshift"));
      assertArrayEquals(new double[] {0.308}, in.doubles("/Header", "Omega0"));
      assertArrayEquals(new long[] {1}, in.longs("/Header", "CosmologyStated"));
      assertTrue(in.text("/Group/GroupVel", "description").contains("a times the peculiar"));
      assertEquals("a km/s", in.text("/Group/GroupVel", "units"));
      assertEquals("comoving Mpc/h", in.text("/Group/GroupPos", "units"));
      assertEquals("1e10 Msun/h", in.text("/Group/GroupMass", "units"));
      assertScaling(in, "GroupMass", 0, -1, 1.989e43);
      assertScaling(in, "GroupPos", 1, -1, 3.085678e24);
      assertScaling(in, "GroupVel", -1, 0, 1e5);
      assertScaling(in, "GroupVelDisp", 0, 0, 1e5);
      assertScaling(in, "GroupInertiaRadius", 1, -1, 3.085678e24);
    }
  }

  /** Physical cgs is the stored number times a^a h^h toCgs. */
  private static void assertScaling(Hdf5File in, String field, double a, double h, double toCgs) {
    String dataset = "/Group/" + field;
    assertArrayEquals(new double[] {a}, in.doubles(dataset, "a_scaling"), field);
    assertArrayEquals(new double[] {h}, in.doubles(dataset, "h_scaling"), field);
    assertArrayEquals(new double[] {toCgs}, in.doubles(dataset, "to_cgs"), field);
  }

  @Test
  void whatTheSnapshotDoesNotStateIsNotMadeUp() {
    Path file = GadgetTables.write(folder, "007", Catalogues.unstated(25), groups);
    try (Hdf5File in = Hdf5File.open(file)) {
      assertArrayEquals(new long[] {0}, in.longs("/Header", "CosmologyStated"));
      assertFalse(in.hasAttribute("/Parameters", "UnitLength_in_cm"));
      assertFalse(in.hasAttribute("/Group/GroupMass", "to_cgs"));
      assertEquals("unit of the snapshot", in.text("/Group/GroupMass", "units"));
    }
  }

  @Test
  void lengthsAreWiderWhereAGroupNeedsIt() {
    long huge = 3_000_000_000L;
    double[] one = {1};
    double[] three = {1, 2, 3};
    GroupCatalogue giant =
        new GroupCatalogue(
            new GroupSums(
                1,
                new long[1],
                new long[] {huge},
                new long[] {huge},
                one,
                one,
                three,
                three,
                one,
                one,
                one),
            MemberIds.of());
    Path file = GadgetTables.write(folder, "000", Catalogues.info(25), giant);
    try (Hdf5File in = Hdf5File.open(file)) {
      assertArrayEquals(new long[] {huge}, longs(in, "/Group/GroupLen", 1));
      assertEquals(List.of(), in.children("/IDs"));
    }
    Path small = GadgetTables.write(folder, "001", Catalogues.info(25), groups);
    assertEquals(4, bytes(small, "/Group/GroupLen"));
    assertEquals(8, bytes(file, "/Group/GroupLen"));
  }

  @Test
  void equalCataloguesAreEqualFilesAndReplaceEachOther() throws IOException {
    Path file = GadgetTables.write(folder, "007", Catalogues.info(25), groups);
    byte[] first = Files.readAllBytes(file);
    GadgetTables.write(folder, "007", Catalogues.info(25), Catalogues.random(3, true, 1));
    GadgetTables.write(folder, "007", Catalogues.info(25), groups);
    assertArrayEquals(first, Files.readAllBytes(file));
    assertEquals(List.of(file), filesBelow(folder));
  }

  @Test
  void aFailureInTheMiddleLeavesTheOlderFileAndNothingElse() throws IOException {
    Path file = GadgetTables.write(folder, "007", Catalogues.info(25), groups);
    byte[] before = Files.readAllBytes(file);
    GroupCatalogue broken =
        new GroupCatalogue(
            new GroupSums(
                6,
                new long[2],
                new long[] {5, 4},
                new long[12],
                new double[2],
                new double[12],
                new double[6],
                new double[5],
                new double[2],
                new double[2],
                new double[2]),
            MemberIds.of());
    assertThrows(
        ArrayIndexOutOfBoundsException.class,
        () -> GadgetTables.write(folder, "007", Catalogues.info(25), broken));
    assertArrayEquals(before, Files.readAllBytes(file));
    assertEquals(List.of(file), filesBelow(folder));
    assertThrows(
        ArrayIndexOutOfBoundsException.class,
        () -> GadgetTables.write(folder.resolve("a/b"), "007", Catalogues.info(25), broken));
    assertFalse(Files.exists(folder.resolve("a")), "folders made on the way must go as well");
  }

  @Test
  void outputThatIsNotAFolderIsRefused() throws IOException {
    Path notAFolder = Files.writeString(folder.resolve("file"), "x");
    assertRefused(notAFolder, "is not a folder");
    Files.createDirectories(folder.resolve("groups_007/fof_subhalo_tab_007.0.hdf5"));
    assertRefused(folder, "a folder has that name");
    assertRefused(Path.of("/proc/nowhere"), ": No such file or directory;");
    assertThrows(
        OutputException.class, () -> GadgetTables.check(notAFolder.resolve("a"), "007", 1));
    Path possible = folder.resolve("not/yet/there");
    GadgetTables.check(possible, "007", 3);
    assertFalse(Files.exists(folder.resolve("not")), "a check writes nothing");
  }

  private void assertRefused(Path output, String why) {
    OutputException e =
        assertThrows(
            OutputException.class,
            () -> GadgetTables.write(output, "007", Catalogues.info(25), groups));
    assertTrue(e.getMessage().contains(why), e.getMessage());
    assertTrue(e.getMessage().contains("-o"), e.getMessage());
  }

  private static List<Path> filesBelow(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static long[] longs(Hdf5File in, String path, int columns) {
    try (Hdf5Dataset data = in.dataset(path)) {
      long[] values = new long[(int) data.info().rows() * columns];
      data.read(0, (int) data.info().rows(), values);
      return values;
    }
  }

  private static void assertFloats(
      double[] wanted, double factor, Hdf5File in, String path, int columns) {
    try (Hdf5Dataset data = in.dataset(path)) {
      Hdf5Info info = data.info();
      assertEquals(columns, info.columns(), path);
      float[] values = new float[(int) info.rows() * columns];
      data.read(0, (int) info.rows(), values);
      assertEquals(wanted.length, values.length, path);
      for (int i = 0; i < values.length; i++) {
        assertEquals((float) (factor * wanted[i]), values[i], path + " value " + i);
      }
    }
  }

  private static int bytes(Path file, String path) {
    try (Hdf5File in = Hdf5File.open(file);
        Hdf5Dataset data = in.dataset(path)) {
      return data.info().bytes();
    }
  }
}
