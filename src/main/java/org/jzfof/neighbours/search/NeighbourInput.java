package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.search.QueryChoice;
import org.jzfof.domain.Box;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.output.Provenance;
import org.jzfof.output.RunRecord;
import org.jzfof.snapshot.FileChecks;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFingerprint;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.particles.BoxFinder;
import org.jzfof.snapshot.particles.MergedChecks;
import org.jzfof.snapshot.particles.SameSnapshot;
import org.jzfof.snapshot.particles.SameUnits;
import org.jzfof.snapshot.positions.PositionFile;

/**
 * Sources and queries of a search for neighbours, checked and ready to be read.
 *
 * @param sources particles among which neighbours are searched
 * @param queries positions whose neighbours are requested; may be the sources themselves
 * @param warnings warnings for the user, complete sentences
 */
public record NeighbourInput(
    SourceSnapshot snapshot,
    SnapshotRows sources,
    PositionSource queries,
    QueryOrigin queryOrigin,
    Box box,
    List<Path> files,
    List<String> warnings) {

  /**
   * The snapshot of the sources.
   *
   * @param unwritten whether a warning says that sources were never written
   */
  public record SourceSnapshot(SnapshotHeader header, boolean unwritten, String fingerprint) {}

  /**
   * The origin of queries.
   *
   * @param types particle types of the queries, empty if they are not from a snapshot
   * @param fingerprint fingerprint of their file; empty if they are from the snapshot of the
   *     sources
   */
  public record QueryOrigin(int[] types, String fingerprint) {}

  /**
   * Particles, the fingerprint of their snapshot, and warnings about data that were never written.
   */
  private record CheckedRows(SnapshotRows rows, String fingerprint, List<String> unwritten) {}

  /**
   * Opens the files and checks this rank's share of them; all ranks call it together.
   *
   * @param boxed choice of all particles that an open box must hold, including the sources
   * @param columns columns of the sources that are read besides coordinates
   * @throws SnapshotException on the first fault
   */
  public static NeighbourInput open(
      ParticleChoice particles,
      ParticleChoice boxed,
      QueryChoice queries,
      Set<ParticleColumn> columns,
      Communicator comm) {
    return open(particles, boxed, queries, columns, "leave id out of --values", comm);
  }

  /**
   * Opens the files, with another remedy for missing IDs.
   *
   * @param withoutIds text of the remedy that an error message gives if IDs are requested but
   *     missing
   */
  public static NeighbourInput open(
      ParticleChoice particles,
      ParticleChoice boxed,
      QueryChoice queries,
      Set<ParticleColumn> columns,
      String withoutIds,
      Communicator comm) {
    Snapshot snapshot = Snapshot.open(particles.snapshot(), particles.headers(), comm);
    int[] types = particles.types();
    CheckedRows checked = checked(snapshot, types, columns, comm);
    SnapshotRows sources = checked.rows;
    if (columns.contains(ParticleColumn.IDS)) {
      requireIds(snapshot, types, withoutIds);
    }
    if (columns.contains(ParticleColumn.VELOCITIES)) {
      requireVelocities(snapshot, types);
    }
    Box box = new BoxFinder(snapshot, boxed, comm).find();
    requireUsable(box);
    List<Path> files = snapshot.header().files();
    List<String> warnings = new ArrayList<>(checked.unwritten);
    BoxFinder.warning(snapshot, particles).ifPresent(warnings::add);
    warnings.addAll(snapshot.notes().ofFiles());
    warnings.addAll(snapshot.countWarnings(types));
    if (columns.contains(ParticleColumn.MASSES)) {
      for (int type : types) {
        snapshot.massesBesideTable(type).ifPresent(warnings::add);
      }
    }
    NeighbourInput sourcesOnly =
        new NeighbourInput(
            new SourceSnapshot(
                snapshot.header(), !checked.unwritten.isEmpty(), checked.fingerprint),
            sources,
            sources,
            new QueryOrigin(types, ""),
            box,
            files,
            warnings);
    return queries == QueryChoice.SOURCES
        ? sourcesOnly
        : sourcesOnly.withQueries(snapshot, particles, queries, comm);
  }

  /** Columns of the sources that are read besides coordinates. */
  public static Set<ParticleColumn> columns(boolean ids, boolean masses) {
    Set<ParticleColumn> columns = new HashSet<>();
    if (ids) {
      columns.add(ParticleColumn.IDS);
    }
    if (masses) {
      columns.add(ParticleColumn.MASSES);
    }
    return columns;
  }

  /** Whether any coordinate is float64. */
  public boolean isDouble() {
    return sources.isDouble() || queries.isDouble();
  }

  /**
   * The origin of a result, which its files record.
   *
   * @param queryFile file of the queries as the user named it; null for the file of the sources
   * @param options description of the options that the result depends on
   */
  public NeighbourOrigin origin(
      ParticleChoice particles,
      Path queryFile,
      String options,
      String version,
      String commandLine) {
    String path = particles.snapshot().toString();
    return new NeighbourOrigin(
        new NeighbourOrigin.Sources(snapshot.header, path, particles.types(), sources.rows()),
        new NeighbourOrigin.Queries(
            queryFile == null ? path : queryFile.toString(), queryOrigin.types),
        box.size(),
        box.periodic(),
        new RunRecord(
            version,
            commandLine,
            Provenance.of(
                snapshot.header.pieces().get(0).file(),
                snapshot.fingerprint,
                options + queryOrigin.fingerprint)));
  }

  /**
   * Checks that float32 can hold all distances, down to the size of a cell of 2^-32 of the box.
   *
   * @throws SnapshotException if it cannot
   */
  public static void requireUsable(Box box) {
    double largest = Arrays.stream(box.size()).max().orElseThrow();
    if (largest > 0 && largest * 0x1p-32 < Float.MIN_NORMAL || largest > Float.MAX_VALUE) {
      throw new SnapshotException(
          "distances in a box of %s are beyond what float32 holds: write the coordinates in another unit"
              .formatted(box.describe()));
    }
  }

  /** The same sources with other queries. */
  private NeighbourInput withQueries(
      Snapshot sourceSnapshot, ParticleChoice particles, QueryChoice choice, Communicator comm) {
    if (choice.file() != null && PositionFile.isPositionFile(choice.file())) {
      requireNoTypes(choice);
      PositionSource positions = PositionFile.open(choice.file());
      String print = SnapshotFingerprint.of(positions);
      SameSnapshot.require(positions, print, comm);
      return withQueries(positions, new int[0], List.of(choice.file()), List.of(), print);
    }
    int[] queries = choice.types() == null ? queryOrigin.types : choice.types();
    if (choice.file() == null) {
      CheckedRows others = checked(sourceSnapshot, queries, Set.of(), comm);
      return withQueries(others.rows, queries, List.of(), others.unwritten, "");
    }
    Snapshot other = Snapshot.open(choice.file(), particles.headers(), comm);
    new SameUnits(snapshot.header, other.header(), choice.file()).require(particles);
    CheckedRows others = checked(other, queries, Set.of(), comm);
    return withQueries(
        others.rows, queries, other.header().files(), others.unwritten, others.fingerprint);
  }

  private NeighbourInput withQueries(
      PositionSource other, int[] types, List<Path> more, List<String> moreWarnings, String print) {
    return new NeighbourInput(
        snapshot,
        sources,
        other,
        new QueryOrigin(types, print),
        box,
        join(files, more),
        join(warnings, moreWarnings));
  }

  private static <T> List<T> join(List<T> first, List<T> more) {
    return Stream.concat(first.stream(), more.stream()).distinct().toList();
  }

  private static CheckedRows checked(
      Snapshot snapshot, int[] types, Set<ParticleColumn> columns, Communicator comm) {
    FileChecks local = snapshot.check(types, columns, comm.rank(), comm.size());
    MergedChecks joined = MergedChecks.of(local, snapshot.header(), comm);
    return new CheckedRows(
        new SnapshotRows(snapshot, types, joined.doubles()),
        joined.fingerprint(),
        joined.unwritten());
  }

  private static void requireIds(Snapshot snapshot, int[] types, String remedy) {
    for (int type : types) {
      if (!snapshot.has(ParticleColumn.IDS, type)) {
        throw new SnapshotException("PartType" + type + "/ParticleIDs is missing: " + remedy);
      }
    }
  }

  private static void requireVelocities(Snapshot snapshot, int[] types) {
    for (int type : types) {
      if (!snapshot.has(ParticleColumn.VELOCITIES, type)) {
        throw new SnapshotException(
            "PartType" + type + "/Velocities is missing: leave dispersion out of --values");
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
