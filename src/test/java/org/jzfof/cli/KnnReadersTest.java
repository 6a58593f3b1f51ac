package org.jzfof.cli;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nearest neighbours read with h5py are those of scipy. */
class KnnReadersTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  @TempDir Path dir;

  @Test
  void equalsScipy() {
    PythonScript script = PythonScript.needing("check_neighbours.py", "h5py, scipy", dir);
    String all = dir.resolve("all.hdf5").toString();
    String morton = dir.resolve("morton.hdf5").toString();
    Jzfof.run("knn", SNAPSHOT, "-o", all, "--values", "index,id,distance,density").succeeded();
    Jzfof.run("knn", SNAPSHOT, "-o", morton, "-k", 40, "--order", "morton", "--exclude-self")
        .succeeded();
    script.accepts(2, List.of(SNAPSHOT, all, morton));
  }
}
