package org.jzfof.cli;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What "jzfof info" says of catalogues. */
class InfoOfCatalogueTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  private static final Map<String, String> LABELS =
      Map.of("gadget", "Gadget", "tng", "IllustrisTNG", "swift", "SWIFT", "yt", "yt");

  @TempDir Path dir;

  private void run(Object... options) {
    Object[] all = new Object[options.length + 5];
    System.arraycopy(new Object[] {"run", SNAPSHOT, "-q", "-o", dir}, 0, all, 0, 5);
    System.arraycopy(options, 0, all, 5, options.length);
    Jzfof.run(all).succeeded();
  }

  @ParameterizedTest
  @CsvSource({
    "gadget, 1, fof_subhalo_tab_001.0.hdf5, Mpc/h, 0.15625",
    "gadget, 3, fof_subhalo_tab_001, Mpc/h, 0.15625",
    "tng, 2, fof_subhalo_tab_001, Mpc/h, 0.15625",
    "swift, 1, fof_output_0001.hdf5, Mpc, 0.2304",
    "yt, 1, halos_001.0.h5, Mpc, 0.2304"
  })
  void everyLayout(String format, int files, String name, String unit, String linking) {
    run("--format", format, "--files", files);
    for (Path named : new Path[] {dir.resolve("groups_001"), dir.resolve("groups_001/" + name)}) {
      Jzfof.run("info", named)
          .printed(
              LABELS.get(format) + " layout, by jzfof",
              files == 1 ? "1 file, first" : files + " files, first",
              "94, with 11071 particles",
              ", periodic",
              linking,
              "spheres      200c, 500c, 200m, vir",
              "lengths in " + unit,
              "       0         1576");
    }
  }

  @ParameterizedTest
  @CsvSource({"gadget, 1", "gadget, 3", "swift, 1", "yt, 1"})
  void withoutGroups(String format, int files) {
    run("--format", format, "--files", files, "--min-length", 30000);
    Jzfof.run("info", dir.resolve("groups_001")).printed("groups       0, with 0 part");
    Path again = dir.resolve("groups_001");
    Jzfof.run("compare", again, again).printed("equal            yes");
  }

  @Test
  void aSnapshotBesideStaysOne() {
    Jzfof.run("info", SNAPSHOT).printed("code family  Gadget-4");
  }
}
