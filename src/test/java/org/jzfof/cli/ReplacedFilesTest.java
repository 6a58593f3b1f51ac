package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Nothing is replaced but regular files that are not read, whatever the options. */
class ReplacedFilesTest {
  private static final int PARTICLES = 1000;

  @TempDir private Path dir;
  private Path snapshot;
  private Path groups;

  @BeforeEach
  void make() {
    snapshot =
        SnapshotFixtures.gadget4(
            dir.resolve("snapshot_001.hdf5"), 50, Particles.uniform(PARTICLES, 50, 1));
    Jzfof.run("run", snapshot, "-o", dir, "-q", "--min-length", 2, "-b", 0.5).succeeded();
    groups = dir.resolve("groups_001");
  }

  private Path pipe(String name) throws Exception {
    Path made = dir.resolve(name);
    assertEquals(0, new ProcessBuilder("mkfifo", made.toString()).start().waitFor());
    return made;
  }

  private Path text(String name, String text) throws Exception {
    return Files.writeString(dir.resolve(name), text);
  }

  /** Commands by what they write, with the output as the last word. */
  private Map<String, List<Object>> commands() {
    Map<String, List<Object>> commands = new TreeMap<>();
    commands.put("knn", List.of("knn", snapshot, "-k", 2, "--overwrite", "-o"));
    commands.put("lists", List.of("neighbours", snapshot, "--radius", 1, "--overwrite", "-o"));
    commands.put("pairs", List.of("pairs", snapshot, "--bins", "0:1:2", "--overwrite", "-o"));
    commands.put(
        "clusters",
        List.of("cluster", snapshot, "--eps", 1, "--min-points", 2, "--overwrite", "-o"));
    commands.put("spheres", List.of("so", groups, snapshot, "--overwrite", "-o"));
    commands.put("picture.png", List.of("plot", groups, "--overwrite", "-o"));
    commands.put(
        "results.json",
        List.of("bench", "fof", "--uniform", 100, "--repeat", 1, "--warmup", 0, "--json"));
    return commands;
  }

  @Test
  void aPipeStaysWhatItIs() throws Exception {
    for (Map.Entry<String, List<Object>> command : commands().entrySet()) {
      Path pipe = pipe("pipe-" + command.getKey());
      Jzfof.run(command.getValue(), pipe)
          .failed(
              ExitCodes.OUTPUT,
              "cannot write " + pipe + ": it is no regular file (a device, a pipe or a socket)",
              command.getKey().endsWith("json") ? "with --json" : "with -o");
      Path link = Files.createSymbolicLink(dir.resolve("link-" + command.getKey()), pipe);
      Jzfof.run(command.getValue(), link)
          .failed(ExitCodes.OUTPUT, link + ": it is no regular file");
      assertTrue(Files.isSymbolicLink(link));
    }
  }

  @Test
  void aPipeAmongTheFilesOfARun() throws Exception {
    Path taken = groups.resolve("membership_001.hdf5");
    assertEquals(0, new ProcessBuilder("mkfifo", taken.toString()).start().waitFor());
    Jzfof.run("run", snapshot, "-o", dir, "-q", "--membership", "--overwrite")
        .failed(ExitCodes.OUTPUT, taken + ": it is no regular file");
  }

  @Test
  void aDeviceIsRefusedWithoutAdviceToReplaceIt() {
    Outcome outcome = Jzfof.run("pairs", snapshot, "--bins", "0:1:2", "-o", "/dev/null");
    outcome.failed(ExitCodes.OUTPUT, "cannot write /dev/null: it is no regular file");
    assertTrue(!outcome.err().contains("--overwrite"), outcome.err());
  }

  /** By a link of its own, as the one of the machine is /dev/stdout. */
  @Test
  void aNameOfTheStandardOutputStays() throws Exception {
    Path file = text("output", "");
    Path own = Files.createSymbolicLink(dir.resolve("stdout.hdf5"), Path.of("/proc/self/fd/0"));
    new OwnProcess(dir, Main.class)
        .behind(List.of("/bin/bash", "-c", "exec \"$@\" <" + file, "bash"))
        .run("pairs", snapshot, "--bins", "0:1:2", "--overwrite", "-o", own)
        .failed(ExitCodes.OUTPUT, own + ": it is no regular file");
    assertTrue(Files.isSymbolicLink(own));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pairs SNAPSHOT --bins FILE:bins",
        "pairs SNAPSHOT --bins 0:1:2 --config FILE:config",
        "knn SNAPSHOT -k 2 --queries FILE:positions.f32",
        "neighbours SNAPSHOT --radii FILE:radii:R",
        "neighbours SNAPSHOT --radii FILE:radii:R --config FILE:config",
        "cluster SNAPSHOT --eps 1 --min-points 2 --config FILE:config",
        "so FILE:centres SNAPSHOT --so 200c",
        "so FILE:table:/Positions SNAPSHOT --so 200c",
        "so GROUPS SNAPSHOT --config FILE:config"
      })
  void whatIsReadStays(String line) throws Exception {
    text("bins", "0\n1\n");
    text("config", "quiet: true\n");
    text("centres", "1 2 3\n");
    Files.write(dir.resolve("positions.f32"), new byte[36]);
    table("radii", "/R", PARTICLES);
    table("table", "/Positions", 2, 3);
    List<Object> words = new ArrayList<>(List.of("--overwrite"));
    List<Path> read = new ArrayList<>();
    for (String word : line.split(" ")) {
      String named = word.replace("FILE:", dir + "/");
      words.add(
          named.replace("SNAPSHOT", snapshot.toString()).replace("GROUPS", groups.toString()));
      if (word.startsWith("FILE:")) {
        read.add(dir.resolve(word.split(":")[1]));
      }
    }
    words.add(words.remove(0));
    for (Path file : read) {
      byte[] before = Files.readAllBytes(file);
      Jzfof.run(words, "-o", file)
          .failed(ExitCodes.OUTPUT, "cannot write " + file + ": it is read as well");
      assertArrayEquals(before, Files.readAllBytes(file));
      Path same = Files.createLink(dir.resolve("same"), file);
      Jzfof.run(words, "-o", same).failed(ExitCodes.OUTPUT, same + ": it is read as well");
      Files.delete(same);
    }
  }

  private void table(String name, String dataset, long... dims) {
    try (Hdf5Writer out = Hdf5Writer.create(dir.resolve(name))) {
      out.dataset(dataset, Hdf5Type.FLOAT64, dims);
    }
  }

  @Test
  void theListAndTheConfigurationOfARunStay() throws Exception {
    Path catalogue = groups.resolve("fof_subhalo_tab_001.0.hdf5");
    assertTrue(Files.exists(catalogue));
    Files.writeString(catalogue, snapshot + "\n");
    Jzfof.run("run", "--list", catalogue, "-o", dir, "-q", "--overwrite").err();
    assertEquals(snapshot + "\n", Files.readString(catalogue));
    Files.writeString(catalogue, "min-length: 5\n");
    Jzfof.run("run", snapshot, "--config", catalogue, "-o", dir, "-q", "--overwrite")
        .failed(ExitCodes.OUTPUT, catalogue + ": it is read as well");
    assertEquals("min-length: 5\n", Files.readString(catalogue));
  }

  /** What is of other options goes when a run writes there, but not where it is read. */
  @Test
  void theSnapshotInGroupOrderThatIsReadStays() throws Exception {
    Path out = dir.resolve("out");
    Jzfof.run("run", snapshot, "-o", out, "-q", "--reorder", "--so", "none").succeeded();
    Path ordered;
    try (Stream<Path> files = Files.list(out.resolve("snapdir_001"))) {
      ordered = files.findFirst().orElseThrow();
    }
    byte[] before = Files.readAllBytes(ordered);
    Jzfof.run("run", ordered, "-o", out, "-q", "--overwrite", "--min-length", 30)
        .failed(ExitCodes.OUTPUT, ordered + ": it is read as well");
    assertArrayEquals(before, Files.readAllBytes(ordered));
  }

  @Test
  void resultsOfABenchmarkReplaceOnlyResults() throws Exception {
    List<Object> bench = List.of("bench", "fof", "--repeat", 1, "--warmup", 0, "--json");
    byte[] before = Files.readAllBytes(snapshot);
    Jzfof.run(bench, snapshot, "--input", snapshot)
        .failed(ExitCodes.OUTPUT, "cannot write " + snapshot + ": it is read as well", "--json");
    Path other = SnapshotFixtures.gadget4(dir.resolve("o.hdf5"), 50, Particles.uniform(9, 50, 1));
    Jzfof.run(bench, other, "--input", snapshot)
        .failed(ExitCodes.OUTPUT, other + " is not a JSON file and would be replaced", "--json");
    assertArrayEquals(before, Files.readAllBytes(snapshot));
    Path raw = dir.resolve("raw.f32");
    Files.write(raw, "{234".repeat(30).getBytes(StandardCharsets.US_ASCII));
    Jzfof.run(bench, raw, "--input", raw, "--box", 1)
        .failed(ExitCodes.OUTPUT, raw + ": it is read as well");
    Path results = dir.resolve("r.json");
    for (int i = 0; i < 2; i++) {
      Jzfof.run(bench, results, "--uniform", 100).succeeded();
      assertTrue(Files.readString(results).startsWith("{"));
    }
    assertTrue(Files.exists(results, LinkOption.NOFOLLOW_LINKS));
    Path nowhere = dir.resolve("no/such/r.json");
    Jzfof.run(bench, nowhere, "--uniform", 100).succeeded();
    assertTrue(Files.exists(nowhere));
  }
}
