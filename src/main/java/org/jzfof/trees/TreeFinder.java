package org.jzfof.trees;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.catalogues.TreeFormat;
import org.jzfof.config.catalogues.TreeOptions;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.output.Provenance;
import org.jzfof.progress.ProgressListener;
import org.jzfof.trees.CatalogueSeries.Output;
import org.jzfof.trees.files.LHaloTreeBinary;
import org.jzfof.trees.links.HaloLinks;
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
    private TreeOutput output;

    TreeBuilding(TreeOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
    }

    TreeReport find() {
      run.clock().run("open catalogues", this::open);
      output.check();
      HaloLinks links = run.clock().time("read links", this::links);
      MergerTrees trees = run.clock().time("trees", () -> trees(links));
      if (options.format() == TreeFormat.LHALOTREE_BINARY && trees.haloes() > 0) {
        requireFields(new LHaloTreeBinary(trees));
      }
      run.clock().run("write", () -> run.warn(output.write(trees, columns::particleMass)));
      return new TreeReport(
          series.subhaloes(),
          series.outputs().size(),
          trees.haloes(),
          trees.lengths(),
          trees.branches(),
          output.files(),
          run.timings(),
          run.warnings());
    }

    private void open() {
      series = CatalogueSeries.open(options.catalogues(), options.by());
      if (options.format() != TreeFormat.GADGET && !series.subhaloes()) {
        throw new UsageException(
            "--format %s has trees of subhaloes, but the groups of %s are linked: name catalogues of jzfof run --subhaloes, without --by group, or leave out --format"
                .formatted(options.format(), series.files().get(0)));
      }
      columns = new HaloColumns(series, options.format());
      Provenance provenance = SeriesFingerprint.of(series.outputs(), options.resultOptions());
      output = new TreeOutput(options, series, provenance, version);
    }

    /** Checks that the catalogues have the columns of the binary format, and what units. */
    private void requireFields(LHaloTreeBinary file) {
      List<String> missing = file.missing(false);
      Path first = series.files().get(0);
      if (!missing.isEmpty()) {
        throw new CatalogueException(
            "%s or a later catalogue has no %s, which --format %s needs: write them with jzfof run --subhaloes --so 200c, or choose --format lhalotree"
                .formatted(first, String.join(", ", missing), options.format()));
      }
      List<String> zero = file.missing(true);
      if (!zero.isEmpty()) {
        run.warn(
            List.of(
                "%s or a later catalogue lacks the columns of %s, which are 0 in %s: run jzfof run --so 200c,200m,vir for the masses"
                    .formatted(first, String.join(", ", zero), output.files().get(0))));
      }
      if (!columns.unitsAreKnown()) {
        run.warn(
            List.of(
                "%s does not state its units: readers take the numbers of %s for Mpc/h, 1e10 Msun/h and km/s"
                    .formatted(first, output.files().get(0))));
      }
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
  }
}
