package org.jzfof.cli;

import java.nio.file.Path;
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
    Jzfof.run("run", file, "--dry-run").warned(WARNING, "give --open", "or --box");
    Jzfof.run("knn", file, "-k", 2, "--dry-run").warned(WARNING);
    Jzfof.run("run", file, "--dry-run", "--box", 50).succeeded();
    Jzfof.run("run", file, "--dry-run", "--open", "--linking-length", 0.3).succeeded();
    Jzfof.run("knn", file, "-k", 2, "--dry-run", "--open").succeeded();
  }

  @Test
  void aPeriodicOneNeedsNoWarning() {
    Jzfof.run("run", snapshot(true), "--dry-run").succeeded();
  }
}
