package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.snapshot.RealData;

/** {@code jzfof run --lightcone} on light cones of Gadget-4 finds the groups that it found. */
class Gadget4LightconeTest {
  private static final String FULL_SKY = "lightcone/A_fullsky/";
  private static final String TWO_CONES = "lightcone/C_two_cones_two_shells/";

  @TempDir Path dir;

  /** Gadget-4 wrote this cone in group order: its offsets say where the members are. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theGroupsOfOneCone(int ranks) {
    Path cone = RealData.path(FULL_SKY + "lightcone_00");
    Jzfof.run("run", "--lightcone", cone, "-o", dir, "--ranks", ranks).succeeded();
    CatalogueFile theirs =
        CatalogueFile.of(RealData.path(FULL_SKY + "lc_fof_subhalo_tab_000.hdf5"));
    long[] ids =
        CatalogueFile.of(cone.resolve("conesnap_0000.hdf5")).longs("/PartType1/ParticleIDs");
    long[] length = theirs.longs("/Group/GroupLen");
    long[] offset = theirs.longs("/Group/GroupOffsetType");
    List<long[]> members = new ArrayList<>();
    for (int g = 0; g < length.length; g++) {
      int from = (int) offset[6 * g + 1];
      members.add(Arrays.copyOfRange(ids, from, from + (int) length[g]));
    }
    assertEquals(341, members.size());
    assertGroups(CatalogueFile.in(dir, "0000"), theirs, members);
  }

  /**
   * Gadget-4 joined both cones, and numbered the particles of each shell from 1. The members of its
   * groups were found by another program.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theGroupsOfTwoConesInTwoShells(int ranks) throws IOException {
    Path folder = RealData.path(TWO_CONES);
    Jzfof.run(
            "run",
            "--lightcone",
            folder.resolve("lightcone_00"),
            folder.resolve("lightcone_01"),
            "-o",
            dir,
            "--ranks",
            ranks)
        .warned("4662 particles are in several of the light cones");
    CatalogueFile theirs =
        CatalogueFile.of(
            folder.resolve("lc_fof_subhalo_tab_000.hdf5"),
            folder.resolve("lc_fof_subhalo_tab_001.hdf5"));
    List<long[]> members = members(folder.resolve("group_members.npz"));
    assertEquals(342, members.size());
    assertGroups(CatalogueFile.in(dir, "0000"), theirs, members);
  }

  /** A run without the option refuses the cone. */
  @Test
  void neverAsASnapshot() {
    Jzfof.run("run", RealData.path(FULL_SKY + "lightcone_00"), "--open", "-o", dir)
        .failed(3, "give --lightcone");
  }

  /**
   * Masses at the time of each group, around the centres that both find. Gadget-4 counts the
   * particles of a shell alone, and its centres are those of bound members.
   */
  @Test
  void theSpheresOfGadget4() {
    Path cone = RealData.path(FULL_SKY + "lightcone_00");
    Jzfof.run(
            "run",
            "--lightcone",
            cone,
            "-o",
            dir,
            "--so",
            "200m,200c,500c,vir",
            "--so-crossing",
            "gadget",
            "--properties",
            "types")
        .succeeded();
    CatalogueFile ours = CatalogueFile.in(dir, "0000");
    CatalogueFile theirs =
        CatalogueFile.of(RealData.path(FULL_SKY + "lc_fof_subhalo_tab_000.hdf5"));
    double mass = theirs.doubles("/Group/GroupMass")[0] / theirs.longs("/Group/GroupLen")[0];
    int centres = 0;
    int spheres = 0;
    for (int g = 0; g < theirs.groups(); g++) {
      int own = sameCentre(ours, vector(theirs, "GroupPos", g));
      if (own < 0 || theirs.longs("/Group/GroupNsubs")[g] == 0) {
        continue;
      }
      centres++;
      for (String limit : List.of("Mean200", "Crit200", "Crit500", "TopHat200")) {
        long number = ours.longs("/Group/Group_N_" + limit)[own];
        long expected = Math.round(theirs.doubles("/Group/Group_M_" + limit)[g] / mass);
        if (expected != 5 && number != 5) { // Gadget-4 may or may not take five for too few
          assertEquals(expected, number, limit + " of group " + g);
          double radius = theirs.doubles("/Group/Group_R_" + limit)[g];
          assertEquals(radius, ours.doubles("/Group/Group_R_" + limit)[own], 1e-6 * radius);
          spheres++;
        }
      }
    }
    assertTrue(centres > 0.9 * 336, centres + " centres");
    assertTrue(spheres > 3.8 * centres, spheres + " spheres");
  }

  /**
   * Subhaloes with the scale factor of their group: as many as in Gadget-4, nearly all with the
   * same members, whose velocities and physical radii are the same.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theSubhaloesOfGadget4(int ranks) {
    Path cone = RealData.path(FULL_SKY + "lightcone_00");
    Jzfof.run("run", "--lightcone", cone, "-o", dir, "--subhaloes", "--ranks", ranks).succeeded();
    CatalogueFile ours = CatalogueFile.in(dir, "0000");
    CatalogueFile theirs =
        CatalogueFile.of(RealData.path(FULL_SKY + "lc_fof_subhalo_tab_000.hdf5"));
    long[] rows =
        CatalogueFile.of(cone.resolve("conesnap_0000.hdf5")).longs("/PartType1/ParticleIDs");
    List<List<Long>> own = subhaloMembers(ours, ours.longs("/IDs/ID"));
    List<List<Long>> their = subhaloMembers(theirs, rows);
    assertEquals(352, own.size());
    assertEquals(352, their.size());
    int same = 0;
    int centred = 0;
    for (int s = 0; s < their.size(); s++) {
      int o = own.indexOf(their.get(s));
      if (o < 0) {
        continue;
      }
      same++;
      assertEquals(0, apart(ours, theirs, "Vel", o, s), 4e-5, "velocity of " + s);
      assertClose(ours, theirs, "VelDisp", o, s, 3e-7);
      if (apart(ours, theirs, "Pos", o, s) < 1e-5) { // otherwise others are equally deep
        centred++;
        assertClose(ours, theirs, "Vmax", o, s, 2e-5);
        assertClose(ours, theirs, "VmaxRad", o, s, 4e-5);
        assertClose(ours, theirs, "HalfmassRad", o, s, 2e-5);
        assertEquals(0, apart(ours, theirs, "Spin", o, s), 1e-4, "spin of " + s);
      }
    }
    assertTrue(same >= 340, same + " with the same members");
    assertTrue(centred >= 336, centred + " with the same deepest member");
  }

  private static List<List<Long>> subhaloMembers(CatalogueFile file, long[] rows) {
    long[] length = file.longs("/Subhalo/SubhaloLen");
    long[] offset = file.longs("/Subhalo/SubhaloOffsetType");
    List<List<Long>> members = new ArrayList<>();
    for (int s = 0; s < length.length; s++) {
      int from = (int) offset[6 * s + 1];
      members.add(key(Arrays.copyOfRange(rows, from, from + (int) length[s])));
    }
    return members;
  }

  /** Returns the largest difference of the components of a vector. */
  private static double apart(
      CatalogueFile ours, CatalogueFile theirs, String name, int own, int their) {
    double[] one = ours.doubles("/Subhalo/Subhalo" + name);
    double[] other = theirs.doubles("/Subhalo/Subhalo" + name);
    double largest = 0;
    for (int d = 0; d < 3; d++) {
      largest = Math.max(largest, Math.abs(one[3 * own + d] - other[3 * their + d]));
    }
    return largest;
  }

  private static void assertClose(
      CatalogueFile ours, CatalogueFile theirs, String name, int own, int their, double relative) {
    double expected = theirs.doubles("/Subhalo/Subhalo" + name)[their];
    double found = ours.doubles("/Subhalo/Subhalo" + name)[own];
    assertEquals(expected, found, relative * expected, name + " of subhalo " + their);
  }

  private static int sameCentre(CatalogueFile ours, double[] position) {
    double[] all = ours.doubles("/Group/GroupPos");
    for (int g = 0; g < ours.groups(); g++) {
      double distance = 0;
      for (int d = 0; d < 3; d++) {
        distance = Math.max(distance, Math.abs(all[3 * g + d] - position[d]));
      }
      if (distance < 1e-5) {
        return g;
      }
    }
    return -1;
  }

  /** Reads arrays of numpy: the lengths and IDs of groups. */
  private static List<long[]> members(Path file) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      ByteBuffer lengths = array(zip, "length.npy");
      ByteBuffer ids = array(zip, "ids.npy");
      List<long[]> members = new ArrayList<>();
      while (lengths.hasRemaining()) {
        long[] group = new long[lengths.getInt()];
        Arrays.setAll(group, i -> Integer.toUnsignedLong(ids.getInt()));
        members.add(group);
      }
      return members;
    }
  }

  private static ByteBuffer array(ZipFile zip, String name) throws IOException {
    byte[] bytes = zip.getInputStream(zip.getEntry(name)).readAllBytes();
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int header = all.getShort(8);
    String text = new String(bytes, 10, header, StandardCharsets.US_ASCII);
    assertTrue(text.contains("i4") || text.contains("u4"), text);
    return all.position(10 + header);
  }

  /**
   * @param members IDs of the members of their groups, in the order of their catalogue
   */
  private static void assertGroups(CatalogueFile ours, CatalogueFile theirs, List<long[]> members) {
    Map<List<Long>, List<Integer>> known = new HashMap<>();
    List<long[]> own = ours.members();
    for (int g = 0; g < own.size(); g++) {
      known.computeIfAbsent(key(own.get(g)), k -> new ArrayList<>()).add(g);
    }
    assertEquals(members.size(), own.size());
    assertEquals(members.size(), theirs.groups());
    for (int g = 0; g < members.size(); g++) {
      List<Integer> same = known.getOrDefault(key(members.get(g)), List.of());
      assertTrue(!same.isEmpty(), "group " + g + " of Gadget-4 is none of ours");
      assertEquals(1, same.size(), "group " + g);
      assertClose(ours, theirs, same.remove(0), g);
    }
  }

  private static List<Long> key(long[] ids) {
    return Arrays.stream(ids).sorted().boxed().toList();
  }

  private static void assertClose(CatalogueFile ours, CatalogueFile theirs, int own, int their) {
    double mass = theirs.doubles("/Group/GroupMass")[their];
    assertEquals(mass, ours.doubles("/Group/GroupMass")[own], 1e-7 * mass);
    double a = theirs.doubles("/Group/GroupAscale")[their];
    assertEquals(a, ours.doubles("/Group/GroupAscale")[own], 2e-7 * a);
    assertArrayEquals(
        vector(theirs, "GroupVel", their), vector(ours, "GroupVel", own), 1e-4, "velocity");
    // Their position is that of a member deep in the potential, where there is a subhalo.
    boolean subhalo = theirs.longs("/Group/GroupNsubs")[their] > 0;
    double inside = subhalo ? 3 * ours.doubles("/Group/GroupInertiaRadius")[own] : 1e-5;
    assertArrayEquals(
        vector(theirs, "GroupPos", their), vector(ours, "GroupPos", own), inside, "position");
  }

  private static double[] vector(CatalogueFile file, String name, int group) {
    return Arrays.copyOfRange(file.doubles("/Group/" + name), 3 * group, 3 * group + 3);
  }
}
