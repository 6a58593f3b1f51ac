package org.jzfof.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.trees.EvolvingMock.Member;

/** The files of links of mocks against loops over all members. */
class LinkFinderTest {
  @TempDir Path dir;

  @ParameterizedTest
  @CsvSource({
    "false, 1, 1",
    "false, 2, 2",
    "false, 3, 3",
    "false, 5, 4",
    "true, 1, 5",
    "true, 2, 6",
    "true, 3, 7",
    "true, 5, 8"
  })
  void linksAreThoseOfLoops(boolean subhaloes, int ranks, long seed) throws Exception {
    List<List<Member>> series = EvolvingMock.series(4, 60, seed);
    Path in = Files.createDirectory(dir.resolve("in"));
    for (int n = 0; n < series.size(); n++) {
      if (subhaloes) {
        EvolvingMock.writeSubhaloes(in, 7 + n, series.get(n));
      } else {
        EvolvingMock.writeGroups(in, 7 + n, series.get(n));
      }
    }
    Jzfof.run("link", in, "-o", dir, "--ranks", ranks).succeeded();
    int merged = 0;
    for (int n = 1; n < series.size(); n++) {
      BruteLinks links = BruteLinks.of(series.get(n - 1), series.get(n), subhaloes);
      CatalogueFile before = file("desc", 6 + n);
      CatalogueFile after = file("prog", 7 + n);
      long[] down = links.descendants();
      long[] up = links.progenitors();
      assertArrayEquals(down, before.longs("/Subhalo/DescSubhaloNr"));
      assertArrayEquals(up, after.longs("/Subhalo/ProgSubhaloNr"));
      long[] next = BruteLinks.next(down);
      assertArrayEquals(next, before.longs("/Subhalo/NextProgSubhaloNr"));
      assertArrayEquals(
          BruteLinks.first(up, down.length), before.longs("/Subhalo/FirstDescSubhaloNr"));
      assertArrayEquals(
          BruteLinks.first(down, up.length), after.longs("/Subhalo/FirstProgSubhaloNr"));
      assertArrayEquals(BruteLinks.next(up), after.longs("/Subhalo/NextDescSubhaloNr"));
      merged += (int) Arrays.stream(next).filter(p -> p >= 0).count();
    }
    assertTrue(merged > 5, merged + " mergers");
  }

  private CatalogueFile file(String kind, int number) {
    return CatalogueFile.of(dir.resolve("subhalo_%s_%03d.hdf5".formatted(kind, number)));
  }
}
