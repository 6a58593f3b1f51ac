package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.MpiJob;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * Faults at random places, over all commands: flipped bytes, signals, processes under mpirun. Some
 * of each in a minute; {@code -Djzfof.test.slow=true} makes many, from another seed each day.
 */
class FaultSweepTest {
  private static final boolean SLOW = Boolean.getBoolean("jzfof.test.slow");
  private static final long SEED = SLOW ? System.currentTimeMillis() / 86_400_000 : 1;
  private static final int FLIPS = SLOW ? 3000 : 300;
  private static final int SIGNALS = SLOW ? 100 : 8;
  private static final int JOBS = SLOW ? 20 : 1;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Set<Integer> REFUSALS =
      Set.of(ExitCodes.USAGE, ExitCodes.SNAPSHOT, ExitCodes.OUTPUT, ExitCodes.MEMORY);

  private static final List<String> STOPPING = List.of("INT", "TERM", "HUP", "XCPU", "KILL");

  @TempDir private static Path inputs;
  @TempDir private Path dir;

  private static Path snapshot;
  private static Path series;
  private static Path products;

  @BeforeAll
  static void make() throws IOException {
    snapshot =
        SnapshotFixtures.gadget4(
            inputs.resolve("snapshot_001.hdf5"), 10, Particles.at(clumps(20, 150)));
    Path made = Files.createDirectory(inputs.resolve("made"));
    series = ExampleInputs.series(made);
    products = products(Files.createDirectory(inputs.resolve("products")));
  }

  private static double[] clumps(int count, int members) {
    Random random = new Random(3);
    double[] positions = new double[3 * count * members];
    for (int i = 0; i < positions.length; i += 3 * members) {
      double[] centre = random.doubles(3, 1, 9).toArray();
      for (int j = 0; j < 3 * members; j++) {
        positions[i + j] = centre[j % 3] + 0.1 * random.nextGaussian();
      }
    }
    return positions;
  }

  /**
   * What writes something: command lines whose last word is where.
   *
   * @param folder that has the catalogue groups_001 and links of the series
   */
  private static Map<String, List<Object>> writers(Path folder) {
    Path groups = folder.resolve("groups_001");
    Map<String, List<Object>> writers = new TreeMap<>();
    List<Object> run = List.of("run", snapshot, "-q", "--subhaloes", "--so", "200m");
    writers.put("gadget", with(run, "--membership", "--reorder", "--files", 20, "-o"));
    writers.put("swift", with(run, "--membership", "--format", "swift", "-o"));
    writers.put("yt", with(run, "--format", "yt", "-o"));
    writers.put("knn", List.of("knn", snapshot, "-k", 4, "-q", "--files", 20, "-o"));
    writers.put("lists", List.of("neighbours", snapshot, "--radius", 0.3, "-q", "-o"));
    writers.put("pairs", List.of("pairs", snapshot, "--bins", "0:1:4", "-q", "-o"));
    writers.put(
        "clusters", List.of("cluster", snapshot, "--eps", 0.3, "--min-points", 5, "-q", "-o"));
    writers.put(
        "spheres", List.of("so", groups, snapshot, "--so", "200c", "--profiles", "-q", "-o"));
    writers.put("links", List.of("link", series, "-q", "-o"));
    writers.put(
        "trees",
        List.of(
            "trees", series, "--links", folder.resolve("links"), "--branches", "hdf5", "-q", "-o"));
    writers.put("p.png", List.of("plot", groups, "-o"));
    return writers;
  }

  private static List<Object> with(List<Object> words, Object... more) {
    return Stream.concat(words.stream(), Arrays.stream(more)).toList();
  }

  /** Writes all products, those that others read first. */
  private static Path products(Path folder) {
    Jzfof.run("run", snapshot, "-q", "--subhaloes", "--so", "none", "-o", folder).succeeded();
    Map<String, List<Object>> writers = writers(folder);
    Jzfof.run(writers.get("links"), folder.resolve("links")).succeeded();
    writers.forEach((name, words) -> assertEquals(0, Jzfof.run(words, place(folder, name)).code()));
    return folder;
  }

  private static Path place(Path folder, String name) {
    boolean single = Set.of("knn", "lists", "pairs", "clusters", "spheres").contains(name);
    return folder.resolve(single ? name + ".hdf5" : name);
  }

  /**
   * Commands that read a product.
   *
   * @param file that is damaged
   * @param folder with all products
   * @param out where they may write
   */
  private static List<List<Object>> readers(Path file, Path folder, Path out) {
    Path sound = folder.resolve("groups_001");
    String name = file.getFileName().toString();
    List<List<Object>> readers = new ArrayList<>(List.of(List.of("info", file)));
    if (name.startsWith("fof_") || name.startsWith("halo") || name.startsWith("subhalos")) {
      readers.add(List.of("compare", file, sound));
      readers.add(List.of("compare", sound, file));
      readers.add(List.of("so", file, snapshot, "--so", "200m", "-q", "-o", out));
      readers.add(List.of("link", file, series, "-q", "-o", out));
      for (String ending : List.of(".fits", ".list")) {
        readers.add(List.of("export", file, "-q", "--overwrite", "-o", out + ending));
      }
    } else if (name.startsWith("snap")) {
      readers.add(List.of("run", file, "-q", "--so", "none", "-o", out));
      readers.add(List.of("knn", file, "-k", 2, "-q", "-o", out));
      readers.add(List.of("pairs", file, "--bins", "0:1:2", "-q", "-o", out));
    } else if (name.matches("subhalo_(desc|prog).*")) {
      readers.add(List.of("trees", series, "--links", file.getParent(), "-q", "-o", out));
    } else if (name.equals("trees.hdf5")) {
      readers.add(List.of("plot", file, "--tree", 0, "-o", out + ".png"));
    } else if (name.startsWith("spheres")) {
      readers.add(List.of("plot", file, "-o", out + ".png"));
    }
    readers.add(List.of("compare", file, sound));
    return readers;
  }

  /** No damage is a crash, a hang, a fault of the program or more than a line. */
  @Test
  void flippedBytes() throws IOException {
    List<Path> files = new ArrayList<>(List.of(snapshot));
    try (Stream<Path> all = Files.walk(products)) {
      all.filter(f -> f.toString().matches(".*\\.(hdf5|h5)")).sorted().forEach(files::add);
    }
    Random random = new Random(SEED);
    for (int flip = 0; flip < FLIPS; flip++) {
      Path file = files.get(random.nextInt(files.size()));
      byte[] before = Files.readAllBytes(file);
      byte[] damaged = before.clone();
      int at = random.nextInt(random.nextBoolean() ? before.length : Math.min(4096, before.length));
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Path out = dir.resolve("out");
      List<List<Object>> readers = readers(file, products, out);
      List<Object> reader = readers.get(random.nextInt(readers.size()));
      String what = "byte %d of %s: %s".formatted(at, file, reader);
      Files.write(file, damaged);
      Outcome outcome =
          assertTimeoutPreemptively(PATIENCE, () -> Jzfof.run(reader), () -> "hangs: " + what);
      Files.write(file, before);
      assertTrue(
          outcome.code() == 0
              || outcome.code() == ExitCodes.DIFFERENT
              || REFUSALS.contains(outcome.code()),
          () -> what + ": " + outcome.code() + " " + outcome.err());
      assertTrue(
          outcome.err().lines().allMatch(l -> l.startsWith("jzfof: ")), what + outcome.err());
      if (REFUSALS.contains(outcome.code())) {
        assertFalse(Files.exists(out), () -> what + " left " + out);
      }
      FileUtils.deleteQuietly(out.toFile());
    }
  }

  /** After a signal the next run writes what it would have written, and nothing else is there. */
  @Test
  void signals() throws Exception {
    Map<String, List<Object>> writers = writers(products);
    List<String> names = List.copyOf(writers.keySet());
    Random random = new Random(SEED);
    Path place = dir.resolve("place"); // the same one, which files name
    for (int attempt = 0; attempt < SIGNALS; attempt++) {
      String name = names.get(random.nextInt(names.size()));
      List<Object> words = with(writers.get(name), place(place, name));
      Files.createDirectories(place);
      assertEquals(0, Jzfof.run(words).code(), name);
      Map<String, byte[]> expected = content(place);
      FileUtils.deleteDirectory(place.toFile());
      Files.createDirectories(place);
      String signal = STOPPING.get(random.nextInt(STOPPING.size()));
      int millis = 200 + random.nextInt(900);
      String what = "%s after %d ms: %s".formatted(signal, millis, name);
      OwnProcess own = new OwnProcess(dir, Main.class);
      Process process = own.start(words.toArray());
      process.waitFor(millis, TimeUnit.MILLISECONDS);
      new ProcessBuilder("kill", "-" + signal, "" + process.pid())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      assertTrue(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "hangs: " + what);
      Outcome ended = own.end(process);
      assertTrue(ended.code() == 0 || ended.code() > 128, what + ": " + ended);
      assertTrue(ended.err().lines().allMatch(l -> l.startsWith("jzfof: ")), what + ended.err());
      if (ended.code() != 0 && !signal.equals("KILL")) {
        assertEquals(Set.of(), unlisted(place), what);
      }
      assertEquals(0, Jzfof.run(words).code(), what);
      Map<String, byte[]> actual = content(place);
      assertEquals(expected.keySet(), actual.keySet(), what);
      expected.forEach((file, bytes) -> assertArrayEquals(bytes, actual.get(file), what + file));
      FileUtils.deleteDirectory(place.toFile());
    }
  }

  private static Map<String, byte[]> content(Path folder) throws IOException {
    Map<String, byte[]> content = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        content.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return content;
  }

  /** Hidden files that no list names. */
  private static Set<String> unlisted(Path folder) throws IOException {
    Set<String> hidden = content(folder).keySet();
    boolean listed = hidden.stream().anyMatch(f -> f.endsWith(".lock") || f.endsWith(".journal"));
    hidden.removeIf(file -> listed || !file.endsWith(".part"));
    return hidden;
  }

  /** Whatever command several processes are asked for, all end well and one prints. */
  @Test
  void everyCommandUnderMpirun() throws Exception {
    MpiJob.assumeMpi();
    Path groups = products.resolve("groups_001");
    Map<String, List<Object>> commands = writers(products);
    commands.replaceAll((name, words) -> with(words, place(dir.resolve("mpi"), name)));
    commands.put("info", List.of("info", snapshot));
    commands.put("compare", List.of("compare", groups, groups));
    commands.put(
        "export", List.of("export", groups, "--overwrite", "-o", dir.resolve("haloes.fits")));
    commands.put("doctor", List.of("doctor"));
    commands.put("config", List.of("config", "show", "run"));
    commands.put("completion", List.of("completion"));
    commands.put("version", List.of("--version"));
    commands.put("help", List.of("run", "--help"));
    commands.put("bench", List.of("bench", "fof", "--uniform", 300, "--repeat", 1, "--warmup", 0));
    for (int job = 0; job < JOBS; job++) {
      for (List<Object> words : commands.values()) {
        String[] line = words.stream().map(String::valueOf).toArray(String[]::new);
        MpiJob.Outcome outcome = MpiJob.run(dir, 3, Main.class, line);
        int code = line[0].equals("doctor") ? outcome.code() : 0; // which finds faults of machines
        assertEquals(code, outcome.code(), words + outcome.output());
        assertTrue(
            outcome.output().lines().noneMatch(l -> l.startsWith("jzfof: error")),
            words + outcome.output());
      }
    }
  }
}
