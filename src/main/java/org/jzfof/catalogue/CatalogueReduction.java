package org.jzfof.catalogue;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/**
 * Reduces the members of groups to a catalogue: needs the ordered groups, the points and the
 * particle columns, leaves the groups in catalogue order with their properties.
 */
public final class CatalogueReduction {
  private final GroupKernels kernels;
  private final FixedPoint map;

  /**
   * @param kernels of the backend that holds the particles
   * @param map fixed-point map of the box
   */
  public CatalogueReduction(GroupKernels kernels, FixedPoint map) {
    this.kernels = kernels;
    this.map = map;
  }

  /** Evaluates the properties of the groups; the catalogue has no member IDs yet. */
  public GroupCatalogue reduce(
      MemberList members, OrderedGroups groups, SortedPoints points, Particles particles) {
    GroupSums sums = kernels.sums(members, groups.references(), points, particles);
    GroupCatalogue catalogue = GroupCatalogue.allocate(members.groups(), sums.types());
    for (int i = 0; i < members.groups(); i++) {
      int g = groups.order()[i];
      catalogue.length()[i] = members.length(g);
      fillMasses(catalogue, i, sums, g);
      fillMoments(catalogue, i, sums, groups.references(), g);
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
