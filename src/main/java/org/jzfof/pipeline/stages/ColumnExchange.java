package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.groups.MemberList;

/**
 * Brings the columns of particles to the ranks that have sorted their positions: of all particles,
 * or of the members of groups alone. Every rank takes part in every call.
 */
final class ColumnExchange {
  private final ParticleKernels kernels;
  private final DeviceMemory memory;
  private final ParticleJoin join;
  private final Redistribution primary;
  private final Redistribution secondary;

  /**
   * Particles as they were read.
   *
   * @param secondary null where there are none
   */
  record Read(Particles primary, Particles secondary) implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(primary, secondary);
    }
  }

  /**
   * @param primary the way that the positions have taken
   * @param secondary null where there are no such particles
   */
  ColumnExchange(Backend backend, Redistribution primary, Redistribution secondary) {
    this.kernels = backend.particles();
    this.memory = backend.memory();
    this.join = new ParticleJoin(kernels, memory);
    this.primary = primary;
    this.secondary = secondary;
  }

  /**
   * Columns of all points on their way.
   *
   * @param secondary null where there are none
   */
  record Pending(Particles.Pending primary, Particles.Pending secondary) implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(primary, secondary);
    }
  }

  /**
   * As {@link #ofAll(Read, SortedPoints)}, beside what is started on the device from now on.
   *
   * @param read closed when the columns have arrived
   */
  Pending begin(Read read) {
    try (Scope made = new Scope()) {
      made.add(read.secondary);
      Particles.Pending first = made.add(read.primary.beginAlong(primary));
      return made.keep(
          new Pending(first, secondary == null ? null : read.secondary.beginAlong(secondary)));
    }
  }

  /**
   * Columns of all points.
   *
   * @param pending closed
   */
  PointColumns ofAll(Pending pending, SortedPoints points) {
    try (pending;
        Scope made = new Scope()) {
      Particles first = made.add(pending.primary.arrived());
      Particles second = secondary == null ? null : pending.secondary.arrived();
      return made.keep(new PointColumns(points, join.join(first, second)));
    }
  }

  /**
   * Columns of all points.
   *
   * @param read closed
   */
  PointColumns ofAll(Read read, SortedPoints points) {
    try (read;
        Scope made = new Scope()) {
      Particles first = made.add(read.primary.sendAlong(primary));
      Particles second = secondary == null ? null : read.secondary.sendAlong(secondary);
      return made.keep(new PointColumns(points, join.join(first, second)));
    }
  }

  /**
   * Columns of members, which come in the order of the ranks that have read them.
   *
   * @param read closed
   * @param members of the points
   */
  PointColumns ofMembers(Read read, SortedPoints points, MemberList members) {
    try (read;
        Scope made = new Scope();
        Partition byRank = byRank(points, members);
        DeviceArray point = kernels.gather(members.members(), 1, byRank.rows())) {
      DeviceArray asked = kernels.gather(points.row(), 1, point);
      Particles columns = made.add(columns(read, asked, byRank.start()));
      DeviceArray rows = made.add(kernels.inverse(point, points.count()));
      return made.keep(
          new PointColumns(
              new SortedPoints(points.count(), points.x(), points.y(), points.z(), rows), columns));
    }
  }

  private Partition byRank(SortedPoints points, MemberList members) {
    try (DeviceArray row = kernels.gather(points.row(), 1, members.members())) {
      return kernels.partition(row, arrivals());
    }
  }

  /** First row that came from each rank, primary ones and, behind them, secondary ones. */
  private long[] arrivals() {
    LongStream first = Arrays.stream(primary.arrivals());
    return secondary == null
        ? first.toArray()
        : LongStream.concat(
                first, Arrays.stream(secondary.arrivals()).skip(1).map(n -> primary.count() + n))
            .toArray();
  }

  /**
   * @param asked I32 rows as they have arrived; closed
   * @param start of those that came from each rank
   */
  private Particles columns(Read read, DeviceArray asked, long[] start) {
    if (secondary == null) {
      return columns(read.primary, primary, asked, 0, start);
    }
    int size = start.length / 2;
    long[] ofSecondary = Arrays.stream(start).skip(size).map(n -> n - start[size]).toArray();
    try (asked;
        Scope made = new Scope()) {
      DeviceArray some = memory.slice(asked, 0, start[size]);
      Particles first =
          made.add(columns(read.primary, primary, some, 0, Arrays.copyOf(start, size + 1)));
      some = memory.slice(asked, start[size], ofSecondary[size]);
      Particles second =
          made.add(columns(read.secondary, secondary, some, primary.count(), ofSecondary));
      return made.keep(join.join(first, second));
    }
  }

  private static Particles columns(
      Particles read, Redistribution way, DeviceArray asked, long first, long[] start) {
    try (Redistribution some = way.ofSome(asked, first, start)) {
      return read.sendAlong(some);
    }
  }
}
