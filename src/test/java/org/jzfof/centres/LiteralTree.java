package org.jzfof.centres;

import java.util.ArrayList;
import java.util.List;

/** The tree of {@link PotentialKernels#potentialsByTree}, node by node. */
public final class LiteralTree {
  private final PotentialKernels.Field field;
  private final Softening softening;
  private final List<Part> top;

  /**
   * A member, or a node over some parts of one level.
   *
   * @param moments second moments about the centre: xx, yy, zz, xy, xz, yz
   * @param parts none of a member
   */
  private record Part(
      int[] place,
      double[] centre,
      double mass,
      double radius,
      double[] moments,
      List<Part> parts) {}

  /**
   * @param place of the members in Morton order [m][3]
   */
  public LiteralTree(
      PotentialKernels.Field field, Softening softening, int[][] place, double[] mass) {
    this.field = field;
    this.softening = softening;
    List<Part> members = new ArrayList<>();
    for (int m = 0; m < place.length; m++) {
      members.add(new Part(place[m], new double[3], mass[m], 0, new double[6], List.of()));
    }
    int bits = 0;
    while (bits < Integer.SIZE && 2 * cells(members, bits).size() > members.size()) {
      bits++;
    }
    List<Part> parts = members;
    do {
      parts = cells(parts, bits++).stream().map(this::node).toList();
    } while (parts.size() > 8);
    this.top = parts;
  }

  /** Parts that follow each other in one cell. */
  private static List<List<Part>> cells(List<Part> parts, int bits) {
    List<List<Part>> cells = new ArrayList<>();
    Part last = null;
    for (Part part : parts) {
      if (last == null || !isOneCell(last.place, part.place, bits)) {
        cells.add(new ArrayList<>());
      }
      cells.get(cells.size() - 1).add(part);
      last = part;
    }
    return cells;
  }

  private static boolean isOneCell(int[] a, int[] b, int bits) {
    for (int d = 0; d < 3; d++) {
      if ((a[d] & 0xffffffffL) >> bits != (b[d] & 0xffffffffL) >> bits) {
        return false;
      }
    }
    return true;
  }

  private Part node(List<Part> parts) {
    int[] from = parts.get(0).place;
    double mass = 0;
    double[] centre = new double[3];
    for (Part part : parts) {
      mass += part.mass;
      for (int d = 0; d < 3; d++) {
        centre[d] += part.mass * offset(part, from, d);
      }
    }
    for (int d = 0; d < 3; d++) {
      centre[d] = mass > 0 ? centre[d] / mass : 0;
    }
    double radius = 0;
    double[] moments = new double[6];
    for (Part part : parts) {
      double x = offset(part, from, 0) - centre[0];
      double y = offset(part, from, 1) - centre[1];
      double z = offset(part, from, 2) - centre[2];
      double[] products = {x * x, y * y, z * z, x * y, x * z, y * z};
      for (int k = 0; k < 6; k++) {
        moments[k] += part.moments[k] + part.mass * products[k];
      }
      radius = Math.max(radius, part.radius + Math.sqrt(x * x + y * y + z * z));
    }
    return new Part(from, centre, mass, radius * (1 + 1e-12), moments, parts);
  }

  private double offset(Part part, int[] from, int d) {
    return (part.place[d] - from[d]) * field.cell()[d] + part.centre[d];
  }

  /** The potential at a place. */
  public long potential(int[] at, double tolerance, double scale) {
    return sum(top, at, tolerance, scale);
  }

  private long sum(List<Part> parts, int[] at, double tolerance, double scale) {
    long sum = 0;
    for (Part part : parts) {
      double[] x = new double[3];
      double square = 0;
      boolean inside = true;
      for (int d = 0; d < 3; d++) {
        x[d] = offset(part, at, d);
        square += x[d] * x[d];
        inside &= Math.abs(x[d]) + part.radius <= field.side()[d] / 2;
      }
      double distance = Math.sqrt(square);
      double trace = part.moments[0] + part.moments[1] + part.moments[2];
      double nearest = distance - part.radius;
      if (part.parts.isEmpty()) {
        sum += (long) Math.rint(part.mass * softening.potential(distance) * scale);
      } else if (inside
          && nearest >= softening.length()
          && trace * part.radius <= tolerance * part.mass * square * nearest) {
        sum += (long) Math.rint(potential(part, x, 1 / distance, trace) * scale);
      } else {
        sum += sum(part.parts, at, tolerance, scale);
      }
    }
    return sum;
  }

  private static double potential(Part part, double[] x, double inverse, double trace) {
    double[] p = part.moments;
    double across = p[3] * x[0] * x[1] + p[4] * x[0] * x[2] + p[5] * x[1] * x[2];
    double along = p[0] * x[0] * x[0] + p[1] * x[1] * x[1] + p[2] * x[2] * x[2] + 2 * across;
    double square = inverse * inverse;
    return inverse * (part.mass + square * (1.5 * along * square - 0.5 * trace));
  }
}
