package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.ValueRange;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * What is known of all particles of a light cone before parts of it are searched.
 *
 * @param nearest least distance from the observer of a particle of each file; infinite for a file
 *     without particles
 * @param farthest largest distance of each file
 * @param rows number of particles of each file, of all types that are read
 * @param magnitudes magnitudes of the particles to link, of those to attach, and of the others that
 *     count in spheres; they set units of sums, which must be those of a search of all particles
 */
public record ConeScan(
    double[] nearest, double[] farthest, long[] rows, List<Magnitudes> magnitudes) {

  /** The extremes of columns of some types, which several threads widen. */
  private static final class Extremes {
    private final double[] values = {0, Double.NEGATIVE_INFINITY, 0, Double.NEGATIVE_INFINITY};

    /**
     * @param at 0 for masses, 2 for speeds
     */
    synchronized void add(int at, ValueRange range) {
      values[at] = Math.max(values[at], range.largest());
      values[at + 1] = Math.max(values[at + 1], -range.smallest());
    }

    private Magnitudes ofAllRanks(Communicator comm, long particles, boolean oneMass) {
      comm.max(values);
      return new Magnitudes(values[0], -values[1], values[2], -values[3], particles, oneMass);
    }
  }

  /**
   * Reads positions, masses and velocities; every rank calls it, and reads a share of each file.
   *
   * @param sets columns of the particles to link, to attach, and of others, of different types
   * @throws org.jzfof.error.SnapshotException on the first invalid value
   */
  static ConeScan of(
      Snapshot snapshot, List<ParticleColumns> sets, int threads, Communicator comm) {
    List<Piece> files = snapshot.header().pieces();
    double[] least = new double[files.size()];
    double[] most = new double[files.size()];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    List<Extremes> extremes = sets.stream().map(set -> new Extremes()).toList();
    List<Runnable> reading = new ArrayList<>();
    for (int f = 0; f < files.size(); f++) {
      int file = f;
      Snapshot part = snapshot.of(List.of(files.get(f)));
      reading.add(
          () -> {
            for (int s = 0; s < sets.size(); s++) {
              new Reading(part, sets.get(s), extremes.get(s), comm).read(least, most, file);
            }
          });
    }
    new ReadingThreads(threads).read(reading);
    comm.min(least);
    comm.max(most);
    long[] rows = files.stream().mapToLong(file -> rows(file, sets)).toArray();
    long all = Arrays.stream(rows).sum();
    return new ConeScan(
        Arrays.stream(least).map(Math::sqrt).toArray(),
        Arrays.stream(most).map(Math::sqrt).toArray(),
        rows,
        extremes.stream().map(e -> e.ofAllRanks(comm, all, oneMass(sets))).toList());
  }

  /** Whether all particles are of types with one common mass; those to attach are of another. */
  private static boolean oneMass(List<ParticleColumns> sets) {
    double[] masses =
        sets.stream()
            .flatMapToDouble(
                set -> Arrays.stream(set.types()).mapToDouble(type -> set.massOfType()[type]))
            .distinct()
            .toArray();
    return sets.get(1).types().length == 0 && masses.length == 1 && masses[0] > 0;
  }

  private static long rows(Piece file, List<ParticleColumns> sets) {
    return sets.stream()
        .flatMapToInt(set -> Arrays.stream(set.types()))
        .mapToLong(type -> file.counts()[type])
        .sum();
  }

  /** The reading of one file. */
  private record Reading(
      Snapshot part, ParticleColumns columns, Extremes extremes, Communicator comm) {

    /** Widens the squared distances of a file. */
    private void read(double[] least, double[] most, int file) {
      for (int type : columns.types()) {
        read(
            ParticleColumn.COORDINATES,
            type,
            block -> {
              double[] xyz = block.doubles();
              double nearest = least[file]; // threads must not write to shared arrays in turn
              double farthest = most[file];
              for (int i = 0; i < 3 * block.count(); i += 3) {
                double square = xyz[i] * xyz[i] + xyz[i + 1] * xyz[i + 1] + xyz[i + 2] * xyz[i + 2];
                nearest = Math.min(nearest, square);
                farthest = Math.max(farthest, square);
              }
              least[file] = nearest;
              most[file] = farthest;
            });
        ValueRange common = ValueRange.of(ParticleColumn.MASSES);
        common.add(new double[] {columns.massOfType()[type]}, 1);
        extremes.add(0, common);
        readValues(ParticleColumn.MASSES, type, 0);
        readValues(ParticleColumn.VELOCITIES, type, 2);
      }
    }

    private void readValues(ParticleColumn column, int type, int at) {
      if (columns.has(column, type)) {
        long first = shares(type).start(comm.rank());
        read(
            column,
            type,
            block ->
                extremes.add(
                    at,
                    ValueLoader.requireAll(
                        column,
                        block.doubles(),
                        block.count(),
                        i -> part.describeParticle(type, first + block.row() + i))));
      }
    }

    private void read(ParticleColumn column, int type, ColumnSink sink) {
      EvenShares shares = shares(type);
      part.read(column, type, shares.start(comm.rank()), shares.count(comm.rank()), sink);
    }

    private EvenShares shares(int type) {
      return new EvenShares(part.header().counts()[type], comm.size());
    }
  }
}
