package org.jzfof.cli;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.snapshot.RealData;

/** Numbers of neighbours of a real run are those of scipy. */
class NeighboursReadersTest {
  @TempDir Path dir;

  @Test
  void countsEqualScipy() {
    PythonScript script = PythonScript.needing("check_lists.py", "h5py, scipy", dir);
    String snapshot = RealData.path("lcdm64/snapshot_001.hdf5").toString();
    String fixed = dir.resolve("fixed.hdf5").toString();
    String smoothing = dir.resolve("smoothing.hdf5").toString();
    List<Object> count = List.of("neighbours", snapshot, "--count", "-o");
    Jzfof.run(count, fixed, "--radius", 0.5).succeeded();
    Jzfof.run(count, smoothing, "--smoothing", "-k", 32).succeeded();
    script.accepts(2, List.of(snapshot, fixed, "0.5", smoothing, "k:32"));
  }
}
