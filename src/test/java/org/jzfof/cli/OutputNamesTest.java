package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** What is made of snapshots of different names has different names. */
class OutputNamesTest {
  @TempDir private Path dir;

  @ParameterizedTest
  @CsvSource({
    "final_A.hdf5, final_A, final_A",
    "snap_0.500.hdf5, 0.500, 0p500",
    "snap_007.hdf5, 007, 007"
  })
  void productsAreNamedAfterTheSnapshot(String file, String number, String table) {
    Path snapshot = SnapshotFixtures.gadget4(dir.resolve(file), 50, Particles.uniform(1000, 50, 1));
    Path out = dir.resolve("out");
    Outcome run =
        Jzfof.run("run", snapshot, "-o", out, "--membership", "--reorder", "--min-length", 2)
            .succeeded();
    Path groups = out.resolve("groups_" + number);
    Path catalogue = groups.resolve("fof_subhalo_tab_" + table + ".0.hdf5");
    assertTrue(run.out().contains("catalogue        " + catalogue), run.out());
    assertTrue(Files.exists(catalogue));
    assertTrue(Files.exists(groups.resolve("membership_" + number + ".hdf5")));
    Path reordered = out.resolve("snapdir_" + number);
    assertTrue(Files.exists(reordered.resolve("snap_" + number + ".0.hdf5")));
    for (Path named : new Path[] {groups, catalogue}) {
      assertEquals(0, Jzfof.run("compare", named, catalogue).succeeded().code());
    }
    Jzfof.run("info", reordered).succeeded();
  }
}
