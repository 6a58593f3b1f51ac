package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.catalogue.CatalogueFile;

/** A GPU packs the bytes that a CPU packs. */
@NeedsGpu
class PackedListsCudaTest {
  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--radius 0.6",
        "--radius 2 --exclude-self",
        "--smoothing -k 48 --symmetric --exclude-self",
        "--radius 0.5 --ranks 2",
        "--radius 0.5 --exclude-self --ranks 3",
        "--radius 0.4 --method kdtree"
      })
  void sameBytes(String search) {
    CatalogueFile cpu = lists("cpu", search);
    CatalogueFile cuda = lists("cuda", search);
    for (String dataset :
        List.of("/Neighbours/Packed", "/Neighbours/BlockOffset", "/Queries/Row")) {
      assertArrayEquals(cpu.longs(dataset), cuda.longs(dataset), dataset);
    }
  }

  private CatalogueFile lists(String backend, String search) {
    Path out = dir.resolve(backend + ".hdf5");
    List<Object> words = new ArrayList<>(List.of("neighbours"));
    words.addAll(List.of("examples/lcdm32/snapshot_001.hdf5", "-o", out));
    words.addAll(List.of("--backend", backend, "--values", "packed"));
    words.addAll(List.of(search.split(" ")));
    Jzfof.run(words.toArray()).succeeded();
    return CatalogueFile.of(out);
  }
}
