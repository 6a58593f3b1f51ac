package org.jzfof.cli;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts of pairs read with h5py are those of scipy. */
class PairsReadersTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  @TempDir Path dir;

  @Test
  void equalsScipy() {
    PythonScript script = PythonScript.needing("check_pairs.py", "h5py, scipy", dir);
    String log = dir.resolve("log.hdf5").toString();
    String linear = dir.resolve("linear.hdf5").toString();
    String cosine = dir.resolve("cosine.hdf5").toString();
    Jzfof.run("pairs", SNAPSHOT, "-o", log, "--bins", "0.01:6:20log").succeeded();
    Jzfof.run("pairs", SNAPSHOT, "-o", linear, "--bins", "0:3:10", "--ranks", 2).succeeded();
    Jzfof.run("pairs", SNAPSHOT, "-o", cosine, "--bins", "0:3:5", "--mode", "smu", "--mu-bins", 7)
        .succeeded();
    script.accepts(3, List.of(SNAPSHOT, log, linear, cosine));
  }
}
