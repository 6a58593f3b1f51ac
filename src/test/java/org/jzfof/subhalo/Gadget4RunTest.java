package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.snapshot.RealData;

/**
 * Catalogues of {@code jzfof run --subhaloes} beside those of Gadget-4, which itself differs as
 * much where the particles are shifted in the box.
 */
class Gadget4RunTest {
  private static final int TYPES = 6;

  @TempDir private Path dir;

  /**
   * @param otherMains first subhaloes that may have other members
   * @param off how far the number of subhaloes may be off
   */
  @ParameterizedTest
  @CsvSource({"lcdm32, 001, 0, 0", "lcdm64, 000, 2, 1", "lcdm64, 001, 2, 0"})
  void theSubhaloesOfGadget4(String folder, String number, int otherMains, int off) {
    Gadget4Catalogue theirs = Gadget4Catalogue.open(folder, number);
    Path snapshot = RealData.path(folder + "/snapshot_" + number + ".hdf5");
    Jzfof.run("run", snapshot, "-o", dir, "--subhaloes", "--so", "none", "-q").succeeded();
    CatalogueFile own = CatalogueFile.in(dir, number);
    long[] id = theirs.particles().id();
    int[][] expected = theirs.subhaloMembers();
    long[] listed = own.longs("/IDs/ID");
    long[] first = own.longs("/Subhalo/SubhaloOffsetType");
    long[] length = own.longs("/Subhalo/SubhaloLen");
    Map<Long, Integer> subhaloOf = new HashMap<>();
    for (int s = 0; s < length.length; s++) {
      int from = (int) first[TYPES * s + 1];
      for (int i = from; i < from + length[s]; i++) {
        subhaloOf.put(listed[i], s);
      }
    }
    assertEquals(expected.length, length.length, off);
    int[] partner = new int[expected.length];
    double[] jaccard = new double[expected.length];
    for (int s = 0; s < expected.length; s++) {
      int[] counts = new int[length.length];
      Arrays.stream(expected[s])
          .filter(i -> subhaloOf.containsKey(id[i]))
          .forEach(i -> counts[subhaloOf.get(id[i])]++);
      partner[s] =
          IntStream.range(0, counts.length)
              .reduce((a, b) -> counts[b] > counts[a] ? b : a)
              .getAsInt();
      int common = counts[partner[s]];
      jaccard[s] = common / (double) (expected[s].length + length[partner[s]] - common);
    }
    long[] rank = theirs.file().longs("/Subhalo/SubhaloRankInGr");
    int[] mains = IntStream.range(0, rank.length).filter(s -> rank[s] == 0).toArray();
    int[] others = IntStream.range(0, rank.length).filter(s -> rank[s] > 0).toArray();
    long alike = Arrays.stream(mains).filter(s -> jaccard[s] > 0.98).count();
    assertTrue(alike >= mains.length - otherMains, alike + " of " + mains.length);
    long near = Arrays.stream(others).filter(s -> jaccard[s] > 0.9).count();
    assertTrue(near >= others.length - 1, near + " of " + others.length);
    compare(theirs.file(), own, partner, jaccard);
  }

  private static void compare(
      CatalogueFile theirs, CatalogueFile own, int[] partner, double[] jaccard) {
    long[] mostBound = theirs.longs("/Subhalo/SubhaloIDMostbound");
    long[] ownMostBound = own.longs("/Subhalo/SubhaloIDMostbound");
    double[] vmax = theirs.doubles("/Subhalo/SubhaloVmax");
    double[] ownVmax = own.doubles("/Subhalo/SubhaloVmax");
    int[] all = IntStream.range(0, partner.length).toArray();
    long same = Arrays.stream(all).filter(s -> mostBound[s] == ownMostBound[partner[s]]).count();
    assertTrue(same >= 0.985 * all.length, same + " with the same most bound particle");
    long close =
        Arrays.stream(all).filter(s -> Math.abs(ownVmax[partner[s]] / vmax[s] - 1) < 0.01).count();
    assertTrue(close >= 0.99 * all.length, close + " with Vmax within 1 %");
    assertTrue(own.names("/Subhalo").containsAll(theirs.names("/Subhalo")));
    int[] equal = Arrays.stream(all).filter(s -> jaccard[s] == 1).toArray();
    for (String name : new String[] {"SubhaloMass", "SubhaloVelDisp", "SubhaloCM", "SubhaloSpin"}) {
      double[] a = theirs.doubles("/Subhalo/" + name);
      double[] b = own.doubles("/Subhalo/" + name);
      int columns = a.length / all.length;
      double typical = Arrays.stream(a).map(Math::abs).max().orElseThrow();
      for (int s : equal) {
        for (int c = 0; c < columns; c++) {
          double x = a[columns * s + c];
          double y = b[columns * partner[s] + c];
          double scale = columns == 1 ? x : typical;
          assertEquals(x, y, 1e-5 * scale, name);
        }
      }
    }
  }
}
