package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.MpiJob;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run --link}: the links of a batch are those of {@code jzfof link}. */
class BatchLinksTest {
  private static final int SNAPSHOTS = 6;
  private static final int CLUMPS = 40;
  private static final int CLUMP = 30;

  @TempDir private Path folder;
  private Path in;
  private Path out;

  @BeforeEach
  void writeSnapshots() throws IOException {
    in = Files.createDirectory(folder.resolve("in"));
    out = folder.resolve("out");
    for (int n = 0; n < SNAPSHOTS; n++) {
      writeSnapshot(n);
    }
  }

  private Path snapshot(int number) {
    return in.resolve("snap_%03d.hdf5".formatted(number));
  }

  /** Clumps between which more and more particles have moved. */
  private void writeSnapshot(int number) {
    double[] centres = new Random(7).doubles(3L * CLUMPS, 5, 95).toArray();
    double[] positions = new double[3 * CLUMPS * CLUMP];
    Random random = new Random(8);
    for (int i = 0; i < CLUMPS * CLUMP; i++) {
      int home = i / CLUMP;
      int away = random.nextInt(CLUMPS);
      int clump = random.nextInt(2 * SNAPSHOTS) < number ? away : home;
      for (int d = 0; d < 3; d++) {
        positions[3 * i + d] = centres[3 * clump + d] + 0.1 * random.nextDouble();
      }
    }
    long[] ids = LongStream.range(0, CLUMPS * CLUMP).map(i -> i * 7919 + 3).toArray();
    SnapshotFixtures.gadget4(snapshot(number), 100, Particles.at(positions).withIds(ids));
    double a = 0.2 + 0.1 * number;
    Hdf5Edit.attribute(snapshot(number), "/Header", "Time", a);
    Hdf5Edit.attribute(snapshot(number), "/Header", "Redshift", 1 / a - 1);
  }

  private Outcome batch(Object... more) {
    return Jzfof.run(List.of("run", in + "/snap_*", "-o", out, "--link", "--so", "none"), more);
  }

  private Path catalogue(int number) {
    return out.resolve("groups_%03d/fof_subhalo_tab_%03d.0.hdf5".formatted(number, number));
  }

  private Map<String, byte[]> links(Path of) throws IOException {
    Map<String, byte[]> links = new TreeMap<>();
    try (Stream<Path> files = Files.list(of)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".hdf5")).toList()) {
        links.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return links;
  }

  private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> got) {
    assertEquals(expected.keySet(), got.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, got.get(name), name));
  }

  private static String commandLine(Path file) {
    try (Hdf5File open = Hdf5File.open(file)) {
      return open.text("/Header", "JzfofCommandLine");
    }
  }

  private long linkLines(Outcome batch) {
    return batch.out().lines().filter(line -> line.startsWith("links ")).count();
  }

  /** Each file names the command that writes the same bytes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void filesAreThoseOfLink(int ranks) throws IOException {
    Outcome batch = batch("--ranks", ranks).succeeded();
    assertEquals(SNAPSHOTS - 1, linkLines(batch), batch.out());
    Map<String, byte[]> links = links(out);
    assertEquals(2 * (SNAPSHOTS - 1), links.size());
    for (int n = 1; n < SNAPSHOTS; n++) {
      Path up = out.resolve("subhalo_prog_00%d.hdf5".formatted(n));
      String command = commandLine(up);
      assertTrue(command.startsWith("jzfof link " + catalogue(n - 1)), command);
      Files.delete(up);
      Jzfof.run((Object[]) command.substring("jzfof ".length()).split(" ")).succeeded();
    }
    assertSame(links, links(out));
    Path all = folder.resolve("all");
    Jzfof.run("link", out + "/groups_*", "-o", all, "-q").succeeded();
    assertEquals(links.keySet(), links(all).keySet());
    for (String name : links.keySet()) {
      String of = name.contains("desc") ? "Desc" : "Prog";
      for (String dataset : List.of(of, "First" + of)) {
        String path = "/Subhalo/" + dataset + "SubhaloNr";
        assertArrayEquals(
            CatalogueFile.of(all.resolve(name)).longs(path),
            CatalogueFile.of(out.resolve(name)).longs(path));
      }
    }
    Jzfof.run("trees", out + "/groups_*", "--links", out, "-o", all).succeeded();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aSnapshotThatFailsIsSaidAndBridgedOnlyOnDemand(int ranks) throws IOException {
    Files.writeString(snapshot(2), "no HDF5 at all");
    Outcome batch = batch("--ranks", ranks);
    assertEquals(ExitCodes.SNAPSHOT, batch.code(), batch.err());
    assertEquals(2, batch.err().lines().count(), batch.err());
    assertTrue(batch.err().contains("snapshot 2 is missing between " + catalogue(1)), batch.err());
    assertTrue(batch.err().contains("not linked: bridge it with --skip 1"), batch.err());
    assertEquals(3, linkLines(batch));
    assertFalse(Files.exists(out.resolve("subhalo_desc_001.hdf5")));
    Outcome bridged = batch("--ranks", ranks, "--skip", 1, "--resume");
    assertEquals(1, bridged.err().lines().count(), bridged.err());
    assertTrue(bridged.out().contains("links            001 - 003: "), bridged.out());
    Path bridge = out.resolve("subhalo_desc_001.hdf5");
    assertEquals(3, CatalogueFile.of(bridge).attribute("/Header", "LinkedSnapshot"));
    assertTrue(commandLine(bridge).contains(" --skip 1 "));
    writeSnapshot(2);
    Outcome replaced = batch("--ranks", ranks, "--resume");
    assertEquals(ExitCodes.OUTPUT, replaced.code(), replaced.err());
    assertTrue(replaced.err().contains("jzfof: error: links of " + catalogue(2)), replaced.err());
    assertTrue(replaced.err().contains("--overwrite would give it up"), replaced.err());
    batch("--ranks", ranks, "--resume", "--overwrite").succeeded();
    Map<String, byte[]> whole = links(out);
    out = folder.resolve("again");
    batch("-q").succeeded();
    assertEquals(whole.keySet(), links(out).keySet());
  }

  @Test
  void snapshotsThatAreNotThereAreMissing() throws IOException {
    Files.delete(snapshot(3));
    batch().warned("snapshot 3 is missing between", "--skip 1");
    Files.delete(snapshot(0));
    batch("--skip", 2, "--overwrite").printed("002 - 004", "004 - 005");
  }

  /** Nothing is done twice; what is missing, torn or older than a catalogue is made again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void resumeMakesLinksThatAreNotThere(int ranks) throws IOException {
    batch("--ranks", ranks).succeeded();
    Map<String, byte[]> whole = links(out);
    assertEquals(0, linkLines(batch("--ranks", ranks, "--resume").succeeded()));
    Files.delete(out.resolve("subhalo_desc_001.hdf5"));
    Files.write(out.resolve("subhalo_prog_004.hdf5"), new byte[0]);
    Files.delete(catalogue(5));
    Outcome again = batch("--ranks", ranks, "--resume").succeeded();
    assertTrue(again.out().contains("1 done, 5 complete before"), again.out());
    assertEquals(3, linkLines(again), again.out());
    assertSame(whole, links(out));
    Files.setLastModifiedTime(
        catalogue(0), FileTime.fromMillis(System.currentTimeMillis() + 60_000)); // copied, perhaps
    assertEquals(1, linkLines(batch("--ranks", ranks, "--resume").succeeded()));
  }

  @Test
  void aBatchThatStopsLinksWhatItHas() throws IOException {
    assertEquals(ExitCodes.UNFINISHED, batch("--max-time", "1s").code());
    assertFalse(Files.exists(out));
    Files.writeString(snapshot(3), "no HDF5 at all");
    Outcome stopped = batch("--fail-fast", "--skip", 3);
    assertEquals(2, linkLines(stopped), stopped.out());
    writeSnapshot(3);
    assertEquals(3, linkLines(batch("--resume", "--skip", 3).succeeded()));
  }

  /** Only the first rank writes, and so meets what is in the way; the others are at the members. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void linksThatFailOnOneRankAreOneFailure(int ranks) throws IOException {
    Files.createDirectories(out.resolve(".subhalo_desc_002.hdf5.lock"));
    Files.createDirectories(out.resolve("subhalo_prog_005.hdf5"));
    Outcome batch = batch("--ranks", ranks);
    assertEquals(ExitCodes.OUTPUT, batch.code(), batch.err());
    List<String> errors = batch.err().lines().toList();
    assertEquals(2, errors.size(), batch.err());
    assertTrue(errors.get(0).startsWith("jzfof: error: links of " + catalogue(3)), batch.err());
    assertTrue(errors.get(1).startsWith("jzfof: error: links of " + catalogue(5)), batch.err());
    assertTrue(batch.out().contains("6 snapshots: 6 done, 0 complete before, 0 failed"));
    assertEquals(3, linkLines(batch), batch.out());
    Files.delete(out.resolve(".subhalo_desc_002.hdf5.lock"));
    Files.delete(out.resolve("subhalo_prog_005.hdf5"));
    assertEquals(2, linkLines(batch("--ranks", ranks, "--resume").succeeded()));
    assertEquals(2 * (SNAPSHOTS - 1), links(out).size());
  }

  @Test
  void membersWithOneIdAreSaid() {
    Hdf5Edit.value(snapshot(4), "/PartType1/ParticleIDs", 3, 77);
    Outcome batch = batch();
    assertEquals(ExitCodes.OK, batch.code(), batch.err());
    List<String> warnings = batch.err().lines().toList();
    assertEquals(2, warnings.size(), "of each pair: " + batch.err());
    assertTrue(warnings.get(0).contains("ID 3 belongs to a member of group"), batch.err());
    assertEquals(SNAPSHOTS - 1, linkLines(batch));
  }

  /** A process that dies in the middle of a search, and the batch that goes on. */
  @Test
  void killedBatchGoesOn() throws Exception {
    MpiJob.assumeMpi();
    assertEquals(0, job("").code());
    Map<String, byte[]> whole = links(out);
    Files.move(out, folder.resolve("undisturbed"));
    MpiJob.Outcome killed = job("kill@4");
    assertNotEquals(0, killed.code(), killed.output());
    int before = links(out).size();
    assertTrue(before > 0 && before < whole.size(), links(out).keySet().toString());
    MpiJob.Outcome resumed = job("", "--resume");
    assertEquals(0, resumed.code(), resumed.output());
    assertSame(whole, links(out));
  }

  private MpiJob.Outcome job(String fault, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of(fault, "link across", "1", "run"));
    words.addAll(List.of(in + "/snap_*", "-o", out.toString(), "--link", "--so", "none"));
    words.addAll(List.of(more));
    return MpiJob.run(folder, 2, FaultProgram.class, words.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--format swift | --link cannot link catalogues of --format swift: give --format gadget",
        "--format yt | --link cannot link catalogues of --format yt",
        "--format tng | --link cannot link catalogues of --format tng",
        "--no-ids | --link needs the IDs of members in the catalogues: leave out --no-ids",
        "--skip -1 | --skip is -1"
      })
  void whatCannotBeLinkedIsRefusedAtOnce(String options, String message) {
    batch((Object[]) options.split(" ")).failed(ExitCodes.USAGE, message);
    assertFalse(Files.exists(out));
  }

  @Test
  void otherBadInput() throws IOException {
    Jzfof.run("run", snapshot(0), "--link", "-o", out)
        .failed(ExitCodes.USAGE, "--link links the catalogues of several snapshots", "is one");
    Jzfof.run("run", in + "/snap_*", "--skip", 1, "-o", out)
        .failed(ExitCodes.USAGE, "--skip is an option of --link", "add --link");
    Jzfof.run("run", snapshot(3), snapshot(1), "--link", "-o", out)
        .failed(ExitCodes.USAGE, snapshot(1) + " comes after " + snapshot(3));
    Path named = Files.copy(snapshot(0), in.resolve("galaxy.hdf5"));
    Jzfof.run("run", snapshot(0), named, "--link", "-o", out)
        .failed(ExitCodes.USAGE, "--link needs numbers from 0 to 99999", named + " has none");
    assertFalse(Files.exists(out));
    batch("--dry-run").succeeded();
    assertFalse(Files.exists(out));
  }
}
