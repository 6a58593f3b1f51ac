package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;

/** {@code jzfof bench run}: whole runs in processes of their own. */
class BenchRunTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir private Path folder;

  private long files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.count();
    }
  }

  @Test
  void wholeRunsBesideAPlainRead() throws IOException {
    Path json = folder.resolve("numbers.json");
    Map<String, String> numbers =
        BenchNumbers.of(
            "run",
            json,
            SNAPSHOT,
            "--cold",
            "-o",
            folder,
            "--",
            "--min-length",
            32,
            "--threads",
            1);
    assertEquals("--min-length 32 --threads 1", numbers.get("options"));
    assertEquals(Files.size(SNAPSHOT), Long.parseLong(numbers.get("bytes")));
    assertEquals("true", numbers.get("cold"));
    double wall = number(numbers, "wallSeconds");
    assertTrue(number(numbers, "wallMinSeconds") <= wall);
    assertTrue(wall <= number(numbers, "wallMaxSeconds"));
    assertTrue(0 < number(numbers, "plainReadMinSeconds"));
    double rounding = 0.02; // a millisecond for each of the stages
    assertTrue(number(numbers, "total.minSeconds") < number(numbers, "wallMaxSeconds") + rounding);
    for (String stage : new String[] {"start", "read", "write", "end"}) {
      assertTrue(number(numbers, stage + ".medianSeconds") <= wall, stage);
    }
    assertTrue(number(numbers, "read.peakBytes") >= 32768 * 12);
    assertEquals(1, files(), "the numbers alone are left");
  }

  private static double number(Map<String, String> numbers, String name) {
    return Double.parseDouble(numbers.get(name));
  }

  @Test
  void aRunThatFails() throws IOException {
    Jzfof.run("bench", "run", SNAPSHOT, "-o", folder, "--", "--types", 5)
        .failed(ExitCodes.SNAPSHOT, "no PartType5");
    assertEquals(0, files());
  }

  @Test
  void aRunWithoutATable() {
    Jzfof.run("bench", "run", SNAPSHOT, "-o", folder, "--repeat", 1, "--warmup", 0, "--", "-q")
        .failed(ExitCodes.USAGE, "no table of stages", "leave out -q");
  }

  @Test
  void badInput() {
    Jzfof.run("bench", "run", SNAPSHOT, "--repeat", 0).failed(ExitCodes.USAGE, "--repeat is 0");
    Jzfof.run("bench", "run", SNAPSHOT, "--cold", "--warm")
        .failed(ExitCodes.USAGE, "mutually exclusive");
    Jzfof.run("bench", "run", folder.resolve("none")).failed(ExitCodes.SNAPSHOT, "none");
    Jzfof.run("bench", "run", SNAPSHOT, "-o", SNAPSHOT)
        .failed(ExitCodes.OUTPUT, "snapshot_001.hdf5 cannot be written");
  }
}
