package org.jzfof.cli;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.comm.Communicator;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.RunOptions;
import org.jzfof.config.catalogues.LinkOptions;
import org.jzfof.config.catalogues.LinkRule;
import org.jzfof.error.UsageException;
import org.jzfof.pipeline.CatalogueListener;
import org.jzfof.pipeline.FinishedRun;
import org.jzfof.progress.ProgressListener;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.trees.LinkReport;
import org.jzfof.trees.PairLinker;

/**
 * The links of {@code jzfof run --link}: each catalogue of a batch is linked to that of the
 * previous snapshot, in the order of the snapshots, as soon as both are complete. Snapshots without
 * a catalogue are skipped, as if the user had not named them.
 */
final class BatchLinks implements CatalogueListener {
  private final List<RunOptions> runs;
  private final List<Integer> todo;
  private final LinkRule rule;
  private final Communicator comm;
  private final PairLinker linker;
  private final BatchLog log;
  private final Queue<Task> pairs = new ArrayDeque<>();
  private int next;
  private Catalogue last;

  /**
   * A complete catalogue.
   *
   * @param file first file of the catalogue
   * @param ofThisBatch whether this batch has written it
   */
  private record Catalogue(Path file, boolean ofThisBatch) {}

  /**
   * @param runs options of all snapshots of the batch
   * @param todo indices of the incomplete snapshots, in the order of the runs to come
   * @param log log of the batch
   */
  BatchLinks(
      List<RunOptions> runs, List<Integer> todo, LinkRule rule, Communicator comm, BatchLog log) {
    this.runs = runs;
    this.todo = todo;
    this.rule = rule;
    this.comm = comm;
    this.linker = new PairLinker(comm, VersionProvider.jzfof());
    this.log = log;
  }

  /**
   * Checks, before any run, that the catalogues can be linked.
   *
   * @throws UsageException if they cannot
   */
  static void requireLinkable(List<RunOptions> runs) {
    RunOptions first = runs.get(0);
    if (runs.size() < 2) {
      throw new UsageException(
          "--link links the catalogues of several snapshots, but %s is one: name all of a series, or use jzfof link"
              .formatted(first.groups().particles().snapshot()));
    }
    if (first.output().format() != CatalogueFormat.GADGET) {
      throw new UsageException(
          "--link cannot link catalogues of --format %s: give --format gadget, or leave out --link"
              .formatted(first.output().format().name().toLowerCase(Locale.ROOT)));
    }
    if (!first.ids()) {
      throw new UsageException(
          "--link needs the IDs of members in the catalogues: leave out --no-ids, or --link");
    }
    requireOrder(runs);
  }

  /**
   * Checks the order of the snapshots. Missing snapshots are ignored, because their runs will
   * report them.
   */
  private static void requireOrder(List<RunOptions> runs) {
    Path before = null;
    int largest = -1;
    for (RunOptions run : runs) {
      Path snapshot = run.groups().particles().snapshot();
      Optional<Path> catalogue = FinishedRun.output(run);
      if (catalogue.isEmpty()) {
        continue;
      }
      int number = PairLinker.number(SnapshotFiles.number(catalogue.get()));
      if (number < 0) {
        throw new UsageException(
            "--link needs numbers from 0 to %d at the end of names, such as snapdir_012, and %s has none: rename it, or leave out --link"
                .formatted(PairLinker.LARGEST_NUMBER, snapshot));
      }
      if (number <= largest) {
        throw new UsageException(
            "--link needs snapshots in order of time, with numbers that increase, and %s comes after %s: name them in order"
                .formatted(snapshot, before));
      }
      largest = number;
      before = snapshot;
    }
  }

  @Override
  public void complete(int run, Path catalogue) {
    addCompleteUntil(todo.get(run));
    add(new Catalogue(catalogue, true));
    next = todo.get(run) + 1;
  }

  @Override
  public void runsEnded() {
    addCompleteUntil(runs.size());
  }

  /** Adds the catalogues that were complete before the batch began, up to a snapshot. */
  private void addCompleteUntil(int end) {
    for (; next < end; next++) {
      if (!todo.contains(next)) {
        FinishedRun.output(runs.get(next)).ifPresent(file -> add(new Catalogue(file, false)));
      }
    }
  }

  private void add(Catalogue catalogue) {
    if (last != null) {
      pairs.add(new Pair(last, catalogue));
    }
    last = catalogue;
  }

  @Override
  public Optional<Task> next() {
    return Optional.ofNullable(pairs.poll());
  }

  /** The task that links two catalogues. */
  private final class Pair implements Task {
    private final Catalogue before;
    private final Catalogue after;

    Pair(Catalogue before, Catalogue after) {
      this.before = before;
      this.after = after;
    }

    @Override
    public void perform(ProgressListener progress) {
      long start = System.nanoTime();
      boolean unchanged = !before.ofThisBatch && !after.ofThisBatch;
      LinkReport report = linker.link(options(), unchanged, progress);
      if (comm.rank() == 0) {
        log.linked(report, (System.nanoTime() - start) * 1e-9);
      }
    }

    @Override
    public void failed(Throwable failure) {
      log.linkFailed(after.file, failure);
    }

    /** Returns the options of the command that writes only these links. */
    private LinkOptions options() {
      RunOptions run = runs.get(0);
      return new LinkOptions(
          List.of(before.file, after.file),
          rule,
          false,
          run.outputDir(),
          run.output().overwrite(),
          "jzfof link %s %s%s -o %s"
              .formatted(before.file, after.file, rule.words(), run.outputDir()),
          run.execution().alsoRead());
    }
  }
}
