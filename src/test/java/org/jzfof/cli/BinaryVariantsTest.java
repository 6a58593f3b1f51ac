package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueContent;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.GadgetTables;

/**
 * Binary snapshots that src/test/python/make_binary.py has packed give the same catalogues as the
 * same numbers in HDF5: both formats, both byte orders, single and double precision, IDs of 32 and
 * 64 bits, one file and several, dark matter alone and all types with gas.
 */
class BinaryVariantsTest {
  private static final int VARIANTS = 64;
  private static final int[] RANKS = {1, 2, 3, 5};

  @TempDir static Path inputs;
  @TempDir Path dir;

  private static Path made;

  @BeforeAll
  static void make() {
    made = inputs.resolve("made");
    PythonScript.needing("make_binary.py", "h5py, numpy", inputs)
        .accepts(VARIANTS, List.of(made.toString()));
  }

  @Test
  void haveTheCataloguesOfHdf5() throws IOException {
    int runs = 0;
    for (Path numbers : list(made)) {
      boolean dark = numbers.getFileName().toString().startsWith("dark");
      List<String> options =
          dark
              ? List.of("--subhaloes", "--so", "200c", "--properties", "all")
              : List.of(
                  "--subhaloes",
                  "--attach",
                  "0,2,3,4,5",
                  "--so",
                  "200c",
                  "--properties",
                  "spin,types,inside");
      Map<String, byte[]> expected = run(numbers.resolve("hdf5"), 1, options);
      assertTrue(expected.keySet().stream().anyMatch(k -> k.contains("SubhaloVel")), "subhaloes");
      for (Path variant : list(numbers)) {
        if (!variant.endsWith("hdf5")) {
          assertSame(expected, run(variant, RANKS[runs % RANKS.length], options), variant);
          runs++;
        }
      }
    }
    assertEquals(VARIANTS, runs);
  }

  /** Format 1 does not say what stands behind the smoothing lengths. */
  @Test
  void labelsNameMoreThanTheOrder() {
    List<String> options = List.of("--attach", "0", "--properties", "sfr");
    Path numbers = made.resolve("six_f4_u8");
    Map<String, byte[]> expected = run(numbers.resolve("hdf5"), 1, options);
    assertTrue(expected.keySet().stream().anyMatch(k -> k.contains("GroupSFR")), "rates");
    Path labelled = numbers.resolve("2_big_3");
    assertSame(expected, run(labelled, 2, options), labelled);
    Jzfof.run("info", labelled).printed("Gadget, binary format 2, big-endian", "3 files");
    Path ordered = numbers.resolve("1_big_1");
    Jzfof.run("info", ordered)
        .printed(
            "Gadget, binary format 1, big-endian",
            "left alone are blocks that are not known: 11 (2800 bytes), 12 (12600 bytes)");
    assertTrue(run(ordered, 1, options).keySet().stream().noneMatch(k -> k.contains("GroupSFR")));
  }

  private static void assertSame(
      Map<String, byte[]> expected, Map<String, byte[]> actual, Path variant) {
    assertEquals(expected.keySet(), actual.keySet(), variant::toString);
    expected.forEach((k, v) -> assertArrayEquals(v, actual.get(k), variant + ": " + k));
  }

  private Map<String, byte[]> run(Path folder, int ranks, List<String> options) {
    Path out = dir.resolve("out");
    Outcome outcome =
        Jzfof.run(
            Stream.concat(
                    Stream.of("run", folder, "-o", out, "--overwrite", "--types", 1),
                    options.stream())
                .toList(),
            "--softening",
            5,
            "--ranks",
            ranks,
            "--threads",
            1);
    assertEquals(0, outcome.code(), outcome.err());
    Path catalogue = GadgetTables.file(out, "004");
    assertTrue(CatalogueFile.of(catalogue).groups() >= 10, "groups");
    return CatalogueContent.of(catalogue);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }
}
