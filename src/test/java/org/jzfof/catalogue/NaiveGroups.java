package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;

/** Groups of random particles, some in no group, and their properties by plain loops. */
final class NaiveGroups {
  private static final int TYPES = 4;
  private static final int ONLY_TYPE = 2;

  /** One of few, so that groups repeat them; the sign bit makes it a large one. */
  private static final long[] COMMON_IDS = {7, 8, Long.MIN_VALUE, -1};

  private final long[] start;
  private final int[] member;
  private final int[] row;
  private final int[][] place = new int[3][];
  private final long[] id;
  private final float[] velocity;
  private final float[] mass;
  private final byte[] type;
  private final double[] massOfType = {0, 0.5, 3, 1e-3};

  /**
   * @param length members of each group; the first group has no mass if there are masses
   * @param types whether there are several types, and masses of particles
   */
  NaiveGroups(int[] length, boolean types, boolean velocities) {
    SplittableRandom random = new SplittableRandom(length.length);
    start = new long[length.length + 1];
    Arrays.setAll(start, g -> g == 0 ? 0 : start[g - 1] + length[g - 1]);
    int members = (int) start[length.length];
    int n = members + members / 10;
    row = permutation(n, random);
    member = Arrays.copyOf(permutation(n, random), members);
    Arrays.setAll(place, d -> random.ints(n).toArray());
    id = new long[n];
    Arrays.setAll(id, i -> random.nextBoolean() ? random.nextLong() : COMMON_IDS[i % 4]);
    velocity = velocities ? floats(3 * n, -300, 300, random) : null;
    mass = types ? floats(n, 0.1, 2, random) : null;
    type = types ? new byte[n] : null;
    for (int i = 0; types && i < n; i++) {
      type[i] = (byte) random.nextInt(TYPES);
    }
    for (int m = 0; types && length.length > 0 && m < length[0]; m++) {
      mass[row[member[m]]] = 0;
    }
  }

  private static int[] permutation(int n, SplittableRandom random) {
    long[] key = new long[n];
    Arrays.setAll(key, i -> (long) random.nextInt() << 32 | i);
    Arrays.sort(key);
    return Arrays.stream(key).mapToInt(k -> (int) k).toArray();
  }

  private static float[] floats(int n, double from, double to, SplittableRandom random) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) random.nextDouble(from, to);
    }
    return values;
  }

  int groups() {
    return start.length - 1;
  }

  int length(int g) {
    return (int) (start[g + 1] - start[g]);
  }

  MemberList members(DeviceMemory memory) {
    int[] roots = IntStream.range(0, groups()).toArray();
    return new MemberList(memory.upload(roots), memory.upload(start), memory.upload(member));
  }

  SortedPoints points(DeviceMemory memory) {
    return new SortedPoints(
        row.length,
        memory.upload(place[0]),
        memory.upload(place[1]),
        memory.upload(place[2]),
        memory.upload(row));
  }

  /** Without positions, which nobody reads once there are points. */
  Particles particles(DeviceMemory memory) {
    return new Particles(
        row.length,
        null,
        memory.upload(id),
        velocity == null ? null : memory.upload(velocity),
        mass == null ? null : memory.upload(mass),
        type == null ? null : memory.upload(type),
        ONLY_TYPE,
        massOfType);
  }

  private IntStream of(int g) {
    return IntStream.range((int) start[g], (int) start[g + 1]).map(m -> member[m]);
  }

  private int type(int point) {
    return type == null ? ONLY_TYPE : type[row[point]];
  }

  private double mass(int point) {
    return mass == null ? massOfType[ONLY_TYPE] : mass[row[point]];
  }

  private float velocity(int point, int d) {
    return velocity == null ? 0 : velocity[3 * row[point] + d];
  }

  /** The first of the members with the smallest ID. */
  GroupReference reference(int g) {
    int best =
        of(g).reduce((a, b) -> Long.compareUnsigned(id[row[b]], id[row[a]]) < 0 ? b : a).getAsInt();
    return new GroupReference(
        id[row[best]],
        new int[] {place[0][best], place[1][best], place[2][best]},
        new float[] {velocity(best, 0), velocity(best, 1), velocity(best, 2)});
  }

  /** What a member adds to each column of the sums of its group. */
  private double[] terms(int point, GroupReference at, SumColumns columns) {
    double[] term = new double[columns.width()];
    double mass = mass(point);
    for (int d = 0; d < 3; d++) {
      double offset = place[d][point] - at.position()[d];
      double u = (double) velocity(point, d) - at.velocity()[d];
      term[d] = mass * offset;
      term[3 + d] = mass * offset * offset;
      term[6 + d] = mass * u;
      term[9] += mass * u * u;
    }
    int slot = columns.slots() == 1 ? 0 : type(point);
    term[10 + slot] = 1;
    term[10 + columns.slots() + slot] = mass;
    return term;
  }

  /** A row of sums, and behind it the sums of the absolute values, which say how exact they are. */
  double[] sums(int g, GroupReference at, SumColumns columns) {
    int width = columns.width();
    double[] sums = new double[2 * width];
    of(g)
        .forEach(
            point -> {
              double[] term = terms(point, at, columns);
              for (int k = 0; k < width; k++) {
                sums[k] += term[k];
                sums[width + k] += Math.abs(term[k]);
              }
            });
    return sums;
  }

  /** Mean position, mean velocity, inertia radius and velocity dispersion. */
  double[] properties(int g, GroupReference at, FixedPoint map) {
    double total = of(g).mapToDouble(this::mass).sum();
    double[] properties = new double[8];
    double spread = 0;
    double square = 0;
    for (int d = 0; d < 3; d++) {
      int dim = d;
      double offset = mean(g, total, p -> place[dim][p] - at.position()[dim]);
      double u = mean(g, total, p -> (double) velocity(p, dim) - at.velocity()[dim]);
      properties[d] = map.toLength(at.position()[d] + offset, d);
      properties[3 + d] = at.velocity()[d] + u;
      double cells = mean(g, total, p -> square(place[dim][p] - at.position()[dim] - offset));
      spread += cells * map.cell()[d] * map.cell()[d];
      square += mean(g, total, p -> square((double) velocity(p, dim) - at.velocity()[dim] - u));
    }
    properties[6] = Math.sqrt(spread);
    properties[7] = Math.sqrt(square / 3);
    return properties;
  }

  private double mean(int g, double total, IntToDoubleFunction value) {
    return total > 0 ? of(g).mapToDouble(p -> mass(p) * value.applyAsDouble(p)).sum() / total : 0;
  }

  private static double square(double x) {
    return x * x;
  }
}
