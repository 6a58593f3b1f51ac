package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** What is odd about a snapshot is said once, in one line, and in the catalogue. */
class OddSnapshotTest {
  @TempDir Path dir;

  private final Particles some = Particles.uniform(10_000, 50, 1);
  private Path file;
  private Path out;

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_001.hdf5");
    out = dir.resolve("out");
  }

  private Outcome run(Object... more) {
    return Jzfof.run(List.of("run", file, "-o", out, "--min-length", 2), more);
  }

  private static String stored(Path catalogue) {
    try (Hdf5File f = Hdf5File.open(catalogue)) {
      return f.hasAttribute("/Parameters", "Warnings") ? f.text("/Parameters", "Warnings") : "";
    }
  }

  private Path catalogue() {
    return out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
  }

  /** Asserts one warning with these parts on any number of ranks, the same in the catalogue. */
  private void assertWarned(List<?> options, String... parts) {
    String said = null;
    for (int ranks : new int[] {1, 3}) {
      Outcome outcome = run(Stream.concat(options.stream(), Stream.of("--ranks", ranks)).toArray());
      outcome.warned(parts);
      said = said == null ? outcome.err() : said;
      assertEquals(said, outcome.err(), ranks + " ranks");
      assertEquals(said, "jzfof: warning: " + stored(catalogue()) + System.lineSeparator());
    }
  }

  private void assertWarned(String... parts) {
    assertWarned(List.of(), parts);
  }

  @Test
  void nothingOdd() {
    SnapshotFixtures.gadget4(file, 50, some);
    run().succeeded();
    assertEquals("", stored(catalogue()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--files 3", "--format swift", "--format yt"})
  void everyFileOfEveryLayoutSaysSo(String layout) throws IOException {
    SnapshotFixtures.gadget(50, some.withVelocities((float[]) null)).write(file);
    run((Object[]) (layout + " --linking-length 0.5 --membership").split(" "))
        .warned("PartType1/Velocities is missing");
    try (Stream<Path> written = Files.list(out.resolve("groups_001"))) {
      List<Path> files = written.toList();
      assertEquals(layout.startsWith("--files") ? 4 : 2, files.size());
      for (Path written1 : files) {
        assertTrue(stored(written1).startsWith("PartType1/Velocities is missing"), "" + written1);
      }
    }
  }

  @Test
  void missingVelocities() {
    SnapshotFixtures.gadget4(file, 50, some.withVelocities((float[]) null));
    assertWarned("PartType1/Velocities is missing: GroupVel and GroupVelDisp are 0");
    for (String name : List.of("/Group/GroupVel", "/Group/GroupVelDisp")) {
      double[] values = CatalogueFile.of(catalogue()).doubles(name);
      assertArrayEquals(new double[values.length], values);
      try (Hdf5File f = Hdf5File.open(catalogue())) {
        String description = f.text(name, "description");
        assertTrue(description.startsWith("0: the snapshot lacks velocities"), description);
      }
    }
  }

  /** Nothing but errors: of one snapshot as of many. */
  @Test
  void quietRunsKeepTheirWarningsInTheCatalogue() {
    SnapshotFixtures.gadget4(file, 50, some.withVelocities((float[]) null));
    Path second = dir.resolve("snapshot_002.hdf5");
    SnapshotFixtures.gadget4(second, 50, some);
    assertEquals("", run("-q").succeeded().out());
    String said = stored(catalogue());
    assertFalse(said.isEmpty());
    assertEquals("", run(second, "-q").succeeded().out());
    assertEquals(said, stored(catalogue()));
    run(second).warned(file + ": " + said);
  }
}
