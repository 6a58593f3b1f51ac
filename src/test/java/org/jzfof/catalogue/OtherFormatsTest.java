package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.OutputOptions;
import org.jzfof.error.SnapshotException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.Members;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Info;

/** Catalogues in the layouts of SWIFT and yt. */
class OtherFormatsTest {
  private static final double H = 0.678;

  @TempDir Path folder;

  private final GroupCatalogue groups = Catalogues.random(40, true, 9);
  private final CatalogueInfo info = Catalogues.info(25);

  private CatalogueWriter writer(CatalogueFormat format) {
    return CatalogueWriter.of(OutputOptions.catalogue(format, 1), folder, "007");
  }

  private Path write(CatalogueFormat format, GroupCatalogue catalogue) {
    if (format.isGadgetLike()) {
      return GadgetTables.write(folder, "007", info, catalogue);
    }
    CatalogueWriter writer = writer(format);
    writer.check(info);
    Catalogues.write(writer, info, catalogue);
    return writer.files().get(0);
  }

  @Test
  void swiftHasNoHubbleInItsUnits() {
    Path file = write(CatalogueFormat.SWIFT, groups);
    assertEquals(folder.resolve("groups_007/fof_output_0007.hdf5"), file);
    CatalogueFile found = CatalogueFile.of(file);
    assertArrayEquals(scaled(groups.sums().mass(), 1 / H), found.doubles("/Groups/Masses"), 1e-9);
    assertArrayEquals(
        scaled(groups.sums().position(), 1 / H), found.doubles("/Groups/Centres"), 1e-12);
    assertArrayEquals(
        scaled(groups.sums().enclosingRadius(), 1 / H), found.doubles("/Groups/Radii"), 1e-6);
    assertArrayEquals(
        scaled(groups.sums().inertiaRadius(), 1 / H), found.doubles("/Groups/InertiaRadii"), 1e-6);
    assertArrayEquals(groups.sums().length(), found.longs("/Groups/Sizes"));
    assertArrayEquals(IntStream.rangeClosed(1, 40).asLongStream().toArray(), ids(found));
    try (Hdf5File in = Hdf5File.open(file)) {
      assertEquals("FOF", in.text("/Header", "OutputType"));
      for (String counter : List.of("NumGroups_Total", "NumGroups_ThisFile")) {
        assertArrayEquals(new long[] {40}, in.longs("/Header", counter));
        Hdf5Info stored = in.attribute("/Header", counter);
        assertEquals("int64[1]", stored.describe(), "an array of length 1");
      }
      assertArrayEquals(new double[] {25 / H, 25 / H, 25 / H}, in.doubles("/Header", "BoxSize"));
      assertArrayEquals(
          new double[] {3.085678e24}, in.doubles("/Units", "Unit length in cgs (U_L)"));
      assertArrayEquals(new double[] {1}, in.doubles("/Groups/Masses", "U_M exponent"));
      assertArrayEquals(new double[] {1}, in.doubles("/Groups/Centres", "a-scale exponent"));
      assertEquals(0.15 / H, in.doubles("/Parameters", "LinkingLength")[0], 1e-12);
      assertEquals(0.149 / H, in.doubles("/Parameters", "LinkingLengthFromMass")[0], 1e-12);
      assertEquals("comoving Mpc", in.text("/Parameters", "LinkingLengthUnits"));
      assertEquals(25 / H, in.doubles("/Parameters", "BoxSize")[0], 1e-12);
      assertEquals(3.085678e24, in.doubles("/Parameters", "UnitLength_in_cm")[0]);
      assertEquals("float64[40, 3]", in.dataset("/Groups/Centres").info().describe());
      assertEquals("float32[40]", in.dataset("/Groups/Radii").info().describe());
    }
  }

  private static long[] ids(CatalogueFile found) {
    return found.longs("/Groups/GroupIDs");
  }

  /** At a = 0.5 stored velocities are those over sqrt(a), and lengths are comoving. */
  @Test
  void ytHasPhysicalValuesInCgs() {
    Path file = write(CatalogueFormat.YT, groups);
    assertEquals(folder.resolve("groups_007/halos_007.0.h5"), file);
    CatalogueFile found = CatalogueFile.of(file);
    double[] z =
        IntStream.range(0, 40).mapToDouble(g -> groups.sums().position()[3 * g + 2]).toArray();
    double cm = 0.5 * 3.085678e24 / H;
    assertArrayEquals(scaled(z, cm), found.doubles("/particle_position_z"), 1e-9 * cm);
    double[] vx =
        IntStream.range(0, 40).mapToDouble(g -> groups.sums().velocity()[3 * g]).toArray();
    double cms = Math.sqrt(0.5) * 1e5;
    assertArrayEquals(scaled(vx, cms), found.doubles("/particle_velocity_x"), 1e-9 * cms);
    double[] grams = scaled(groups.sums().mass(), 1.989e43 / H);
    assertArrayEquals(grams, found.doubles("/particle_mass"), 1e30);
    double[] radii = scaled(groups.sums().enclosingRadius(), cm);
    assertArrayEquals(radii, found.doubles("/virial_radius"), 1e-9 * cm);
    assertArrayEquals(groups.sums().length(), found.longs("/particle_number"));
    assertArrayEquals(Members.ids(groups), found.longs("/particles/ids"));
    try (Hdf5File in = Hdf5File.open(file)) {
      assertEquals("halo_catalog", in.text("/", "data_type"));
      assertEquals(0.15 * cm, in.doubles("/Parameters", "LinkingLength")[0], 1e-9 * cm);
      assertEquals("cm", in.text("/Parameters", "LinkingLengthUnits"));
      assertEquals(25 * cm, in.doubles("/Parameters", "BoxSize")[0], 1e-9 * cm);
      assertEquals(1, in.doubles("/Parameters", "UnitMass_in_g")[0]);
      assertEquals("cm", in.text("/particle_position_z", "units"));
      assertArrayEquals(new long[] {40}, in.longs("/", "num_halos"));
      assertEquals(25 * cm, in.doubles("/", "domain_right_edge")[1], 1e-9 * cm);
      // Flat: 2 / (3 H0 sqrt(OL)) asinh(sqrt(OL / Om a^3)).
      double h0 = H * 3.2407789e-18;
      double age = 2 / (3 * h0 * Math.sqrt(0.692)) * asinh(Math.sqrt(0.692 / 0.308 * 0.125));
      assertEquals(age, in.doubles("/", "current_time")[0], 1e-6 * age);
    }
  }

  private static double asinh(double x) {
    return Math.log(x + Math.sqrt(x * x + 1));
  }

  private static double[] scaled(double[] values, double factor) {
    return Arrays.stream(values).map(v -> v * factor).toArray();
  }

  @ParameterizedTest
  @EnumSource(
      value = CatalogueFormat.class,
      names = {"SWIFT", "YT"})
  void unitsMustBeKnown(CatalogueFormat format) {
    CatalogueInfo unstated = Catalogues.unstated(25);
    SnapshotException fault =
        assertThrows(SnapshotException.class, () -> writer(format).check(unstated));
    assertTrue(fault.getMessage().contains("needs units"), fault.getMessage());
    assertTrue(fault.getMessage().endsWith("use --format gadget"), fault.getMessage());
    assertFalse(Files.exists(folder.resolve("groups_007")));
  }

  @ParameterizedTest
  @EnumSource(value = CatalogueFormat.class, mode = Mode.EXCLUDE, names = "LIGHTCONE")
  void afterAFailureTheOlderFileStands(CatalogueFormat format) throws IOException {
    Path file = write(format, groups);
    byte[] before = Files.readAllBytes(file);
    GroupCatalogue broken = Catalogues.withoutMasses(groups);
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> write(format, broken));
    assertArrayEquals(before, Files.readAllBytes(file));
    try (Stream<Path> left = Files.list(file.getParent())) {
      assertEquals(List.of(file), left.toList());
    }
  }

  @ParameterizedTest
  @EnumSource(value = CatalogueFormat.class, mode = Mode.EXCLUDE, names = "LIGHTCONE")
  void noGroups(CatalogueFormat format) {
    CatalogueFile found = CatalogueFile.of(write(format, GroupCatalogue.empty(6)));
    switch (format) {
      case GADGET, TNG -> assertEquals(0, found.attribute("/Header", "Ngroups_Total"));
      case SWIFT -> assertEquals(0, found.attribute("/Header", "NumGroups_Total"));
      case YT -> assertEquals(0, found.attribute("/", "num_halos"));
      case LIGHTCONE -> throw new AssertionError("of a snapshot");
    }
  }
}
