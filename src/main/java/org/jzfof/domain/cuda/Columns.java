package org.jzfof.domain.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.MemberList;

/**
 * Columns of points or of the members of groups, as the structure {@code Columns} of pieces.cuh.
 *
 * @param struct fields of the structure in order
 * @param massOfType F64 [types]
 */
public record Columns(long[] struct, DeviceArray massOfType) implements AutoCloseable {

  public static Columns of(
      MemberList members, SortedPoints points, Particles particles, CudaMemory memory) {
    return of(address(members.members()), points, particles, memory);
  }

  /** The columns of points without a list of members. */
  public static Columns of(SortedPoints points, Particles particles, CudaMemory memory) {
    return of(0, points, particles, memory);
  }

  private static Columns of(
      long members, SortedPoints points, Particles particles, CudaMemory memory) {
    DeviceArray massOfType = memory.upload(particles.massOfType());
    long[] struct = {
      members,
      address(points.row()),
      address(points.x()),
      address(points.y()),
      address(points.z()),
      address(particles.ids()),
      orNull(particles.velocities()),
      orNull(particles.masses()),
      orNull(particles.types()),
      address(massOfType),
      particles.onlyType(),
      isDouble(particles.velocities()),
      isDouble(particles.masses())
    };
    return new Columns(struct, massOfType);
  }

  public static long isDouble(DeviceArray array) {
    return array != null && array.type() == ElementType.F64 ? 1 : 0;
  }

  public static long orNull(DeviceArray array) {
    return array == null ? 0 : address(array);
  }

  @Override
  public void close() {
    massOfType.close();
  }
}
