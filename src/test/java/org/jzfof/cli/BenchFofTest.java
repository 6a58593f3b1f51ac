package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.domain.MockCoordinates;

/** {@code jzfof bench fof}: the same groups as a run, with times. */
class BenchFofTest {
  @TempDir Path dir;

  private Map<String, String> bench(Object... input) throws IOException {
    return BenchNumbers.of("fof", dir.resolve("numbers.json"), input);
  }

  @Test
  void aSnapshotHasTheGroupsOfARun() throws IOException {
    Map<String, String> numbers = bench("--input", "examples/lcdm32/snapshot_001.hdf5");
    assertEquals("94", numbers.get("groups"));
    assertEquals("1576", numbers.get("largest"));
    assertEquals("11071", numbers.get("members"));
    double total = Double.parseDouble(numbers.get("total.medianSeconds"));
    double sort = Double.parseDouble(numbers.get("Morton sort.minSeconds"));
    assertTrue(0 < sort && sort < total);
    assertTrue(Long.parseLong(numbers.get("total.peakBytes")) > 32768 * 20);
  }

  @Test
  void aRawFileHasTheGroupsOfTheSameMock() throws IOException {
    float[] xyz = MockCoordinates.clustered(20_000, 100, 1);
    ByteBuffer bytes = ByteBuffer.allocate(4 * xyz.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(xyz);
    Path raw = Files.write(dir.resolve("positions.f32"), bytes.array());
    Map<String, String> fromFile = bench("--input", raw, "--box", 100);
    Map<String, String> mock = bench("--clustered", 20_000, "--labels");
    assertTrue(mock.containsKey("labels.medianSeconds"), mock.toString());
    assertFalse(fromFile.containsKey("labels.medianSeconds"), fromFile.toString());
    for (String number : new String[] {"particles", "groups", "members", "largest"}) {
      assertEquals(mock.get(number), fromFile.get(number));
    }
    assertTrue(Integer.parseInt(mock.get("groups")) > 50);
    assertTrue(Integer.parseInt(mock.get("members")) > 4000);
  }

  @Test
  void theDigestTellsGroupsApartAndNotRanks() throws IOException {
    String one = digest();
    assertEquals(one, digest("--ranks", 3));
    assertEquals(one, digest("--threads", 1));
    assertNotEquals(one, digest("-b", 0.201));
    assertNotEquals(one, digest("--min-length", 21));
    assertFalse(bench("--clustered", 20_000).containsKey("digest"));
  }

  private String digest(Object... more) throws IOException {
    Object[] mock = {"--clustered", 20_000, "--labels", "--no-ids"};
    return bench(Stream.concat(Stream.of(mock), Stream.of(more)).toArray()).get("digest");
  }

  @Test
  void uniformParticlesHaveFewGroups() throws IOException {
    assertTrue(Integer.parseInt(bench("--uniform", 20_000).get("groups")) < 3);
  }

  @Test
  void anotherSeedIsAnotherMock() throws IOException {
    String first = bench("--clustered", 5000).get("members");
    assertEquals(first, bench("--clustered", 5000, "--seed", 1).get("members"));
    assertNotEquals(first, bench("--clustered", 5000, "--seed", 2).get("members"));
  }

  @Test
  void positionsOfARawFileThatAreNoNumbers() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(100 * 12).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putFloat(77 * 12 + 4, Float.NaN);
    Path raw = Files.write(dir.resolve("positions.f32"), bytes.array());
    for (int ranks : new int[] {1, 3}) {
      Outcome outcome = Jzfof.run("bench", "fof", "--input", raw, "--box", 1, "--ranks", ranks);
      assertEquals(ExitCodes.SNAPSHOT, outcome.code());
      assertEquals(1, outcome.err().lines().count(), outcome.err());
      String fault = "the position of row 77 in " + raw + " is (0.0, NaN, 0.0): repair";
      assertTrue(outcome.err().contains(fault), outcome.err());
    }
  }

  @Test
  void moreParticlesThanOneRankHolds() {
    Outcome outcome = Jzfof.run("bench", "fof", "--backend", "cpu", "--uniform", 2_200_000_000L);
    assertEquals(ExitCodes.MEMORY, outcome.code());
    assertEquals(
        "jzfof: error: 2200000000 particles exceed the limit of one rank on the cpu backend"
            + " (715827879): use more ranks\n",
        outcome.err());
  }

  @Test
  void badInput() throws IOException {
    Path raw = Files.write(dir.resolve("positions.f32"), new byte[13]);
    Jzfof.run("bench", "fof", "--input", raw, "--box", 1)
        .failed(ExitCodes.SNAPSHOT, "has 13 bytes", "12 bytes per particle");
    Jzfof.run("bench", "fof", "--input", dir.resolve("none"), "--box", 1)
        .failed(
            ExitCodes.SNAPSHOT, "none cannot be read (No such file or directory): check its name");
    Jzfof.run("bench", "fof", "--input", raw)
        .failed(
            ExitCodes.USAGE,
            raw
                + " is a raw file of positions: give the side of its box, such as --box 100, or --open");
    Path snapshot = Path.of("examples/lcdm32/snapshot_001.hdf5");
    Jzfof.run("bench", "fof", "--input", snapshot, "--box", 25)
        .failed(
            ExitCodes.USAGE,
            "--box is for files of positions and for sets: leave it out with " + snapshot);
    Jzfof.run("bench", "fof").failed(ExitCodes.USAGE, "--clustered");
    Jzfof.run("bench", "fof", "--uniform", 0).failed(ExitCodes.USAGE, "0 particles");
    Jzfof.run("bench", "fof", "--uniform", 9, "--repeat", 0).failed(ExitCodes.USAGE, "--repeat");
    Path json = snapshot.resolve("results.json");
    Jzfof.run("bench", "fof", "--uniform", 9, "--repeat", 1, "--warmup", 0, "--json", json)
        .failed(ExitCodes.OUTPUT, snapshot + " is not a folder; choose another with --json");
  }
}
