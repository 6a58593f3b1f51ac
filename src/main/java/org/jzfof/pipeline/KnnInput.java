package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jzfof.comm.Communicator;
import org.jzfof.config.KnnOptions;
import org.jzfof.config.NeighbourValue;
import org.jzfof.config.QueryChoice;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.PositionFile;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.SnapshotRows;

/**
 * Sources and queries of {@code jzfof knn}, checked and ready to be read.
 *
 * @param header of the snapshot of the sources
 * @param sources among which neighbours are looked for
 * @param queries whose neighbours are wanted; the sources themselves where the options say so
 * @param queryTypes particle types of the queries, or none where they are in no snapshot
 * @param box that holds the sources
 * @param files that are read
 * @param warnings sentences on what is odd
 */
record KnnInput(
    SnapshotHeader header,
    SnapshotRows sources,
    PositionSource queries,
    int[] queryTypes,
    Box box,
    List<Path> files,
    List<String> warnings) {

  /**
   * Opens everything and checks this rank's share of the files; all ranks call it together.
   *
   * @throws SnapshotException on the first fault
   */
  static KnnInput open(KnnOptions options, Communicator comm) {
    Snapshot snapshot =
        Snapshot.open(options.sources().snapshot(), options.sources().trustHeaders());
    SameSnapshot.require(snapshot.header(), comm);
    int[] types = options.sources().types();
    SnapshotRows sources = checkedRows(snapshot, types, quantities(options), comm);
    if (options.values().contains(NeighbourValue.ID)) {
      requireIds(snapshot, types);
    }
    Box box = new BoxFinder(snapshot, options.sources(), comm).find();
    List<Path> files = snapshot.header().files();
    List<String> warnings = BoxFinder.warning(snapshot, options.sources()).stream().toList();
    KnnInput self = new KnnInput(snapshot.header(), sources, sources, types, box, files, warnings);
    return options.selfQuery() ? self : self.askedFrom(snapshot, options, comm);
  }

  /** The same sources with other queries. */
  private KnnInput askedFrom(Snapshot snapshot, KnnOptions options, Communicator comm) {
    QueryChoice choice = options.queries();
    if (choice.file() != null && PositionFile.isNamedBy(choice.file())) {
      requireNoTypes(choice);
      PositionSource positions = PositionFile.open(choice.file());
      SameSnapshot.require(positions, comm);
      return askedFrom(positions, new int[0], List.of(choice.file()));
    }
    int[] asking = choice.types() == null ? queryTypes : choice.types();
    if (choice.file() == null) {
      return askedFrom(checkedRows(snapshot, asking, Set.of(), comm), asking, List.of());
    }
    Snapshot other = Snapshot.open(choice.file(), options.sources().trustHeaders());
    SameSnapshot.require(other.header(), comm);
    new SameUnits(header, other.header(), choice.file()).require(options.sources());
    return askedFrom(checkedRows(other, asking, Set.of(), comm), asking, other.header().files());
  }

  private KnnInput askedFrom(PositionSource other, int[] types, List<Path> more) {
    List<Path> all = new ArrayList<>(files);
    all.addAll(more);
    return new KnnInput(header, sources, other, types, box, all, warnings);
  }

  private static Set<Snapshot.Quantity> quantities(KnnOptions options) {
    Set<Snapshot.Quantity> quantities = EnumSet.noneOf(Snapshot.Quantity.class);
    if (options.values().contains(NeighbourValue.ID)) {
      quantities.add(Snapshot.Quantity.IDS);
    }
    if (options.values().contains(NeighbourValue.DENSITY)) {
      quantities.add(Snapshot.Quantity.MASSES);
    }
    return quantities;
  }

  private static SnapshotRows checkedRows(
      Snapshot snapshot, int[] types, Set<Snapshot.Quantity> quantities, Communicator comm) {
    snapshot.check(types, quantities, comm.rank(), comm.size());
    return rows(snapshot, types, comm);
  }

  /** Particles as rows; all ranks call it together. */
  static SnapshotRows rows(Snapshot snapshot, int[] types, Communicator comm) {
    double[] doubles = {snapshot.storesDoubles(types, comm.rank(), comm.size()) ? 1 : 0};
    comm.max(doubles);
    return new SnapshotRows(snapshot, types, doubles[0] > 0);
  }

  private static void requireIds(Snapshot snapshot, int[] types) {
    for (int type : types) {
      if (!snapshot.hasIds(type)) {
        throw new SnapshotException(
            "PartType" + type + "/ParticleIDs is missing: leave id out of --values");
      }
    }
  }

  private static void requireNoTypes(QueryChoice choice) {
    if (choice.types() != null) {
      throw new UsageException(
          choice.file() + " is no snapshot and has no particle types: leave out --query-types");
    }
  }
}
