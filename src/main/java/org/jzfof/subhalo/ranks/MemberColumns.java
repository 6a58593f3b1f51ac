package org.jzfof.subhalo.ranks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.MemberList;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/** Fetches the columns of members of groups from a device. */
final class MemberColumns {
  private final ParticleKernels kernels;
  private final DeviceMemory memory;
  private final MemberList members;
  private final SortedPoints points;
  private final Particles particles;
  private final double toPeculiar;
  private final double toPhysical;

  /**
   * @param toPeculiar factor from stored to peculiar velocities
   * @param toPhysical factor from stored to physical thermal energies
   */
  MemberColumns(
      ParticleKernels kernels,
      DeviceMemory memory,
      MemberList members,
      SortedPoints points,
      Particles particles,
      double toPeculiar,
      double toPhysical) {
    this.toPhysical = toPhysical;
    this.kernels = kernels;
    this.memory = memory;
    this.members = members;
    this.points = points;
    this.particles = particles;
    this.toPeculiar = toPeculiar;
  }

  /**
   * Some members, without links.
   *
   * @param which numbers in the list of members, group by group
   * @param start first of each group among them, and their number
   * @param density of all members
   */
  SubhaloMembers of(int[] which, int[] start, FixedPoint map, double[] density) {
    int[] place = new int[3 * which.length];
    double[] own = new double[which.length];
    Parallel.forEach(own.length, Parallel.GRAIN, i -> own[i] = density[which[i]]);
    try (DeviceArray some = memory.upload(which);
        DeviceArray point = kernels.gather(members.members(), 1, some);
        DeviceArray row = kernels.gather(points.row(), 1, point);
        DeviceArray ids = kernels.gather(particles.ids(), 1, row)) {
      DeviceArray[] columns = {points.x(), points.y(), points.z()};
      for (int d = 0; d < 3; d++) {
        try (DeviceArray column = kernels.gather(columns[d], 1, point)) {
          int[] cells = memory.toInts(column);
          int at = d;
          Parallel.forEach(cells.length, Parallel.GRAIN, i -> place[3 * i + at] = cells[i]);
        }
      }
      double[] velocity = numbers(particles.velocities(), 3, row);
      Parallel.forEach(velocity.length, Parallel.GRAIN, i -> velocity[i] *= toPeculiar);
      byte[] type = types(row);
      return new SubhaloMembers(
          map,
          start,
          place,
          velocity,
          masses(type, row),
          thermal(row),
          memory.toLongs(ids),
          type,
          particles.massOfType().length,
          own,
          new int[2 * which.length]);
    }
  }

  private double[] numbers(DeviceArray column, int width, DeviceArray order) {
    try (DeviceArray some = kernels.gather(column, width, order)) {
      return memory.numbers(some, 0, Math.toIntExact(some.length()));
    }
  }

  private double[] thermal(DeviceArray order) {
    DeviceArray column = particles.column(ParticleColumn.THERMAL_ENERGIES);
    if (column == null) {
      return new double[(int) order.length()];
    }
    double[] thermal = numbers(column, 1, order);
    Parallel.forEach(thermal.length, Parallel.GRAIN, i -> thermal[i] *= toPhysical);
    return thermal;
  }

  private byte[] types(DeviceArray order) {
    byte[] types = new byte[(int) order.length()];
    if (particles.types() == null) {
      Arrays.fill(types, (byte) particles.onlyType());
      return types;
    }
    try (DeviceArray some = kernels.gather(particles.types(), 1, order)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(types.length).order(ByteOrder.nativeOrder());
      memory.read(some, 0, bytes);
      bytes.flip().get(types);
    }
    return types;
  }

  private double[] masses(byte[] type, DeviceArray order) {
    double[] masses =
        particles.masses() == null
            ? new double[type.length]
            : numbers(particles.masses(), 1, order);
    double[] ofType = particles.massOfType();
    Parallel.forEach(
        masses.length,
        Parallel.GRAIN,
        i -> masses[i] = ofType[type[i]] != 0 ? ofType[type[i]] : masses[i]);
    return masses;
  }
}
