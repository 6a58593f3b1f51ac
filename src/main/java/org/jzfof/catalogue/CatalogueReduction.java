package org.jzfof.catalogue;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/**
 * Reduces the members of groups to a catalogue: needs the member lists, the points and the particle
 * columns, leaves the groups in catalogue order with their properties.
 */
public final class CatalogueReduction {
  private final GroupKernels kernels;
  private final FixedPoint map;
  private final boolean withIds;

  /**
   * @param kernels of the backend that holds the particles
   * @param map fixed-point map of the box
   * @param withIds whether member IDs are wanted
   */
  public CatalogueReduction(GroupKernels kernels, FixedPoint map, boolean withIds) {
    this.kernels = kernels;
    this.map = map;
    this.withIds = withIds;
  }

  /** Orders the groups and evaluates their properties. */
  public GroupCatalogue reduce(MemberList members, SortedPoints points, Particles particles) {
    int groups = members.groups();
    GroupReferences references = kernels.references(members, points, particles);
    GroupSums sums = kernels.sums(members, references, points, particles);
    long[] length = new long[groups];
    for (int g = 0; g < groups; g++) {
      length[g] = members.length(g);
    }
    int[] order = GroupOrder.of(length, references.id());
    long[] ids = withIds ? kernels.memberIds(members, order, points, particles) : new long[0];
    GroupCatalogue catalogue = GroupCatalogue.allocate(groups, sums.types(), ids);
    for (int i = 0; i < groups; i++) {
      int g = order[i];
      catalogue.length()[i] = length[g];
      fillMasses(catalogue, i, sums, g);
      fillMoments(catalogue, i, sums, references, g);
    }
    return catalogue;
  }

  private static void fillMasses(GroupCatalogue catalogue, int i, GroupSums sums, int g) {
    int types = sums.types();
    for (int t = 0; t < types; t++) {
      double mass = sums.mass()[g * types + t];
      catalogue.lengthType()[i * types + t] = sums.count()[g * types + t];
      catalogue.massType()[i * types + t] = mass;
      catalogue.mass()[i] += mass;
    }
  }

  /** Moments about the reference become moments about the mean (the shift theorem). */
  private void fillMoments(
      GroupCatalogue catalogue, int i, GroupSums sums, GroupReferences references, int g) {
    double[] moment = sums.moments();
    int base = g * GroupSums.MOMENTS;
    double mass = catalogue.mass()[i];
    double radiusSquare = 0;
    double bulkSquare = 0;
    for (int d = 0; d < 3; d++) {
      double offset = moment[base + d] / mass;
      double spread = moment[base + 3 + d] / mass - offset * offset;
      radiusSquare += spread * map.cell()[d] * map.cell()[d];
      double u = moment[base + 6 + d] / mass;
      bulkSquare += u * u;
      catalogue.position()[3 * i + d] = map.toLength(references.position()[3 * g + d] + offset, d);
      catalogue.velocity()[3 * i + d] = references.velocity()[3 * g + d] + u;
    }
    double spread = moment[base + 9] / mass - bulkSquare;
    catalogue.inertiaRadius()[i] = Math.sqrt(Math.max(0, radiusSquare));
    catalogue.velocityDispersion()[i] = Math.sqrt(Math.max(0, spread) / 3);
  }
}
