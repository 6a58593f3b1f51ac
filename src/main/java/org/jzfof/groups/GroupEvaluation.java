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
 * Evaluates the groups of a rank on the device: their references, the sums over their members about
 * these references, and from both the properties in catalogue order.
 *
 * <p>References and sums of the groups that span ranks are also copied to the host: the ranks agree
 * on one reference per group, and the owners add the sums of the parts. A single rank has no such
 * groups.
 */
public final class GroupEvaluation {
  private final GroupKernels kernels;
  private final ParticleKernels particleKernels;
  private final DeviceMemory memory;
  private final FixedPoint map;

  public GroupEvaluation(
      GroupKernels kernels, ParticleKernels particleKernels, DeviceMemory memory, FixedPoint map) {
    this.kernels = kernels;
    this.particleKernels = particleKernels;
    this.memory = memory;
    this.map = map;
  }

  /**
   * Evaluates the groups. Every rank calls this method.
   *
   * @throws org.jzfof.error.MemoryException if Java arrays are too short for the groups of this
   *     rank
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
    try (Scope results = new Scope()) {
      long[] spanningReferences;
      long[] sums;
      double[] radii = null;
      GroupTable table;
      try (DeviceArray spanning = memory.upload(properties.spanning());
          MemberSums memberSums = kernels.memberSums(members, points, particles);
          DeviceArray references = memberSums.references()) {
        spanningReferences = fetch(references, GroupReference.LONGS, spanning, memory::toLongs);
        properties.mergeReferences(spanningReferences);
        kernels.replaceRows(
            references, GroupReference.LONGS, properties.spanning(), spanningReferences);
        if (withRadii) {
          try (DeviceArray all = memberSums.sums(references)) {
            long[] ofParts = fetch(all, columns.width(), spanning, memory::toLongs);
            sums = ofParts.clone();
            properties.addParts(sums, columns.width());
            properties.copyToParts(sums, columns.width());
            // Radii need the centres of complete groups, but the table has the members of this
            // rank.
            kernels.replaceRows(all, columns.width(), properties.spanning(), sums);
            try (DeviceArray largest = radiiThenClose(memberSums, references, all)) {
              kernels.replaceRows(all, columns.width(), properties.spanning(), ofParts);
              radii = fetch(largest, 1, spanning, memory::toDoubles);
              properties.takeLargest(radii);
              table = results.add(kernels.table(members, references, all, largest, columns, map));
            }
          }
        } else {
          try (DeviceArray all = sumsThenClose(memberSums, references)) {
            sums = fetch(all, columns.width(), spanning, memory::toLongs);
            // The device makes the table while the ranks add their sums.
            table = results.add(kernels.table(members, references, all, null, columns, map));
          }
          properties.addParts(sums, columns.width());
        }
      }
      int[] owned = properties.owned();
      GroupSums rows = GroupSums.of(map, columns, sums, spanningReferences, radii, owned);
      return results.keep(new EvaluatedGroups(table, properties, owned, rows));
    }
  }

  /** Returns the sums and closes {@code memberSums}, so that the table can use its memory. */
  private static DeviceArray sumsThenClose(MemberSums memberSums, DeviceArray references) {
    try (memberSums) {
      return memberSums.sums(references);
    }
  }

  /** Returns the enclosing radii and closes {@code memberSums}. */
  private DeviceArray radiiThenClose(
      MemberSums memberSums, DeviceArray references, DeviceArray sums) {
    try (memberSums) {
      return memberSums.enclosingRadii(references, sums, map);
    }
  }

  /** Copies selected rows of a table to the host. */
  private <A> A fetch(
      DeviceArray table, int width, DeviceArray which, Function<DeviceArray, A> toHost) {
    try (DeviceArray rows = particleKernels.gather(table, width, which)) {
      return toHost.apply(rows);
    }
  }
}
