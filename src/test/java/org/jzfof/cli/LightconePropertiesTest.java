package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Subhaloes and properties of groups of light cones, with the scale factor of each group. */
class LightconePropertiesTest {
  private static final List<Object> MEASURED =
      List.of(
          "--subhaloes",
          "--apertures",
          "40,150",
          "--so",
          "200c,500c,200m,vir",
          "--so-flags",
          "--properties",
          "all");

  /** Comoving until a = 0.5, then constant in physical units. */
  private static final double SOFTENING = 0.04;

  private static final double LARGEST_PHYSICAL = 0.02;

  private static final Particles PARTICLES = ConeParticles.around();

  @TempDir Path dir;

  private CatalogueFile onCone(String name, double[] a, Object... words) {
    Path file =
        withSoftening(LightconeFixture.gadget4(PARTICLES, a))
            .write(dir.resolve(name + "/conesnap_0000.hdf5"));
    List<Object> all =
        new ArrayList<>(List.of("run", "--lightcone", file, "-o", dir.resolve(name)));
    all.addAll(MEASURED);
    Jzfof.run(all, words).succeeded();
    return CatalogueFile.in(dir.resolve(name), "0000");
  }

  private static LightconeFixture withSoftening(LightconeFixture cone) {
    return cone.with("SofteningClassOfPartType1", 1)
        .with("SofteningComovingClass1", SOFTENING)
        .with("SofteningMaxPhysClass1", LARGEST_PHYSICAL);
  }

  /** A snapshot at a time, whose velocities have the factor sqrt(a). */
  private CatalogueFile ofSnapshot(double a, Object... words) {
    float[] velocity = PARTICLES.velocities().clone();
    for (int i = 0; i < velocity.length; i++) {
      velocity[i] /= (float) Math.sqrt(a);
    }
    Particles stored =
        Particles.at(PARTICLES.positions())
            .withVelocities(velocity)
            .withIds(PARTICLES.ids())
            .withMass(PARTICLES.mass())
            .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    Path file =
        SnapshotFixtures.gadget4(ConeParticles.SIDE, stored)
            .and(
                w -> {
                  for (String name : List.of("Time", "Redshift")) {
                    w.removeAttribute("/Header", name);
                  }
                  w.attribute("/Header", "Time", Hdf5Type.FLOAT64, a);
                  w.attribute("/Header", "Redshift", Hdf5Type.FLOAT64, 1 / a - 1);
                  w.attribute("/Parameters", "SofteningClassOfPartType1", Hdf5Type.INT32, 1);
                  w.attribute(
                      "/Parameters", "SofteningComovingClass1", Hdf5Type.FLOAT64, SOFTENING);
                  w.attribute(
                      "/Parameters", "SofteningMaxPhysClass1", Hdf5Type.FLOAT64, LARGEST_PHYSICAL);
                })
            .write(dir.resolve("snapshot_001.hdf5"));
    List<Object> all = new ArrayList<>(List.of("run", file, "--open", "-o", dir.resolve("box")));
    all.addAll(List.of("--linking-length-from", "mass"));
    all.addAll(MEASURED);
    Jzfof.run(all, words).succeeded();
    return CatalogueFile.in(dir.resolve("box"), "001");
  }

  /** All of one time, subhaloes and properties are those of the snapshot, bit for bit. */
  @ParameterizedTest
  @CsvSource({"1, last", "0.25, last", "0.25, first", "0.25, gadget", "0.25, soap"})
  void ofOneTimeTheyAreThoseOfTheSnapshot(double a, String crossing) {
    CatalogueFile expected = ofSnapshot(a, "--so-crossing", crossing);
    CatalogueFile found = onCone("cone", new double[] {a}, "--so-crossing", crossing);
    for (String folder : List.of("/Group", "/Subhalo")) {
      assertTrue(found.names(folder).containsAll(expected.names(folder)));
      for (String name : expected.names(folder)) {
        double factor = name.equals("GroupVel") ? a : 1; // a snapshot has a times the velocity
        double[] values = found.doubles(folder + "/" + name);
        Arrays.setAll(values, i -> factor * values[i]);
        assertArrayEquals(expected.doubles(folder + "/" + name), values, name + " at " + a);
      }
    }
    assertArrayEquals(expected.longs("/IDs/ID"), found.longs("/IDs/ID"));
    assertTrue(found.longs("/Subhalo/SubhaloLen").length > 30);
    assertTrue(found.names("/Group").contains("Group_SpinParameter_TopHat200"));
  }

  /** Groups of two times are those of cones that are all of the one or of the other. */
  @Test
  void eachGroupHasTheValuesOfItsTime() {
    double[] x = PARTICLES.positions();
    double[] a =
        IntStream.range(0, PARTICLES.count())
            .mapToDouble(i -> x[3 * i + 2] < 0 ? 0.25 : 1)
            .toArray();
    List<List<String>> early = rows(onCone("early", new double[] {0.25}));
    List<List<String>> late = rows(onCone("late", new double[] {1}));
    CatalogueFile file = onCone("both", a);
    List<List<String>> both = rows(file);
    double[] means = file.doubles("/Group/GroupAscale");
    int compared = 0;
    int differ = 0;
    for (int g = 0; g < means.length; g++) {
      double mean = means[g];
      if (mean == 0.25 || mean == 1) {
        compared++;
        List<String> same = (mean == 1 ? late : early).get(g);
        assertEquals(same, both.get(g), "group " + g + " at " + mean);
        differ += (mean == 1 ? early : late).get(g).equals(both.get(g)) ? 0 : 1;
      }
    }
    assertTrue(compared > 30, compared + " groups");
    assertEquals(compared, differ);
  }

  /** All values of each group and of its subhaloes, but for their numbers. */
  private static List<List<String>> rows(CatalogueFile file) {
    List<List<String>> rows =
        columns(file, "/Group", file.groups(), Set.of("GroupFirstSub", "GroupOffsetType"));
    List<List<String>> subhaloes =
        columns(
            file,
            "/Subhalo",
            file.longs("/Subhalo/SubhaloLen").length,
            Set.of("SubhaloOffsetType"));
    long[] first = file.longs("/Group/GroupFirstSub");
    long[] number = file.longs("/Group/GroupNsubs");
    for (int g = 0; g < rows.size(); g++) {
      for (int s = 0; s < number[g]; s++) {
        rows.get(g).addAll(subhaloes.get((int) first[g] + s));
      }
    }
    return rows;
  }

  /** The values of each row of a table, with the names of their columns. */
  private static List<List<String>> columns(
      CatalogueFile file, String table, int count, Set<String> without) {
    List<List<String>> rows =
        Stream.generate(() -> (List<String>) new ArrayList<String>()).limit(count).toList();
    Set<String> names = new TreeSet<>(file.names(table));
    names.removeAll(without);
    for (String name : names) {
      double[] all = file.doubles(table + "/" + name);
      int width = all.length / count;
      for (int row = 0; row < count; row++) {
        String values = Arrays.toString(Arrays.copyOfRange(all, width * row, width * (row + 1)));
        rows.get(row).add(name + values);
      }
    }
    return rows;
  }

  /** All datasets of the catalogue have the same bits. */
  @ParameterizedTest
  @CsvSource({"2, first", "3, last", "5, last"})
  void ranksMakeNoDifference(int ranks, String crossing) {
    double[] a = ConeParticles.scaleFactors(PARTICLES);
    CatalogueFile expected = onCone("one", a, "--so-crossing", crossing);
    CatalogueFile found = onCone("several", a, "--so-crossing", crossing, "--ranks", ranks);
    for (String folder : List.of("/Group", "/Subhalo", "/IDs")) {
      assertEquals(expected.names(folder), found.names(folder));
      for (String name : expected.names(folder)) {
        assertArrayEquals(
            expected.doubles(folder + "/" + name), found.doubles(folder + "/" + name), name);
      }
    }
  }

  /** Lengths of groups are comoving in the run, and physical in the catalogue. */
  @Test
  void lengthsArePhysical() {
    CatalogueFile early = onCone("early", new double[] {0.25});
    CatalogueFile late = onCone("late", new double[] {1});
    double[] first = early.doubles("/Group/GroupHalfmassRad");
    double[] last = late.doubles("/Group/GroupHalfmassRad");
    double[] vmax = early.doubles("/Group/GroupVmax");
    double[] slower = late.doubles("/Group/GroupVmax");
    int same = 0;
    for (int g = 0; g < first.length; g++) {
      if (Math.abs(first[g] - 0.25 * last[g]) < 1e-6 * first[g]) { // of the same centre
        same++;
        assertEquals(2 * slower[g], vmax[g], 1e-6 * vmax[g], "largest velocity of " + g);
      }
    }
    assertTrue(same > first.length / 2, same + " groups");
  }
}
