package org.jzfof.trees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.config.catalogues.LinkOptions;
import org.jzfof.output.ExistingFile;
import org.jzfof.output.Provenance;
import org.jzfof.output.Transaction;
import org.jzfof.progress.ProgressListener;

/** Links two consecutive catalogues of a series; the later ones need not exist yet. */
public final class PairLinker {
  /** Maximum number of a snapshot. */
  public static final int LARGEST_NUMBER = 99_999;

  private final Communicator comm;
  private final String version;

  public PairLinker(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /** Parses the number of a snapshot; -1 if a catalogue cannot have this number. */
  public static int number(String text) {
    int number = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    return number <= LARGEST_NUMBER ? number : -1;
  }

  /**
   * Links the catalogues as {@link LinkFinder} does; collective over all ranks.
   *
   * @param options must name two catalogues
   * @param unchanged whether both catalogues may have been linked before, so that existing links
   *     suffice
   * @return a report without pairs if the links exist, or with a warning if too many snapshots are
   *     missing
   * @throws org.jzfof.error.JzfofException as {@link LinkFinder#find}
   */
  public LinkReport link(LinkOptions options, boolean unchanged, ProgressListener progress) {
    CatalogueSeries series = CatalogueSeries.open(options.catalogues(), options.rule().by());
    Gap gap = Gap.of(series).get(0);
    if (gap.missing() > options.rule().skip()) {
      return nothing(series, List.of(gap.unlinked()));
    }
    return unchanged && isLinked(gap, options)
        ? nothing(series, List.of())
        : new LinkFinder(comm, version).find(options, progress);
  }

  private static LinkReport nothing(CatalogueSeries series, List<String> warnings) {
    return new LinkReport(
        series.subhaloes(), series.outputs().size(), "", List.of(), List.of(), List.of(), warnings);
  }

  /**
   * Returns whether the links are complete and no older than the catalogues; rank 0 inspects the
   * files.
   */
  private boolean isLinked(Gap gap, LinkOptions options) {
    long linked = comm.rank() == 0 && stands(gap, options) ? 1 : 0;
    return comm.broadcast(new long[] {linked}, 0)[0] > 0;
  }

  private static boolean stands(Gap gap, LinkOptions options) {
    Path down = LinkFile.descendants(options.folder(), gap.before().text());
    Path up = LinkFile.progenitors(options.folder(), gap.after().text());
    Transaction.recover(down);
    List<CatalogueSeries.Output> both = List.of(gap.before(), gap.after());
    Provenance provenance = SeriesFingerprint.of(both, options.resultOptions());
    if (!ExistingFile.isComplete(down, provenance, LinkFile.DESCENDANTS)
        || !ExistingFile.isComplete(up, provenance, LinkFile.PROGENITORS)) {
      return false;
    }
    List<Path> catalogues = new ArrayList<>();
    both.forEach(output -> catalogues.addAll(output.catalogue().files()));
    try {
      for (Path catalogue : catalogues) {
        if (Files.getLastModifiedTime(catalogue).compareTo(Files.getLastModifiedTime(down)) > 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false; // the pair is linked again, and a permanent error will be reported then
    }
  }
}
