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
import org.jzfof.snapshot.PositionFile;
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

/**
 * Sources and queries of a search for neighbours, checked and ready to be read.
 *
 * @param snapshot the snapshot of the sources
 * @param sources among which neighbours are looked for
 * @param queries whose neighbours are wanted; the sources themselves where the options say so
 * @param asked where the queries come from
 * @param box that holds the sources
 * @param files that are read
 * @param warnings sentences on what is odd
 */
public record NeighbourInput(
    SourceSnapshot snapshot,
    SnapshotRows sources,
    PositionSource queries,
    QueryOrigin asked,
    Box box,
    List<Path> files,
    List<String> warnings) {

  /**
   * The snapshot of the sources.
   *
   * @param header of the snapshot
   * @param unwritten whether a warning is on sources that were never written
   * @param fingerprint of the snapshot
   */
  public record SourceSnapshot(SnapshotHeader header, boolean unwritten, String fingerprint) {}

  /**
   * Where queries come from.
   *
   * @param types particle types of the queries, or none where they are in no snapshot
   * @param fingerprint of their file; empty where they are in the snapshot of the sources
   */
  public record QueryOrigin(int[] types, String fingerprint) {}

  /** Particles, the fingerprint of their snapshot, and sentences on what was never written. */
  private record Checked(SnapshotRows rows, String fingerprint, List<String> unwritten) {}

  /**
   * Opens everything and checks this rank's share of the files; all ranks call it together.
   *
   * @param particles the sources
   * @param boxed the sources, and whatever else an open box is to hold
   * @param asking the queries
   * @param columns to be read of the sources besides coordinates
   * @throws SnapshotException on the first fault
   */
  public static NeighbourInput open(
      ParticleChoice particles,
      ParticleChoice boxed,
      QueryChoice asking,
      Set<ParticleColumn> columns,
      Communicator comm) {
    return open(particles, boxed, asking, columns, "leave id out of --values", comm);
  }

  /**
   * As the other.
   *
   * @param withoutIds what a user can do where IDs are to be read and there are none
   */
  public static NeighbourInput open(
      ParticleChoice particles,
      ParticleChoice boxed,
      QueryChoice asking,
      Set<ParticleColumn> columns,
      String withoutIds,
      Communicator comm) {
    Snapshot snapshot = Snapshot.open(particles.snapshot(), particles.headers(), comm);
    int[] types = particles.types();
    Checked checked = checked(snapshot, types, columns, comm);
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
    warnings.addAll(snapshot.miscounted(types));
    if (columns.contains(ParticleColumn.MASSES)) {
      for (int type : types) {
        snapshot.massesBesideTable(type).ifPresent(warnings::add);
      }
    }
    NeighbourInput self =
        new NeighbourInput(
            new SourceSnapshot(
                snapshot.header(), !checked.unwritten.isEmpty(), checked.fingerprint),
            sources,
            sources,
            new QueryOrigin(types, ""),
            box,
            files,
            warnings);
    return asking == QueryChoice.SOURCES ? self : self.askedFrom(snapshot, particles, asking, comm);
  }

  /** What is to be read of the sources besides coordinates. */
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
   * What a file says it was made from.
   *
   * @param particles the sources
   * @param queryFile in which the queries are, as the user named it; null for that of the sources
   * @param options on which the result depends
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
        new NeighbourOrigin.Queries(queryFile == null ? path : queryFile.toString(), asked.types),
        box.size(),
        box.periodic(),
        new RunRecord(
            version,
            commandLine,
            Provenance.of(
                snapshot.header.pieces().get(0).file(),
                snapshot.fingerprint,
                options + asked.fingerprint)));
  }

  /** Distances are written as float32, and the smallest that count are of a cell of 2^-32. */
  private static void requireUsable(Box box) {
    double largest = Arrays.stream(box.size()).max().orElseThrow();
    if (largest > 0 && largest * 0x1p-32 < Float.MIN_NORMAL || largest > Float.MAX_VALUE) {
      throw new SnapshotException(
          "distances in a box of %s are beyond what float32 holds: write the coordinates in another unit"
              .formatted(box.describe()));
    }
  }

  /** The same sources with other queries. */
  private NeighbourInput askedFrom(
      Snapshot own, ParticleChoice particles, QueryChoice choice, Communicator comm) {
    if (choice.file() != null && PositionFile.isNamedBy(choice.file())) {
      requireNoTypes(choice);
      PositionSource positions = PositionFile.open(choice.file());
      String print = SnapshotFingerprint.of(positions);
      SameSnapshot.require(positions, print, comm);
      return askedFrom(positions, new int[0], List.of(choice.file()), List.of(), print);
    }
    int[] asking = choice.types() == null ? asked.types : choice.types();
    if (choice.file() == null) {
      Checked others = checked(own, asking, Set.of(), comm);
      return askedFrom(others.rows, asking, List.of(), others.unwritten, "");
    }
    Snapshot other = Snapshot.open(choice.file(), particles.headers(), comm);
    new SameUnits(snapshot.header, other.header(), choice.file()).require(particles);
    Checked others = checked(other, asking, Set.of(), comm);
    return askedFrom(
        others.rows, asking, other.header().files(), others.unwritten, others.fingerprint);
  }

  private NeighbourInput askedFrom(
      PositionSource other, int[] types, List<Path> more, List<String> odd, String print) {
    return new NeighbourInput(
        snapshot,
        sources,
        other,
        new QueryOrigin(types, print),
        box,
        joined(files, more),
        joined(warnings, odd));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).distinct().toList();
  }

  private static Checked checked(
      Snapshot snapshot, int[] types, Set<ParticleColumn> columns, Communicator comm) {
    FileChecks own = snapshot.check(types, columns, comm.rank(), comm.size());
    MergedChecks joined = MergedChecks.of(own, snapshot.header(), comm);
    return new Checked(
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
