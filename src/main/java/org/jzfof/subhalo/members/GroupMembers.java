package org.jzfof.subhalo.members;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * The columns of {@link SubhaloMembers} on a device, without links.
 *
 * @param start first member of each group, and the number of members [groups + 1], on the host
 * @param position I32 fixed-point coordinates [3m]
 * @param velocity F64 peculiar velocities [3m]
 * @param mass F64 [m]
 * @param thermal F64 thermal energies per unit mass [m]; null if all are 0
 * @param id I64 [m]
 * @param types U8 [m]; null if all members are of one type
 * @param onlyType type of all members if {@code types} is null
 * @param density F64 local density [m]
 */
public record GroupMembers(
    FixedPoint map,
    int[] start,
    DeviceArray position,
    DeviceArray velocity,
    DeviceArray mass,
    DeviceArray thermal,
    DeviceArray id,
    DeviceArray types,
    int typeCount,
    int onlyType,
    DeviceArray density)
    implements AutoCloseable {
  /** Allocates columns of members of a source, without values. */
  public static GroupMembers allocate(MemberSource source, int[] start, DeviceMemory memory) {
    Particles particles = source.particles();
    boolean isThermal = particles.column(ParticleColumn.THERMAL_ENERGIES) != null;
    long count = start[start.length - 1];
    try (Scope made = new Scope()) {
      return made.keep(
          new GroupMembers(
              source.map(),
              start,
              made.add(memory.allocate(ElementType.I32, 3 * count)),
              made.add(memory.allocate(ElementType.F64, 3 * count)),
              made.add(memory.allocate(ElementType.F64, count)),
              isThermal ? made.add(memory.allocate(ElementType.F64, count)) : null,
              made.add(memory.allocate(ElementType.I64, count)),
              particles.types() == null ? null : made.add(memory.allocate(ElementType.U8, count)),
              particles.massOfType().length,
              particles.onlyType(),
              made.add(memory.allocate(ElementType.F64, count))));
    }
  }

  /** Copies members from the host. */
  public static GroupMembers upload(SubhaloMembers members, DeviceMemory memory) {
    try (Scope made = new Scope()) {
      return made.keep(
          new GroupMembers(
              members.map(),
              members.start(),
              made.add(memory.upload(members.position())),
              made.add(memory.upload(members.velocity())),
              made.add(memory.upload(members.mass())),
              made.add(memory.upload(members.thermal())),
              made.add(memory.upload(members.id())),
              made.add(memory.upload(members.type())),
              members.types(),
              0,
              made.add(memory.upload(members.density()))));
    }
  }

  /** Copies members to the host, without links. */
  public SubhaloMembers download(DeviceMemory memory) {
    int count = count();
    byte[] type = new byte[count];
    if (types == null) {
      Arrays.fill(type, (byte) onlyType);
    } else {
      ByteBuffer bytes = ByteBuffer.allocateDirect(count).order(ByteOrder.nativeOrder());
      memory.read(types, 0, bytes);
      bytes.flip().get(type);
    }
    return new SubhaloMembers(
        map,
        start,
        memory.toInts(position),
        memory.toDoubles(velocity),
        memory.toDoubles(mass),
        thermal == null ? new double[count] : memory.toDoubles(thermal),
        memory.toLongs(id),
        type,
        typeCount,
        memory.toDoubles(density),
        new int[2 * count]);
  }

  /** Returns the number of groups. */
  public int groups() {
    return start.length - 1;
  }

  /** Returns the number of members m. */
  public int count() {
    return start[start.length - 1];
  }

  @Override
  public void close() {
    Cleanup.close(position, velocity, mass, thermal, id, types, density);
  }
}
