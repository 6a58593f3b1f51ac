package org.jzfof.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.trees.EvolvingMock;

/**
 * Runs commands one after the other, and says of each which workers of pools there were: "worker-1"
 * is the first of a pool of its own, "common" any of the pool that all of a JVM has in common,
 * which live for a minute without work. {@code CommandThreads FOLDER}.
 */
public final class CommandThreads {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";
  private static final String ONE = "--threads=1";

  private final Path folder;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  private CommandThreads(Path folder) {
    this.folder = folder;
  }

  /** The last line is that of something that does use the common pool. */
  public static void main(String[] args) throws IOException {
    CommandThreads commands = new CommandThreads(Path.of(args[0]));
    Thread watch = new Thread(commands::watch);
    watch.setDaemon(true);
    watch.start();
    commands.runs();
    commands.searches();
    commands.links();
    IntStream.range(0, 1000).parallel().forEach(i -> LockSupport.parkNanos(1_000_000));
    commands.say("stream", 0, "");
  }

  private void runs() throws IOException {
    Path other = Files.copy(Path.of(SNAPSHOT), folder.resolve("snapshot_002.hdf5"));
    List<String> all = List.of(ONE, "--subhaloes", "--so=200c,vir", "--properties=all");
    run("run", all, SNAPSHOT, "-o", folder, "--membership");
    run("run", all, SNAPSHOT, other, "-o", folder.resolve("batch"));
    run("run", all, SNAPSHOT, "-o", folder.resolve("ranks"), "--ranks=3", "--reorder");
    run("bench", List.of("fof", ONE), "--clustered=20000", "--warmup=0", "--repeat=1");
    run("bench", List.of("scaling"), "--max-ranks=4");
  }

  private void searches() {
    Path groups = folder.resolve("groups_001");
    List<String> one = List.of(SNAPSHOT, ONE);
    run("cluster", one, "-o", folder.resolve("clusters.hdf5"), "--eps=0.3", "--min-points=10");
    run("pairs", one, "-o", folder.resolve("pairs.hdf5"), "--bins=0.1:10:20log", "--weights=mass");
    run("knn", one, "-o", folder.resolve("knn.hdf5"), "--values=index,id,distance,density");
    run("neighbours", one, "-o", folder.resolve("lists.hdf5"), "--smoothing", "-k=16");
    run(
        "so",
        List.of(ONE, "--properties=inside,concentration,shape"),
        groups,
        SNAPSHOT,
        "-o",
        folder);
  }

  /** Commands that are not told a number of threads. */
  private void links() throws IOException {
    Path groups = folder.resolve("groups_001");
    Path series = Files.createDirectory(folder.resolve("series"));
    Path links = folder.resolve("links");
    var outputs = EvolvingMock.series(3, 20, 1);
    for (int n = 0; n < outputs.size(); n++) {
      EvolvingMock.writeSubhaloes(series, n, outputs.get(n));
    }
    run("link", List.of(), series, "-o", links);
    run("trees", List.of(), series, "--links", links, "-o", folder.resolve("trees"));
    run("compare", List.of(), groups, folder.resolve("ranks").resolve("groups_001"));
    run("export", List.of(), groups, "-o", folder.resolve("haloes.fits"));
    run("plot", List.of(), groups, "--snapshot", SNAPSHOT, "-o", folder.resolve("haloes.png"));
  }

  private void run(String command, List<String> options, Object... more) {
    List<Object> words = new ArrayList<>(List.of(command));
    words.addAll(options);
    words.addAll(List.of(more));
    Outcome outcome = Jzfof.run(words);
    String told = options.contains(ONE) ? command + " " + ONE : command;
    say(told, outcome.code(), outcome.err().strip());
  }

  private void say(String command, int code, String complaint) {
    look();
    System.out.println(command + " " + code + " " + seen.stream().sorted().toList() + complaint);
    seen.clear();
  }

  private void watch() {
    while (true) {
      look();
      LockSupport.parkNanos(100_000);
    }
  }

  private void look() {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    while (all.getParent() != null) { // from Java 22 on the common pool is in a group of its own
      all = all.getParent();
    }
    Thread[] threads = new Thread[1000];
    all.enumerate(threads);
    seen.addAll(
        Arrays.stream(threads)
            .filter(Objects::nonNull)
            .map(Thread::getName)
            .filter(name -> name.startsWith("ForkJoinPool"))
            .map(
                name -> name.contains("common") ? "common" : name.replaceAll(".*-worker", "worker"))
            .collect(Collectors.toSet()));
  }
}
