package org.jzfof.subhalo.cpu;

import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.ArrayParts;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.Particles;
import org.jzfof.error.Scope;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.subhalo.FoundSubhaloes;
import org.jzfof.subhalo.Subhalo;
import org.jzfof.subhalo.SubhaloFinder;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.links.MemberLinks;
import org.jzfof.subhalo.members.GroupMembers;
import org.jzfof.subhalo.members.MemberSource;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/** Finds subhaloes with the threads of the host. */
public final class CpuSubhaloKernels implements SubhaloKernels {
  private static final int GROUPS = 16;

  private final CpuMemory memory;
  private final SubhaloFinder finder;

  public CpuSubhaloKernels(CpuMemory memory, SubhaloFinder finder) {
    this.memory = memory;
    this.finder = finder;
  }

  @Override
  public long heapBytes(long members) {
    return members * SubhaloMembers.SEARCH_BYTES;
  }

  @Override
  public GroupMembers gather(MemberSource source, int[] first, int[] start) {
    Particles particles = source.particles();
    DeviceArray thermals = particles.column(ParticleColumn.THERMAL_ENERGIES);
    try (Scope made = new Scope()) {
      GroupMembers gathered = made.add(GroupMembers.allocate(source, start, memory));
      Parallel.forRange(
          start[first.length],
          Parallel.GRAIN,
          (from, to) -> {
            int g = Bisection.countBelow(first.length - 1, i -> start[i + 1] <= from);
            for (int at = from; at < to; g++) {
              int end = Math.min(to, start[g + 1]);
              gather(source, first[g] - start[g], gathered, at, end);
              at = end;
            }
          });
      return made.keep(gathered);
    }
  }

  /**
   * Gathers members [from, to).
   *
   * @param shift index in the list of members minus the index here
   */
  private static void gather(
      MemberSource source, int shift, GroupMembers gathered, int from, int to) {
    Particles particles = source.particles();
    int[] point = CpuArray.ints(source.members().members());
    int[] row = CpuArray.ints(source.points().row());
    int[][] cells = {
      CpuArray.ints(source.points().x()),
      CpuArray.ints(source.points().y()),
      CpuArray.ints(source.points().z())
    };
    DeviceArray thermals = particles.column(ParticleColumn.THERMAL_ENERGIES);
    long[] ids = CpuArray.longs(particles.ids());
    double[] density = CpuArray.doubles(source.density());
    double[] massOfType = particles.massOfType();
    for (int i = from; i < to; i++) {
      int member = i + shift;
      int particle = row[point[member]];
      for (int d = 0; d < 3; d++) {
        CpuArray.ints(gathered.position())[3 * i + d] = cells[d][point[member]];
        CpuArray.doubles(gathered.velocity())[3 * i + d] =
            number(particles.velocities(), 3 * particle + d) * source.toPeculiar();
      }
      int type = particles.onlyType();
      if (particles.types() != null) {
        type = CpuArray.bytes(particles.types())[particle];
        CpuArray.bytes(gathered.types())[i] = (byte) type;
      }
      boolean isMassOfParticle = massOfType[type] == 0 && particles.masses() != null;
      CpuArray.doubles(gathered.mass())[i] =
          isMassOfParticle ? number(particles.masses(), particle) : massOfType[type];
      CpuArray.longs(gathered.id())[i] = ids[particle];
      CpuArray.doubles(gathered.density())[i] = density[member];
      if (thermals != null) {
        CpuArray.doubles(gathered.thermal())[i] = number(thermals, particle) * source.toPhysical();
      }
    }
  }

  private static double number(DeviceArray column, int i) {
    return column.type() == ElementType.F64
        ? CpuArray.doubles(column)[i]
        : CpuArray.floats(column)[i];
  }

  @Override
  public FoundSubhaloes find(
      GroupMembers members, long[] number, List<SubhaloPhysics> physics, SubhaloOptions options) {
    SubhaloMembers linked = linked(members);
    List<List<Subhalo>> found = finder.find(linked, physics);
    MemberOrder order = MemberOrder.of(linked, found);
    long[] row = ArrayParts.offsets(found.size(), g -> found.get(g).size());
    int[] first = Arrays.stream(row).mapToInt(Math::toIntExact).toArray();
    SubhaloTable table = SubhaloTable.allocate(options, linked.types(), first[found.size()]);
    Parallel.forEach(
        found.size(),
        GROUPS,
        g -> {
          for (int r = 0; r < found.get(g).size(); r++) {
            Subhalo one = found.get(g).get(r);
            table.put(first[g] + r, one.properties());
            table.put(SubhaloColumn.GROUP, first[g] + r, number[g]);
            table.put(SubhaloColumn.RANK, first[g] + r, r);
            table.put(SubhaloColumn.PARENT, first[g] + r, one.parent());
          }
        });
    return new FoundSubhaloes(
        first, table, memory.upload(order.ids()), memory.upload(order.labels()), order.repeated());
  }

  /** Returns the columns in the heap, with links. */
  private static SubhaloMembers linked(GroupMembers members) {
    int count = members.count();
    int[] position = CpuArray.ints(members.position());
    long[] id = CpuArray.longs(members.id());
    double[] density = CpuArray.doubles(members.density());
    byte[] types = new byte[members.types() == null ? count : 0];
    Arrays.fill(types, (byte) members.onlyType());
    return new SubhaloMembers(
        members.map(),
        members.start(),
        position,
        CpuArray.doubles(members.velocity()),
        CpuArray.doubles(members.mass()),
        members.thermal() == null ? new double[count] : CpuArray.doubles(members.thermal()),
        id,
        members.types() == null ? types : CpuArray.bytes(members.types()),
        members.typeCount(),
        density,
        new MemberLinks().denser(members.map(), members.start(), position, id, density));
  }
}
