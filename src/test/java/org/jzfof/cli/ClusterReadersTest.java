package org.jzfof.cli;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters read with h5py are those that scipy finds. */
class ClusterReadersTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  @TempDir Path dir;

  @Test
  void equalsScipy() {
    PythonScript script = PythonScript.needing("check_clusters.py", "h5py, scipy", dir);
    String sparse = cluster("sparse", "--eps", "0.5", "--min-points", "5");
    String dense = cluster("dense", "--eps", "0.2", "--min-points", "12", "--ranks", "2");
    String open = cluster("open", "--eps", "0.3", "--min-points", "8", "--open");
    script.accepts(3, List.of(SNAPSHOT, sparse, dense, open));
  }

  private String cluster(String name, String... options) {
    String out = dir.resolve(name + ".hdf5").toString();
    Jzfof.run(List.of("cluster", SNAPSHOT, "-o", out), (Object[]) options).succeeded();
    return out;
  }
}
