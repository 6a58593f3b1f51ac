package org.jzfof.trees;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.catalogue.stored.MemberChoice;
import org.jzfof.catalogue.stored.MemberRows;
import org.jzfof.catalogue.stored.StoredMembers;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.SharedCheck;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.catalogues.LinkOptions;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Replacement;
import org.jzfof.output.RunRecord;
import org.jzfof.output.Transaction;
import org.jzfof.progress.ProgressListener;
import org.jzfof.trees.CatalogueSeries.Output;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.links.MemberJoin;
import org.jzfof.trees.links.MemberTable;
import org.jzfof.trees.links.MemberTable.SharedIds;
import org.jzfof.trees.links.RankWeights;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * The steps of {@code jzfof link}: check the catalogues, read the members of one catalogue after
 * another, link consecutive catalogues, and write the links; the files appear together.
 */
public final class LinkFinder {
  /** Computer for links, which need no device. */
  public static final Computer COMPUTER =
      new Computer(BackendChoice.CPU, Computer.ANY_DEVICE, 0, ExchangeChoice.AUTO);

  private final Communicator comm;
  private final String version;

  public LinkFinder(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Links the catalogues and writes the links; collective over all ranks.
   *
   * @throws org.jzfof.error.JzfofException if catalogues, snapshots or output are unusable
   */
  public LinkReport find(LinkOptions options, ProgressListener progress) {
    return SearchRun.execute(
        COMPUTER, comm, progress, run -> new SeriesLinking(options, run).find());
  }

  /** Two catalogues to link, and the files of their links. */
  private record Link(Gap gap, Provenance provenance, Path descendants, Path progenitors) {
    List<Path> files() {
      return List.of(descendants, progenitors);
    }
  }

  /** The state of one run. */
  private final class SeriesLinking {
    private final LinkOptions options;
    private final SearchRun run;
    private final List<LinkReport.Pair> pairs = new ArrayList<>();
    private CatalogueSeries series;
    private String source = "";

    /** Members with the same ID as others, one entry per catalogue with such members. */
    private final List<SharedIds> shared = new ArrayList<>();

    /**
     * Catalogue of the members in memory: the later one of a link, then the earlier one of the next
     * link.
     */
    private Output read;

    private MemberTable table;

    SeriesLinking(LinkOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
    }

    LinkReport find() {
      series =
          run.clock()
              .time(
                  "open catalogues",
                  () -> CatalogueSeries.open(options.catalogues(), options.rule().by()));
      List<Link> links = links();
      List<Path> files = links.stream().flatMap(link -> link.files().stream()).toList();
      check(links, files);
      if (comm.rank() > 0) {
        links.forEach(link -> write(link, joined(link), null));
      } else {
        try (Transaction transaction = Transaction.begin(files.get(0), files)) {
          links.forEach(link -> write(link, joined(link), transaction));
          transaction.commit(List.of());
          run.warn(transaction.warnings());
        }
      }
      warnOfShared();
      return new LinkReport(
          series.subhaloes(),
          series.outputs().size(),
          source,
          pairs,
          files,
          run.timings(),
          run.warnings());
    }

    private void warnOfShared() {
      if (!shared.isEmpty()) {
        long members = shared.stream().mapToLong(SharedIds::members).sum();
        long removed = shared.stream().mapToLong(SharedIds::removed).sum();
        run.warn(
            List.of(
                "%d members, in %d of %d catalogues, share their ID with another one there, as split particles do, and %s: %s"
                    .formatted(
                        members,
                        shared.size(),
                        series.outputs().size(),
                        SharedIds.count(removed),
                        shared.get(0).example())));
      }
    }

    /** Returns the pairs of catalogues without a gap, or with a gap that is bridged. */
    private List<Link> links() {
      List<Link> links = new ArrayList<>();
      for (Gap gap : Gap.of(series)) {
        if (gap.missing() > options.rule().skip()) {
          run.warn(List.of(gap.unlinked()));
          continue;
        }
        Path folder = options.folder();
        links.add(
            new Link(
                gap,
                SeriesFingerprint.of(List.of(gap.before(), gap.after()), options.resultOptions()),
                LinkFile.descendants(folder, gap.before().text()),
                LinkFile.progenitors(folder, gap.after().text())));
      }
      if (links.isEmpty()) {
        throw new UsageException(
            series.outputs().size() < 2
                ? "%s is one catalogue: name at least two".formatted(series.files().get(0))
                : "no two of the %d catalogues are of consecutive snapshots: name more, or bridge gaps with --skip"
                    .formatted(series.outputs().size()));
      }
      return links;
    }

    private void check(List<Link> links, List<Path> files) {
      for (Path file : files) {
        OutputFiles.check(file);
        OutputFiles.requireNoInput(file, series.files());
        OutputFiles.requireNoInput(file, options.alsoRead());
      }
      SharedCheck.run(
          comm,
          () ->
              links.forEach(
                  link ->
                      new Replacement(link.provenance, options.overwrite())
                          .requireFree(link.files())));
    }

    private SnapshotLinks joined(Link link) {
      MemberTable earlier = members(link.gap.before());
      MemberTable later = members(link.gap.after());
      RankWeights weights = series.subhaloes() ? RankWeights.ofMostBound() : RankWeights.EQUAL;
      return run.clock().time("link", () -> MemberJoin.link(comm, earlier, later, weights));
    }

    private MemberTable members(Output output) {
      if (output != read) {
        table = run.clock().time("read members", () -> table(output));
        table.shared().ifPresent(shared::add);
        read = output;
      }
      return table;
    }

    private MemberTable table(Output output) {
      StoredMembers members =
          StoredMembers.of(
                  output.catalogue(),
                  new MemberChoice(
                      series.subhaloes(), options.rule().types(), options.trustHeaders()))
              .orElseThrow(() -> withoutIds(output));
      source = source.isEmpty() ? members.source() : source;
      EvenShares shares = new EvenShares(members.rows(), comm.size());
      long from = shares.start(comm.rank());
      long to = shares.start(comm.rank() + 1);
      MemberRows.Reader reader = members.reader(from, to);
      return MemberTable.read(
          comm,
          members.length().length,
          to - from,
          members.members(),
          reader,
          object -> series.describe(output, object));
    }

    private CatalogueException withoutIds(Output output) {
      return new CatalogueException(
          output.catalogue().isFromJzfof()
              ? "%s lists no IDs of members: run jzfof run without --no-ids"
                  .formatted(output.file())
              : "%s lists no IDs of members, and no snapshot snap*_%s.hdf5 is in its folder or in ../snapdir_%s: put the one in group order there"
                  .formatted(output.file(), output.text(), output.text()));
    }

    /**
     * @param transaction transaction of rank 0; null on other ranks, which write no files
     */
    private void write(Link link, SnapshotLinks links, Transaction transaction) {
      Output before = link.gap.before();
      Output after = link.gap.after();
      long descended = Arrays.stream(links.descendants()).filter(d -> d >= 0).count();
      long preceded = Arrays.stream(links.progenitors()).filter(p -> p >= 0).count();
      int earlier = links.descendants().length;
      int later = links.progenitors().length;
      pairs.add(
          new LinkReport.Pair(before.text(), after.text(), earlier, later, descended, preceded));
      if (earlier > 0 && later > 0 && descended == 0 && preceded == 0) {
        run.warn(
            List.of(
                "no member of %s is one of %s: make sure that both are of one simulation"
                    .formatted(before.file(), after.file())));
      }
      run.clock()
          .run(
              "write",
              () -> {
                if (transaction != null) {
                  write(link, links, before, after, transaction);
                }
              });
    }

    private void write(
        Link link, SnapshotLinks links, Output before, Output after, Transaction transaction) {
      transaction.write(
          link.files(),
          parts -> {
            LinkFile.writeDescendants(parts.get(0), origin(link, before), links, after.number());
            LinkFile.writeProgenitors(parts.get(1), origin(link, after), links, before.number());
          });
    }

    private LinkOrigin origin(Link link, Output output) {
      return new LinkOrigin(
          output.file(),
          series.subhaloes(),
          new RunRecord(version, options.commandLine(), link.provenance));
    }
  }
}
