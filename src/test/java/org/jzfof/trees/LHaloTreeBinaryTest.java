package org.jzfof.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.Outcome;

/** The binary file of LHaloTree, byte by byte, against trees.hdf5 and catalogues. */
class LHaloTreeBinaryTest {
  private static final int HALO = 104;
  private static final int CRIT = 28;
  private static final int POS = 36;
  private static final int VEL = 48;
  private static final int DISPERSION = 60;
  private static final int VMAX = 64;
  private static final int SPIN = 68;
  private static final int ID = 80;
  private static final int SNAPSHOT = 88;
  private static final int FILE = 92;
  private static final int NUMBER = 96;
  private static final int HALF = 100;

  @TempDir Path dir;

  /** A file as struct halo_data of L-Galaxies and SAGE sees it. */
  private record Trees(int[] lengths, int haloes, ByteBuffer bytes) {
    static Trees of(Path file) throws IOException {
      ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      int trees = all.getInt();
      int haloes = all.getInt();
      int[] lengths = IntStream.range(0, trees).map(t -> all.getInt()).toArray();
      assertEquals(haloes, Arrays.stream(lengths).sum());
      assertEquals((long) HALO * haloes, all.remaining());
      return new Trees(lengths, haloes, all.slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    long[] integers(int offset) {
      return IntStream.range(0, haloes).mapToLong(h -> bytes.getInt(h * HALO + offset)).toArray();
    }

    long[] ids() {
      return IntStream.range(0, haloes).mapToLong(h -> bytes.getLong(h * HALO + ID)).toArray();
    }

    double[] reals(int offset, int values) {
      return IntStream.range(0, haloes * values)
          .mapToDouble(i -> bytes.getFloat(i / values * HALO + offset + i % values * Float.BYTES))
          .toArray();
    }
  }

  private Path mock() throws IOException {
    Path in = Files.createDirectory(dir.resolve("in"));
    List<List<EvolvingMock.Member>> series = EvolvingMock.series(5, 30, 6);
    for (int n = 0; n < series.size(); n++) {
      EvolvingMock.writeSubhaloes(in, n, series.get(n));
    }
    Jzfof.run("link", in, "-o", dir).succeeded();
    Jzfof.run("trees", in, "--links", dir, "-o", dir).succeeded();
    return in;
  }

  @Test
  void fieldsAreThoseOfTrees() throws IOException {
    Path in = mock();
    Outcome made =
        Jzfof.run("trees", in, "--links", dir, "-o", dir, "--format", "lhalotree-binary");
    assertEquals(0, made.code(), made.err());
    assertEquals(2, made.err().lines().count(), made.err());
    assertTrue(made.err().contains("columns of M_Mean200, M_TopHat, which are 0"), made.err());
    assertTrue(made.err().contains("does not state its units"), made.err());
    Trees found = Trees.of(dir.resolve("trees_004.0"));
    CatalogueFile trees = CatalogueFile.of(dir.resolve("trees.hdf5"));
    long[] lengths = Arrays.stream(found.lengths).asLongStream().toArray();
    assertArrayEquals(trees.longs("/TreeTable/Length"), lengths);
    String[] integers = {
      "TreeDescendant",
      "TreeMainProgenitor",
      null,
      "TreeFirstHaloInFOFgroup",
      "TreeNextHaloInFOFgroup",
      "SubhaloLen"
    };
    for (int i = 0; i < integers.length; i++) {
      if (integers[i] != null) {
        long[] expected = trees.longs("/TreeHalos/" + integers[i]);
        assertArrayEquals(expected, found.integers(i * Integer.BYTES), integers[i]);
      }
    }
    assertNextProgenitors(found, trees.longs("/TreeTable/StartOffset"));
    assertReals(trees, "Group_M_Crit200", found.reals(CRIT, 1));
    assertReals(trees, "SubhaloPos", found.reals(POS, 3));
    assertReals(trees, "SubhaloVel", found.reals(VEL, 3));
    assertReals(trees, "SubhaloVelDisp", found.reals(DISPERSION, 1));
    assertReals(trees, "SubhaloVmax", found.reals(VMAX, 1));
    assertReals(trees, "SubhaloSpin", found.reals(SPIN, 3));
    assertArrayEquals(trees.longs("/TreeHalos/SubhaloIDMostbound"), found.ids());
    assertArrayEquals(trees.longs("/TreeHalos/SnapNum"), found.integers(SNAPSHOT));
    assertArrayEquals(new long[found.haloes], found.integers(FILE));
    assertArrayEquals(trees.longs("/TreeHalos/SubhaloNr"), found.integers(NUMBER));
    double[] radius = trees.doubles("/TreeHalos/SubhaloHalfmassRad");
    double[] time = trees.doubles("/TreeTimes/Time");
    long[] snapshot = found.integers(SNAPSHOT);
    double[] comoving =
        IntStream.range(0, radius.length)
            .mapToDouble(h -> (float) (radius[h] / time[(int) snapshot[h]]))
            .toArray();
    assertArrayEquals(comoving, found.reals(HALF, 1), 1e-4);
  }

  private static void assertReals(CatalogueFile trees, String name, double[] found) {
    assertArrayEquals(trees.doubles("/TreeHalos/" + name), found, name);
  }

  /** From the first progenitor on, all haloes with one descendant are reached, each once. */
  private static void assertNextProgenitors(Trees found, long[] start) {
    long[] descendant = found.integers(0);
    long[] first = found.integers(4);
    long[] next = found.integers(8);
    int reached = 0;
    for (int t = 0; t < start.length; t++) {
      for (int h = 0; h < found.lengths[t]; h++) {
        long progenitor = first[(int) start[t] + h];
        while (progenitor >= 0) {
          int row = (int) (start[t] + progenitor);
          assertEquals(h, descendant[row]);
          reached++;
          progenitor = next[row];
        }
      }
    }
    assertEquals(Arrays.stream(descendant).filter(d -> d >= 0).count(), reached);
  }

  /** Lengths and masses are in Mpc/h and 1e10 Msun/h in whatever units the catalogue is. */
  @Test
  void unitsAreThoseOfTheMillennium() throws IOException {
    Path snapshot = Path.of("examples/lcdm32/snapshot_001.hdf5");
    Path in = dir.resolve("kpc");
    List<Object> words = List.of("run", snapshot, "-o", in, "--subhaloes", "--softening", 0.026);
    Jzfof.run(words, "--so", "200c,200m,vir", "--units", "kpc", "--files", 2).succeeded();
    Jzfof.run("trees", in, "-o", dir, "--format", "lhalotree-binary").succeeded();
    Trees found = Trees.of(dir.resolve("trees_001.0"));
    Path groups = in.resolve("groups_001");
    CatalogueFile catalogue =
        CatalogueFile.of(
            groups.resolve("fof_subhalo_tab_001.0.hdf5"),
            groups.resolve("fof_subhalo_tab_001.1.hdf5"));
    assertThousandth(catalogue, "SubhaloPos", found.reals(POS, 3), found);
    assertThousandth(catalogue, "SubhaloSpin", found.reals(SPIN, 3), found);
    assertThousandth(catalogue, "SubhaloHalfmassRad", found.reals(HALF, 1), found);
    double[] mass = catalogue.doubles("/Group/Group_M_TopHat200");
    double[] ofTrees = found.reals(CRIT + 4, 1);
    long[] number = found.integers(NUMBER);
    long[] group = catalogue.longs("/Subhalo/SubhaloGroupNr");
    long[] rank = catalogue.longs("/Subhalo/SubhaloRankInGr");
    int inFirst = (int) catalogue.attribute("/Header", "Nsubhalos_ThisFile");
    long[] file = found.integers(FILE);
    for (int h = 0; h < found.haloes; h++) {
      int s = (int) number[h];
      assertEquals(rank[s] == 0 ? mass[(int) group[s]] : 0, ofTrees[h]);
      assertEquals(s < inFirst ? 0 : 1, file[h]);
    }
  }

  private static void assertThousandth(
      CatalogueFile catalogue, String name, double[] values, Trees found) {
    double[] stored = catalogue.doubles("/Subhalo/" + name);
    int width = values.length / found.haloes;
    long[] number = found.integers(NUMBER);
    for (int i = 0; i < values.length; i++) {
      double expected = stored[(int) number[i / width] * width + i % width] / 1000;
      assertEquals(expected, values[i], 1e-6 * Math.abs(expected), name);
    }
  }
}
