package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Radii of groups beside those of subhaloes that are whole groups, at a = 0.5. */
class HaloRadiiTest {
  private static final double BOX = 5;
  private static final double A = 0.5;
  private static final int SIDE = 6;
  private static final String FILE = "fof_subhalo_tab_001.0.hdf5";

  @TempDir private Path dir;

  /** Cold clumps of any lengths on a lattice. */
  private static double[] clumps() {
    Random random = new Random(6);
    List<Double> places = new ArrayList<>();
    for (int c = 0; c < SIDE * SIDE * SIDE; c++) {
      double[] middle = {c % SIDE, c / SIDE % SIDE, (double) (c / SIDE / SIDE)};
      int members = 20 + random.nextInt(30);
      for (int i = 0; i < 3 * members; i++) {
        places.add(BOX / SIDE * middle[i % 3] + 0.1 + 0.04 * random.nextDouble());
      }
    }
    return places.stream().mapToDouble(x -> x).toArray();
  }

  /**
   * @param ofStars mass of every second particle, which is a star then; 0 for dark matter alone
   */
  private CatalogueFile found(Path out, double mass, double ofStars, Object... options) {
    Particles all = Particles.at(clumps()).shuffled(3);
    int dark = ofStars > 0 ? all.count() / 2 : all.count();
    Particles[] types =
        ofStars > 0
            ? new Particles[] {
              all.slice(0, dark).withMass(mass),
              all.slice(dark, all.count()).withType(4).withMass(ofStars)
            }
            : new Particles[] {all.withMass(mass)};
    Path snapshot = SnapshotFixtures.gadget(BOX, types).write(dir.resolve("snapshot_001.hdf5"));
    List<Object> words = new ArrayList<>(List.of("run", snapshot));
    words.addAll(List.of("--subhaloes", "--softening", 0.002, "--overwrite"));
    words.addAll(List.of("--types", ofStars > 0 ? "1,4" : "1"));
    words.addAll(List.of("-o", out));
    words.addAll(List.of(options));
    Jzfof.run(words.toArray()).succeeded();
    return CatalogueFile.in(out, "001");
  }

  /** Masses in doubles and floats, and such that half of them is reached at a member. */
  @ParameterizedTest
  @CsvSource({
    "0.3, 0, 1, gadget",
    "0.3, 0.1, 1, gadget",
    "0.3, 0.1, 3, gadget",
    "0.3, 0.3, 2, tng",
    "0.7, 0, 3, tng",
    "0.7, 5.6, 1, tng"
  })
  void halfOfTheMassIsAtOneRadius(double mass, double ofStars, int ranks, String format) {
    CatalogueFile found = found(dir, mass, ofStars, "--ranks", ranks, "--format", format);
    long[] length = found.longs("/Group/GroupLen");
    long[] first = found.longs("/Group/GroupFirstSub");
    long[] bound = found.longs("/Subhalo/SubhaloLen");
    double[] ofGroup = found.doubles("/Group/GroupHalfmassRad");
    double[] ofSubhalo = found.doubles("/Subhalo/SubhaloHalfmassRad");
    int whole = 0;
    for (int g = 0; g < length.length; g++) {
      int s = (int) first[g];
      if (s >= 0 && bound[s] == length[g]) {
        assertEquals(ofSubhalo[s], ofGroup[g], "group " + g + " of " + length[g]);
        whole++;
      }
    }
    assertTrue(whole > 150, whole + " subhaloes that are whole groups");
  }

  @Test
  void radiiOfTngAreComoving() {
    CatalogueFile gadget = found(dir.resolve("gadget"), 0.3, 0.1);
    CatalogueFile tng = found(dir.resolve("tng"), 0.3, 0.1, "--format", "tng");
    for (String name :
        List.of(
            "/Group/GroupVmaxRad",
            "/Group/GroupHalfmassRad",
            "/Subhalo/SubhaloVmaxRad",
            "/Subhalo/SubhaloHalfmassRad")) {
      double[] physical = gadget.doubles(name);
      double[] comoving = tng.doubles(name);
      assertTrue(physical.length > 150, name);
      for (int i = 0; i < physical.length; i++) {
        assertEquals(physical[i] / A, comoving[i], 1e-6 * comoving[i], name + " " + i);
      }
      assertEquals(0, gadget.attribute(name, "a_scaling"), name);
      assertEquals(1, tng.attribute(name, "a_scaling"), name);
    }
  }

  /** Also in catalogues of IllustrisTNG's layout in which those of groups are physical. */
  @Test
  void radiiAreReadAsTheirUnitsSay() {
    found(dir.resolve("tng"), 0.3, 0.1, "--format", "tng");
    found(dir.resolve("gadget"), 0.3, 0.1);
    Path tng = dir.resolve("tng/groups_001");
    Path gadget = dir.resolve("gadget/groups_001");
    Jzfof.run("compare", gadget, tng).printed("equal            yes");
    Jzfof.run("compare", tng, gadget).printed("equal            yes");
    Path file = tng.resolve(FILE);
    for (String name : List.of("/Group/GroupVmaxRad", "/Group/GroupHalfmassRad")) {
      double[] comoving = CatalogueFile.of(file).doubles(name);
      for (int g = 0; g < comoving.length; g++) {
        Hdf5Edit.value(file, name, A * comoving[g], g);
      }
      assertEquals(9, Jzfof.run("compare", gadget, tng).code(), name);
      Hdf5Edit.text(file, name, "units", "physical Mpc/h");
      Jzfof.run("compare", gadget, tng).printed("equal            yes");
    }
  }
}
