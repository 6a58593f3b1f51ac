package org.jzfof.groups;

import java.util.function.Function;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;

/**
 * Evaluates the groups of a rank: their references, the sums over their members about these, and
 * from both the properties in catalogue order, all on the device.
 *
 * <p>References and sums of the groups that span ranks come to the host as well: the ranks agree on
 * one reference for each of them, and the owners add up the sums. One rank alone has none.
 */
public final class GroupEvaluation {
  private final GroupKernels kernels;
  private final ParticleKernels particleKernels;
  private final DeviceMemory memory;
  private final FixedPoint map;

  /**
   * @param kernels of the backend that holds the particles
   * @param particleKernels kernels of that backend
   * @param map fixed-point map of the box
   */
  public GroupEvaluation(
      GroupKernels kernels, ParticleKernels particleKernels, DeviceMemory memory, FixedPoint map) {
    this.kernels = kernels;
    this.particleKernels = particleKernels;
    this.memory = memory;
    this.map = map;
  }

  /**
   * Every rank calls it.
   *
   * @param withRadii whether to find the enclosing radii
   * @throws org.jzfof.error.MemoryException if the host has no arrays for so many groups
   */
  public EvaluatedGroups evaluate(
      MemberList members,
      SharedGroups shared,
      SortedPoints points,
      Particles particles,
      boolean withRadii) {
    SumColumns columns = SumColumns.of(particles);
    GroupTable.requireRoom(members.groups(), columns.types());
    int[] roots = ArrayParts.join(new int[][] {shared.parts(), shared.owned()});
    SharedProperties properties = new SharedProperties(kernels.numbersOf(members, roots), shared);
    try (Scope made = new Scope()) {
      long[] agreed;
      long[] sums;
      double[] radii = null;
      GroupTable table;
      try (DeviceArray spanning = memory.upload(properties.spanning());
          MemberSums memberSums = kernels.memberSums(members, points, particles);
          DeviceArray references = memberSums.references()) {
        agreed = fetch(references, GroupReference.LONGS, spanning, memory::toLongs);
        properties.agreeOn(agreed);
        kernels.replaceRows(references, GroupReference.LONGS, properties.spanning(), agreed);
        if (withRadii) {
          try (DeviceArray all = memberSums.sums(references)) {
            long[] ofParts = fetch(all, columns.width(), spanning, memory::toLongs);
            sums = ofParts.clone();
            properties.addUp(sums, columns.width());
            properties.spread(sums, columns.width());
            // Centres are those of whole groups, but a table is of the members here.
            kernels.replaceRows(all, columns.width(), properties.spanning(), sums);
            try (DeviceArray largest = lastRadii(memberSums, references, all)) {
              kernels.replaceRows(all, columns.width(), properties.spanning(), ofParts);
              radii = fetch(largest, 1, spanning, memory::toDoubles);
              properties.largest(radii);
              table = made.add(kernels.table(members, references, all, largest, columns, map));
            }
          }
        } else {
          try (DeviceArray all = lastSums(memberSums, references)) {
            sums = fetch(all, columns.width(), spanning, memory::toLongs);
            // The device works on this while the ranks add up.
            table = made.add(kernels.table(members, references, all, null, columns, map));
          }
          properties.addUp(sums, columns.width());
        }
      }
      int[] owned = properties.owned();
      GroupSums rows = GroupSums.of(map, columns, sums, agreed, radii, owned);
      return made.keep(new EvaluatedGroups(table, properties, owned, rows));
    }
  }

  /** Sums; then frees what was held for them, so that the table can take the memory. */
  private static DeviceArray lastSums(MemberSums memberSums, DeviceArray references) {
    try (memberSums) {
      return memberSums.sums(references);
    }
  }

  /** Enclosing radii; frees what was held for them as well. */
  private DeviceArray lastRadii(MemberSums memberSums, DeviceArray references, DeviceArray sums) {
    try (memberSums) {
      return memberSums.enclosingRadii(references, sums, map);
    }
  }

  /** Some rows of a table, on the host. */
  private <A> A fetch(
      DeviceArray table, int width, DeviceArray which, Function<DeviceArray, A> toHost) {
    try (DeviceArray rows = particleKernels.gather(table, width, which)) {
      return toHost.apply(rows);
    }
  }
}
