package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.Outcome;
import org.jzfof.snapshot.RealData;

/** A light cone in slices on a GPU: the catalogue of a search at once on a CPU. */
@NeedsGpu
class CudaSlicesTest {
  @TempDir Path dir;

  private CatalogueFile run(Path cone, String name, Object... words) {
    Path out = dir.resolve(name);
    Outcome done =
        Jzfof.run(
            List.of(
                "run",
                "--lightcone",
                cone.resolve("lightcone_00"),
                cone.resolve("lightcone_01"),
                "--so",
                "200m,200c",
                "--properties",
                "types",
                "-o",
                out),
            words);
    assertEquals(0, done.code(), done.err());
    return CatalogueFile.in(out, "0000");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void slicesOnAGpu(int ranks) {
    Path cone = RealData.path("lightcone/C_two_cones_two_shells");
    CatalogueFile expected = run(cone, "cpu", "--backend", "cpu");
    CatalogueFile found =
        run(cone, "gpu", "--backend", "cuda", "--slices", 2, "--overlap", 8, "--ranks", ranks);
    assertEquals(expected.names("/Group"), found.names("/Group"));
    for (String column : expected.names("/Group")) {
      assertArrayEquals(
          expected.doubles("/Group/" + column), found.doubles("/Group/" + column), column);
    }
    assertArrayEquals(expected.longs("/IDs/ID"), found.longs("/IDs/ID"));
  }
}
