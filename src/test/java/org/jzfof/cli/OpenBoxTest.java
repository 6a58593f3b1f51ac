package org.jzfof.cli;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** A simulation that says that its box does not wrap around. */
class OpenBoxTest {
  private static final String WARNING = "built without PERIODIC (/Config)";

  @TempDir Path dir;

  private Path snapshot(boolean periodic) {
    return SnapshotFixtures.gadget4(50, Particles.uniform(1000, 50, 1))
        .and(
            w -> {
              w.group("/Config");
              w.attribute("/Config", "SELFGRAVITY", "");
              if (periodic) {
                w.attribute("/Config", "PERIODIC", "");
              }
            })
        .write(dir.resolve("snapshot_001.hdf5"));
  }

  @Test
  void isTakenAsPeriodicWithAWarning() {
    Path file = snapshot(false);
    planned("run", file).warned(WARNING, "give --open", "or --box");
    planned("knn", file, "-k", 2).warned(WARNING);
    planned("run", file, "--box", 50).succeeded();
    planned("run", file, "--open", "--linking-length", 0.3).succeeded();
    planned("knn", file, "-k", 2, "--open").succeeded();
  }

  @Test
  void aPeriodicOneNeedsNoWarning() {
    planned("run", snapshot(true)).succeeded();
  }

  private Outcome planned(String command, Path file, Object... options) {
    return Jzfof.run(List.of(command, file, "--dry-run", "-o", dir), options);
  }
}
