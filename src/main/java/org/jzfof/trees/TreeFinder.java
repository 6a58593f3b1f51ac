package org.jzfof.trees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.search.TreeOptions;
import org.jzfof.error.CatalogueException;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Replacement;
import org.jzfof.output.RunRecord;
import org.jzfof.output.Transaction;
import org.jzfof.progress.ProgressListener;
import org.jzfof.trees.CatalogueSeries.Output;
import org.jzfof.trees.files.BranchFile;
import org.jzfof.trees.files.TreeFiles;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.links.SnapshotLinks;
import org.jzfof.trees.merger.MergerTrees;

/**
 * The steps of {@code jzfof trees}: read the links of a series of catalogues, build trees, find
 * main branches, and write all files; the files appear together.
 */
public final class TreeFinder {
  private final Communicator comm = new LocalCommunicator();
  private final String version;

  public TreeFinder(String version) {
    this.version = version;
  }

  /**
   * Builds the trees and writes them.
   *
   * @throws org.jzfof.error.JzfofException if catalogues, links or output are unusable
   */
  public TreeReport find(TreeOptions options, ProgressListener progress) {
    return SearchRun.execute(
        LinkFinder.COMPUTER, comm, progress, run -> new TreeBuilding(options, run).find());
  }

  /** The state of one run. */
  private final class TreeBuilding {
    private final TreeOptions options;
    private final SearchRun run;
    private CatalogueSeries series;
    private HaloColumns columns;
    private Provenance provenance;

    TreeBuilding(TreeOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
    }

    TreeReport find() {
      run.clock().run("open catalogues", this::open);
      List<Path> files = files();
      check(files);
      HaloLinks links = run.clock().time("read links", this::links);
      MergerTrees trees = run.clock().time("trees", () -> trees(links));
      run.clock().run("write", () -> write(trees, files));
      return new TreeReport(
          series.subhaloes(),
          series.outputs().size(),
          trees.haloes(),
          trees.lengths(),
          trees.branches(),
          files,
          run.timings(),
          run.warnings());
    }

    private void open() {
      series = CatalogueSeries.open(options.catalogues(), options.by());
      columns = new HaloColumns(series);
      provenance = SeriesFingerprint.of(series.outputs(), options.resultOptions());
    }

    /**
     * Returns the files of the trees, of the links of each catalogue to them, and of the main
     * branches if enabled.
     */
    private List<Path> files() {
      List<Path> files = new ArrayList<>();
      files.add(TreeFiles.trees(options.folder()));
      series
          .outputs()
          .forEach(output -> files.add(TreeFiles.treeLinks(options.folder(), output.text())));
      if (options.branches() != TreeOptions.Branches.NONE) {
        String ending = options.branches().name().toLowerCase(Locale.ROOT);
        files.add(options.folder().resolve("main_branches." + ending));
      }
      return files;
    }

    private void check(List<Path> files) {
      for (Path file : files) {
        OutputFiles.check(file);
        OutputFiles.requireNoInput(file, series.files());
        OutputFiles.requireNoInput(file, options.alsoRead());
        OutputFiles.requireNoInput(file, linkFiles());
      }
      new Replacement(provenance, options.overwrite()).requireFree(files);
    }

    private List<Path> linkFiles() {
      return series.outputs().stream()
          .flatMap(
              output ->
                  Stream.of(
                      LinkFile.descendants(options.links(), output.text()),
                      LinkFile.progenitors(options.links(), output.text())))
          .filter(Files::exists)
          .toList();
    }

    private HaloLinks links() {
      int[] counts = columns.counts();
      HaloLinks links = new HaloLinks(counts);
      StoredLinks stored = new StoredLinks(options.links(), series.subhaloes());
      List<Gap> gaps = Gap.of(series);
      for (int i = 0; i < gaps.size(); i++) {
        Gap gap = gaps.get(i);
        Optional<SnapshotLinks> between =
            stored.read(
                side(gap.before(), counts[i]),
                side(gap.after(), counts[i + 1]),
                SeriesFingerprint.of(List.of(gap.before(), gap.after()), "").content());
        if (between.isPresent()) {
          links.add(i, i + 1, between.get());
        } else {
          sayUnlinked(gap);
        }
      }
      return links;
    }

    private StoredLinks.Side side(Output output, int haloes) {
      return new StoredLinks.Side(output.number(), output.text(), haloes);
    }

    private void sayUnlinked(Gap gap) {
      Path down = LinkFile.descendants(options.links(), gap.before().text());
      Path up = LinkFile.progenitors(options.links(), gap.after().text());
      if (gap.missing() == 0) {
        throw new CatalogueException(
            "%s and %s have no links between %s and %s: run jzfof link, or name the folder of its files with --links"
                .formatted(down, up, gap.before().file(), gap.after().file()));
      }
      run.warn(
          List.of(
              "%s, and no links bridge it: trees end there; run jzfof link --skip %d"
                  .formatted(gap.describe(), gap.missing())));
    }

    private MergerTrees trees(HaloLinks links) {
      List<Output> outputs = series.outputs();
      return new MergerTrees(
          links,
          columns.haloes(),
          new MergerTrees.Outputs(
              outputs.stream().mapToInt(Output::number).toArray(),
              outputs.stream().mapToDouble(Output::redshift).toArray(),
              outputs.stream().mapToDouble(Output::time).toArray()),
          columns.properties());
    }

    private void write(MergerTrees trees, List<Path> files) {
      try (Transaction transaction = Transaction.begin(files.get(0), files)) {
        transaction.write(files, parts -> write(trees, files, parts));
        transaction.commit(List.of());
        run.warn(transaction.warnings());
      }
    }

    private void write(MergerTrees trees, List<Path> files, List<Path> parts) {
      int outputs = series.outputs().size();
      LinkOrigin last = origin(series.outputs().get(outputs - 1));
      TreeFiles writer = new TreeFiles(trees, last);
      writer.writeTrees(parts.get(0));
      for (int i = 0; i < outputs; i++) {
        writer.writeTreeLinks(parts.get(1 + i), i, origin(series.outputs().get(i)));
      }
      if (files.size() > 1 + outputs) {
        new BranchFile(trees, last)
            .write(parts.get(1 + outputs), options.branches() == TreeOptions.Branches.CSV);
      }
    }

    private LinkOrigin origin(Output output) {
      return new LinkOrigin(
          output.file(),
          series.subhaloes(),
          new RunRecord(version, options.commandLine(), provenance));
    }
  }
}
