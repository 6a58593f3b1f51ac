package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Rewrite;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * Snapshots with some bytes changed anywhere: a run refuses them in one line and leaves nothing, or
 * writes a whole catalogue. {@code -Djzfof.damaged=500} tries so many of each layout.
 */
class DamagedSnapshotTest {
  private static final Integer ASKED = Integer.getInteger("jzfof.damaged");
  private static final int FILES = ASKED == null ? 12 : ASKED;
  private static final int METADATA = 6000;
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");

  private static final Set<Integer> REFUSALS =
      Set.of(ExitCodes.USAGE, ExitCodes.SNAPSHOT, ExitCodes.MEMORY);

  @TempDir Path dir;

  /** How a snapshot is stored. */
  private enum Layout {
    AS_GADGET_4 {
      @Override
      void write(Path file) throws IOException {
        Files.copy(EXAMPLE, file);
      }
    },
    CHUNKS {
      @Override
      void write(Path file) {
        SnapshotFixtures.gadget4(25, Particles.of(EXAMPLE, 1)).chunked(1000).write(file);
      }
    },
    COMPRESSED {
      @Override
      void write(Path file) {
        SnapshotFixtures.gadget4(25, Particles.of(EXAMPLE, 1))
            .chunked(1000, Hdf5Chunks.Filter.SHUFFLE, Hdf5Chunks.Filter.GZIP)
            .write(file);
      }
    },
    CHECKED {
      @Override
      void write(Path file) {
        SnapshotFixtures.gadget(25, Particles.of(EXAMPLE, 1))
            .chunked(5000, Hdf5Chunks.Filter.FLETCHER32)
            .write(file);
      }
    },
    LATEST {
      @Override
      void write(Path file) throws IOException {
        Path old = file.resolveSibling("old.hdf5");
        AS_GADGET_4.write(old);
        Hdf5Chunks chunks =
            new Hdf5Chunks(1000, List.of(Hdf5Chunks.Filter.SHUFFLE, Hdf5Chunks.Filter.GZIP));
        Hdf5Rewrite.latest(old, file, chunks);
        Files.delete(old);
      }
    },
    COMPACT {
      @Override
      void write(Path file) throws IOException {
        Path old = file.resolveSibling("old.hdf5");
        SnapshotFixtures.gadget4(5, Particles.uniform(4000, 5, 3)).write(old);
        Hdf5Rewrite.compact(old, file);
        Files.delete(old);
      }
    };

    abstract void write(Path file) throws IOException;
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void isRefusedOrSearchedWhole(Layout layout) throws IOException {
    Path whole = dir.resolve("whole.hdf5");
    layout.write(whole);
    byte[] bytes = Files.readAllBytes(whole);
    Jzfof.run("run", whole, "-o", dir.resolve("whole"), "-q").succeeded();
    long[] members = members(dir.resolve("whole"), layout + ", whole");
    Files.delete(whole);
    Map<String, Integer> ends = new TreeMap<>();
    for (int seed = 0; seed < FILES; seed++) {
      Path folder = Files.createDirectory(dir.resolve(layout + "_" + seed));
      Path file = folder.resolve("snapshot_001.hdf5");
      Files.write(file, damaged(bytes, new Random(31L * seed + layout.ordinal())));
      ends.merge(endOf(file, members, layout + " with seed " + seed), 1, Integer::sum);
      deleteAll(folder);
    }
    System.out.println(layout + ": " + ends);
    assertEquals(FILES, ends.values().stream().mapToInt(n -> n).sum());
  }

  /** One, two, four or eight bytes; every second time where the metadata are. */
  private static byte[] damaged(byte[] whole, Random random) {
    byte[] bytes = whole.clone();
    boolean metadata = random.nextBoolean();
    for (int flips = 1 << random.nextInt(4); flips > 0; flips--) {
      int at = random.nextInt(metadata ? METADATA : bytes.length);
      bytes[at] ^= (byte) (1 + random.nextInt(255));
    }
    return bytes;
  }

  private static String endOf(Path file, long[] members, String name) throws IOException {
    Path out = file.resolveSibling("out");
    Outcome outcome = Jzfof.run("run", file, "-o", out, "--threads", 1);
    if (outcome.code() != ExitCodes.OK) {
      assertTrue(REFUSALS.contains(outcome.code()), () -> name + ": " + outcome);
      assertEquals(1, outcome.err().lines().count(), () -> name + ": " + outcome);
      assertFalse(Files.exists(out), name);
      return "refused";
    }
    assertTrue(outcome.err().lines().allMatch(l -> l.startsWith("jzfof: warning: ")), name);
    boolean right = Arrays.equals(members, members(out, name));
    return outcome.err().isEmpty() ? right ? "right" : "other members" : "warned of";
  }

  /** Member IDs of a catalogue that must be whole. */
  private static long[] members(Path out, String name) throws IOException {
    try (Stream<Path> files = Files.walk(out)) {
      List<Path> written = files.filter(Files::isRegularFile).toList();
      assertEquals(1, written.size(), name);
      CatalogueFile catalogue = CatalogueFile.of(written.get(0));
      long[] length = catalogue.longs("/Group/GroupLen");
      long[] ids = catalogue.longs("/IDs/ID");
      assertEquals(length.length, catalogue.attribute("/Header", "Ngroups_Total"), name);
      assertEquals(LongStream.of(length).sum(), ids.length, name);
      double[] positions = catalogue.doubles("/Group/GroupPos");
      assertTrue(Arrays.stream(positions).allMatch(Double::isFinite), name);
      return ids;
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
