package org.jzfof.match;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.catalogue.stored.CatalogueCheck;
import org.jzfof.catalogue.stored.CatalogueFingerprint;
import org.jzfof.catalogue.stored.MemberRows;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedCheck;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.config.catalogues.MatchOptions;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Replacement;
import org.jzfof.output.RunRecord;
import org.jzfof.output.Transaction;
import org.jzfof.progress.ProgressListener;
import org.jzfof.trees.LinkFinder;
import org.jzfof.trees.links.MemberJoin;
import org.jzfof.trees.links.MemberTable;
import org.jzfof.trees.links.MemberTable.SharedIds;
import org.jzfof.trees.links.RankWeights;

/**
 * The steps of {@code jzfof match}: open both catalogues, read their members, find for each halo
 * the one of the other catalogue that has most of them, and write the matches.
 */
public final class MatchFinder {
  /** Relative difference of sides of the box that is tolerated. */
  private static final double SAME = 1e-5;

  /** Difference of redshifts that is tolerated, relative to 1 + z. */
  private static final double SAME_TIME = 1e-3;

  private final Communicator comm;
  private final String version;

  public MatchFinder(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Matches the catalogues and writes the matches; collective over all ranks.
   *
   * @throws org.jzfof.error.JzfofException if catalogues, snapshots or output are unusable
   */
  public MatchReport find(MatchOptions options, ProgressListener progress) {
    return SearchRun.execute(
        LinkFinder.COMPUTER, comm, progress, run -> new Matching(options, run).find());
  }

  /** The state of one run. */
  private final class Matching {
    private final MatchOptions options;
    private final SearchRun run;
    private final List<String> sources = new ArrayList<>();

    Matching(MatchOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
    }

    MatchReport find() {
      List<MatchedCatalogue> both = run.clock().time("open catalogues", this::open);
      MatchedCatalogue first = both.get(0);
      MatchedCatalogue second = both.get(1);
      Provenance provenance = checkedOutput(both);
      int[] types = types(first, second);
      MemberTable ofFirst = run.clock().time("read members", () -> read(first, types));
      MemberTable ofSecond = run.clock().time("read members", () -> read(second, types));
      MemberJoin.Matches matches =
          run.clock().time("match", () -> MemberJoin.match(comm, ofFirst, ofSecond, weights()));
      int most =
          options.weights() == MatchOptions.Weights.LINK
              ? RankWeights.MOST_BOUND
              : options.mostBound();
      List<Direction> directions =
          List.of(
              first.direction(matches.ofFirst(), matches.ofSecond(), types, most),
              second.direction(matches.ofSecond(), matches.ofFirst(), types, most));
      String counted = MatchedCatalogue.name(types);
      warnOfNothing(directions, counted, both);
      run.clock().run("write", () -> write(both, directions, counted, provenance));
      return new MatchReport(
          first.ofSubhaloes(),
          counted,
          sources,
          directions.get(0),
          directions.get(1),
          first.massUnit().units(),
          options.file(),
          run.timings(),
          run.warnings());
    }

    private List<MatchedCatalogue> open() {
      StoredCatalogue first = StoredCatalogue.open(options.first().catalogue()).readable();
      StoredCatalogue second = StoredCatalogue.open(options.second().catalogue()).in(first.units());
      CatalogueCheck.requireSnapshot(first, "a match of members by their IDs");
      CatalogueCheck.requireSnapshot(second, "a match of members by their IDs");
      boolean subhaloes =
          options.by() == LinkBy.SUBHALO
              || options.by() == LinkBy.AUTO && haveSubhaloes(first, second);
      if (options.needsBindingEnergies() && !subhaloes) {
        throw new UsageException(
            "%s is for subhaloes, and the members of groups have no binding energies: leave it out, or match subhaloes with --by subhalo"
                .formatted(options.mostBound() > 0 ? "--most-bound" : "--weights link"));
      }
      requireSameBox(first, second);
      warnOfTimes(first, second);
      return List.of(
          MatchedCatalogue.of(options.first(), first, subhaloes),
          MatchedCatalogue.of(options.second(), second, subhaloes));
    }

    /** Returns whether both catalogues have subhaloes; a finder without them may state 0. */
    private boolean haveSubhaloes(StoredCatalogue first, StoredCatalogue second) {
      return first.hasSubhaloes()
          && second.hasSubhaloes()
          && first.subhaloTable().rows() + (long) second.subhaloTable().rows() > 0;
    }

    private void requireSameBox(StoredCatalogue first, StoredCatalogue second) {
      if (!first.periodic() || !second.periodic() || !first.units().equals(second.units())) {
        return;
      }
      double[] box = first.boxSize();
      double[] other = second.boxSize();
      if (IntStream.range(0, 3).anyMatch(d -> Math.abs(box[d] - other[d]) > SAME * box[d])) {
        throw new CatalogueException(
            "the box of %s is %s and that of %s is %s: name catalogues of the same initial conditions"
                .formatted(
                    first.files().get(0),
                    Arrays.toString(box),
                    second.files().get(0),
                    Arrays.toString(other)));
      }
    }

    private void warnOfTimes(StoredCatalogue first, StoredCatalogue second) {
      double z = first.header("Redshift");
      double other = second.header("Redshift");
      if (Math.abs(z - other) > SAME_TIME * (1 + Math.abs(z))) {
        run.warn(
            List.of(
                "the redshift of %s is %s and that of %s is %s: jzfof link finds descendants between two times"
                    .formatted(first.files().get(0), z, second.files().get(0), other)));
      }
    }

    /** Returns the types that count; empty if they are all types with members. */
    private int[] types(MatchedCatalogue first, MatchedCatalogue second) {
      int[] ofFirst = first.types();
      int[] ofSecond = second.types();
      if (options.types().length > 0 || ofFirst == null || ofSecond == null) {
        return options.types();
      }
      int[] common =
          Arrays.stream(ofFirst)
              .filter(t -> Arrays.stream(ofSecond).anyMatch(other -> other == t))
              .toArray();
      if (common.length == 0 && ofFirst.length > 0 && ofSecond.length > 0) {
        throw new UsageException(
            "the members in %s are of %s and those in %s of %s: name types with --types, which both need to have"
                .formatted(
                    first.file(),
                    MatchedCatalogue.name(ofFirst),
                    second.file(),
                    MatchedCatalogue.name(ofSecond)));
      }
      return Arrays.equals(ofFirst, ofSecond) ? new int[0] : common;
    }

    private MemberTable read(MatchedCatalogue catalogue, int[] types) {
      MemberRows rows = catalogue.open(types, options.trustHeaders());
      if (options.needsBindingEnergies() && !rows.haveEnergyOrder()) {
        throw new UsageException(
            "the members of %s are in no order by binding energy: leave out --most-bound and --weights link"
                .formatted(catalogue.file()));
      }
      sources.add(rows.source());
      MemberTable table = catalogue.read(comm, rows);
      table.shared().ifPresent(shared -> warnOfShared(catalogue.file(), shared));
      return table;
    }

    private void warnOfShared(Path file, SharedIds shared) {
      run.warn(
          List.of(
              "%d members in %s share their ID with another one there, and %s: %s"
                  .formatted(
                      shared.members(),
                      file,
                      SharedIds.count(shared.removed()),
                      shared.example())));
    }

    private RankWeights weights() {
      if (options.weights() == MatchOptions.Weights.LINK) {
        return RankWeights.ofMostBound();
      }
      return options.mostBound() > 0 ? RankWeights.ofFirst(options.mostBound()) : RankWeights.EQUAL;
    }

    private void warnOfNothing(
        List<Direction> directions, String counted, List<MatchedCatalogue> both) {
      if (directions.get(0).matched() == 0 && both.stream().allMatch(c -> c.haloes() > 0)) {
        run.warn(
            List.of(
                "no member of %s of %s is one of %s: make sure that both are of the same initial conditions, and that their IDs are the same, or give a rule with --id-map"
                    .formatted(counted, both.get(0).file(), both.get(1).file())));
      }
    }

    private Provenance checkedOutput(List<MatchedCatalogue> both) {
      List<StoredCatalogue> catalogues = both.stream().map(MatchedCatalogue::catalogue).toList();
      OutputFiles.check(options.file());
      catalogues.forEach(c -> OutputFiles.requireNoInput(options.file(), c.files()));
      OutputFiles.requireNoInput(options.file(), options.alsoRead());
      Provenance provenance = CatalogueFingerprint.provenance(catalogues, options.resultOptions());
      SharedCheck.run(
          comm,
          () ->
              new Replacement(provenance, options.overwrite())
                  .requireFree(List.of(options.file())));
      return provenance;
    }

    private void write(
        List<MatchedCatalogue> both,
        List<Direction> directions,
        String counted,
        Provenance provenance) {
      if (comm.rank() > 0) {
        return;
      }
      List<Path> files = List.of(options.file());
      RunRecord record = new RunRecord(version, options.commandLine(), provenance);
      try (Transaction transaction = Transaction.begin(options.file(), files)) {
        transaction.write(
            files,
            parts -> MatchFile.write(parts.get(0), record, options, both, directions, counted));
        transaction.commit(List.of());
        run.warn(transaction.warnings());
      }
    }
  }
}
