package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jzfof.domain.Box;
import org.jzfof.snapshot.Particles;

/** A catalogue straight from its definitions: brute force links, sums in double, one by one. */
final class NaiveCatalogue {
  /** One particle. */
  record Row(int type, double[] x, double[] v, double mass, long id) {}

  private final Box box;
  private final List<List<Row>> groups;

  /**
   * @param particles one entry per type, types increasing
   * @param box fixed side lengths, or the bounds of the particles
   */
  NaiveCatalogue(List<Particles> particles, Box box, double linkingLength, int minLength) {
    this.box = box;
    List<Row> rows = new ArrayList<>();
    for (Particles p : particles) {
      for (int i = 0; i < p.count(); i++) {
        double mass = p.masses() == null ? p.mass() : p.masses()[i];
        double[] v = {p.velocities()[3 * i], p.velocities()[3 * i + 1], p.velocities()[3 * i + 2]};
        double[] x = {p.positions()[3 * i], p.positions()[3 * i + 1], p.positions()[3 * i + 2]};
        rows.add(new Row(p.type(), x, v, mass, p.ids()[i]));
      }
    }
    double[] xyz = rows.stream().flatMapToDouble(r -> Arrays.stream(r.x)).toArray();
    int[] label = BruteForce.labels(xyz, box, linkingLength);
    Map<Integer, List<Row>> byLabel = new TreeMap<>();
    for (int i = 0; i < label.length; i++) {
      byLabel.computeIfAbsent(label[i], l -> new ArrayList<>()).add(rows.get(i));
    }
    Comparator<Row> byTypeAndId =
        Comparator.comparingInt(Row::type).thenComparing(Row::id, Long::compareUnsigned);
    byLabel.values().forEach(members -> members.sort(byTypeAndId));
    groups =
        byLabel.values().stream()
            .filter(members -> members.size() >= minLength)
            .sorted(
                Comparator.<List<Row>>comparingInt(members -> -members.size())
                    .thenComparing(NaiveCatalogue::smallestId, Long::compareUnsigned))
            .toList();
  }

  private static long smallestId(List<Row> members) {
    return members.stream().map(Row::id).min(Long::compareUnsigned).orElseThrow();
  }

  /** The groups in catalogue order; members type by type, inside a type by ID. */
  List<List<Row>> groups() {
    return groups;
  }

  static double mass(List<Row> members) {
    return members.stream().mapToDouble(Row::mass).sum();
  }

  /** Centre of mass [3], not wrapped into the box. */
  double[] centre(List<Row> members) {
    double[] first = members.get(0).x;
    double[] centre = first.clone();
    for (Row row : members) {
      for (int d = 0; d < 3; d++) {
        centre[d] += row.mass * difference(row.x[d], first[d], d) / mass(members);
      }
    }
    return centre;
  }

  double inertiaRadius(List<Row> members) {
    double[] centre = centre(members);
    double sum = 0;
    for (Row row : members) {
      for (int d = 0; d < 3; d++) {
        sum += row.mass * Math.pow(difference(row.x[d], centre[d], d), 2);
      }
    }
    return Math.sqrt(sum / mass(members));
  }

  /** Mass-weighted mean of the stored velocities [3]. */
  static double[] velocity(List<Row> members) {
    double[] mean = new double[3];
    for (Row row : members) {
      for (int d = 0; d < 3; d++) {
        mean[d] += row.mass * row.v[d] / mass(members);
      }
    }
    return mean;
  }

  /** Dispersion of the stored velocities in one dimension. */
  static double dispersion(List<Row> members) {
    double[] mean = velocity(members);
    double sum = 0;
    for (Row row : members) {
      for (int d = 0; d < 3; d++) {
        sum += row.mass * Math.pow(row.v[d] - mean[d], 2);
      }
    }
    return Math.sqrt(sum / (3 * mass(members)));
  }

  /** Whether a group lies on both sides of a face of the box. */
  boolean wraps(List<Row> members) {
    Row first = members.get(0);
    return members.stream()
        .anyMatch(
            row -> {
              boolean across = false;
              for (int d = 0; d < 3; d++) {
                across |= Math.abs(row.x[d] - first.x[d]) > box.size()[d] / 2;
              }
              return across;
            });
  }

  /** Length of the box in a dimension. */
  double side(int d) {
    return box.size()[d];
  }

  /** Minimum-image difference; 0 in a dimension that is flat. */
  double difference(double a, double b, int d) {
    double side = box.size()[d];
    if (side == 0) {
      return 0;
    }
    return box.periodic() ? Math.IEEEremainder(a - b, side) : a - b;
  }
}
