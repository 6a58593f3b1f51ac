package org.jzfof.cli;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader of examples/ decodes packed lists. */
class PackedReadersTest {
  @TempDir Path dir;

  @Test
  void listsEqualTheUnpackedOnes() {
    PythonScript script = PythonScript.needing("check_packed.py", "h5py, numpy", dir);
    String snapshot = "examples/lcdm32/snapshot_001.hdf5";
    List<Object> search = List.of("neighbours", snapshot, "--radius", 0.4, "-q", "-o");
    String lists = dir.resolve("lists.hdf5").toString();
    String packed = dir.resolve("packed.hdf5").toString();
    String several = dir.resolve("several.hdf5").toString();
    Jzfof.run(search, lists, "--values", "index", "--exclude-self").succeeded();
    Jzfof.run(search, packed, "--values", "packed", "--exclude-self").succeeded();
    Jzfof.run(search, several, "--values", "packed", "--exclude-self", "--ranks", 3).succeeded();
    script.accepts(2, List.of(lists, packed, several));
  }
}
