package org.jzfof.groups;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.FloatArrays;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.ValueRange;

/** Groups of random particles, some in no group, and their properties by plain loops. */
public final class NaiveGroups {
  private static final int TYPES = 4;
  private static final int ONLY_TYPE = 2;

  /** One of few, so that groups repeat them; the sign bit makes it a large one. */
  private static final long[] COMMON_IDS = {7, 8, Long.MIN_VALUE, -1};

  private final long[] start;
  private final int[] member;
  private final int[] row;
  private final int[][] place = new int[3][];
  private final long[] id;
  private final double[] velocity;
  private final double[] mass;
  private final boolean wide;
  private final int massExponentOfAll;
  private final int speedExponentOfAll;
  private final byte[] type;
  private final double[] massOfType = {0, 0.5, 3, 1e-3};

  /**
   * @param length members of each group; the first group has no mass if there are masses
   * @param types whether there are several types, and masses of the particles of type 0
   * @param wide whether masses and velocities are float64, and no float32 could be
   */
  public NaiveGroups(int[] length, boolean types, boolean velocities, boolean wide) {
    this.wide = wide;
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
    velocity = velocities ? numbers(3 * n, -300, 300, 1e-90, random) : null;
    mass = types ? numbers(n, 0.1, 2, 1e60, random) : null;
    type = types ? new byte[n] : null;
    for (int i = 0; types && i < n; i++) {
      type[i] = (byte) random.nextInt(TYPES);
    }
    for (int m = 0; types && length.length > 0 && m < length[0]; m++) {
      mass[row[member[m]]] = 0;
      type[row[member[m]]] = 0;
    }
    massExponentOfAll = massExponent(IntStream.range(0, n));
    speedExponentOfAll = speedExponent(IntStream.range(0, n));
  }

  private static int[] permutation(int n, SplittableRandom random) {
    long[] key = new long[n];
    Arrays.setAll(key, i -> (long) random.nextInt() << 32 | i);
    Arrays.sort(key);
    return Arrays.stream(key).mapToInt(k -> (int) k).toArray();
  }

  /** Floats; or doubles over many orders of magnitude. */
  private double[] numbers(int n, double from, double to, double unit, SplittableRandom random) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      double value = random.nextDouble(from, to);
      values[i] = wide ? value * unit * Math.pow(10, -i % 40) : (float) value;
    }
    return values;
  }

  public int groups() {
    return start.length - 1;
  }

  public int length(int g) {
    return (int) (start[g + 1] - start[g]);
  }

  public MemberList members(DeviceMemory memory) {
    int[] roots = IntStream.range(0, groups()).toArray();
    return new MemberList(memory.upload(roots), memory.upload(start), memory.upload(member));
  }

  public SortedPoints points(DeviceMemory memory) {
    return new SortedPoints(
        row.length,
        memory.upload(place[0]),
        memory.upload(place[1]),
        memory.upload(place[2]),
        memory.upload(row));
  }

  /** Without positions, which nobody reads once there are points. */
  public Particles particles(DeviceMemory memory) {
    return new Particles(
        row.length,
        null,
        memory.upload(id),
        velocity == null ? null : FloatArrays.upload(memory, floatType(), velocity),
        mass == null ? null : FloatArrays.upload(memory, floatType(), mass),
        type == null ? null : memory.upload(type),
        ONLY_TYPE,
        massOfType,
        magnitudes());
  }

  private ElementType floatType() {
    return wide ? ElementType.F64 : ElementType.F32;
  }

  private Magnitudes magnitudes() {
    ValueRange masses = new ValueRange(1, false);
    ValueRange velocities = new ValueRange(3, true);
    double[] all = IntStream.range(0, row.length).mapToDouble(this::mass).toArray();
    masses.add(all, all.length);
    if (velocity != null) {
      velocities.add(velocity, row.length);
    }
    return Magnitudes.of(masses, velocities);
  }

  private IntStream of(int g) {
    return IntStream.range((int) start[g], (int) start[g + 1]).map(m -> member[m]);
  }

  private int type(int point) {
    return type == null ? ONLY_TYPE : type[row[point]];
  }

  private double mass(int point) {
    return type(point) == 0 ? mass[row[point]] : massOfType[type(point)];
  }

  private double velocity(int point, int d) {
    return velocity == null ? 0 : velocity[3 * row[point] + d];
  }

  /** The first of the members with the smallest ID. */
  public GroupReference reference(int g) {
    int best =
        of(g).reduce((a, b) -> Long.compareUnsigned(id[row[b]], id[row[a]]) < 0 ? b : a).getAsInt();
    return new GroupReference(
        id[row[best]],
        new int[] {place[0][best], place[1][best], place[2][best]},
        new double[] {velocity(best, 0), velocity(best, 1), velocity(best, 2)},
        wide ? massExponent(of(g)) : massExponentOfAll,
        wide ? speedExponent(of(g)) : speedExponentOfAll);
  }

  private int massExponent(IntStream points) {
    return exponentAbove(points.mapToDouble(this::mass));
  }

  private int speedExponent(IntStream points) {
    return exponentAbove(
        points.mapToDouble(p -> Math.max(speed(p, 0), Math.max(speed(p, 1), speed(p, 2)))));
  }

  private double speed(int point, int d) {
    return Math.abs(velocity(point, d));
  }

  private static int exponentAbove(DoubleStream values) {
    double largest = values.max().orElse(0);
    int exponent = GroupReference.MIN_EXPONENT;
    while (Math.scalb(1.0, exponent) <= largest) {
      exponent++;
    }
    return exponent;
  }

  /** What a member adds to each column of the sums of its group, in the units of these. */
  private double[] terms(int point, GroupReference at, SumColumns columns) {
    double[] term = new double[columns.width() / 2];
    double mass = Math.scalb(mass(point), -at.massExponent());
    for (int d = 0; d < 3; d++) {
      double offset = Math.scalb((double) (place[d][point] - at.position()[d]), -31);
      double u = speed(velocity(point, d), at) - speed(at.velocity()[d], at);
      term[d] = mass * offset;
      term[3 + d] = mass * offset * offset;
      term[6 + d] = mass * u;
    }
    int slot = columns.slots() == 1 ? 0 : type(point);
    term[10 + slot] = 1;
    term[10 + columns.slots() + slot] = mass;
    return term;
  }

  private static double speed(double value, GroupReference at) {
    return Math.scalb(value, -at.speedExponent() - 1);
  }

  /** Rows of sums by arithmetic of any precision: every addend is rounded to 2^-86. */
  public BigInteger[] sums(int g, GroupReference at, SumColumns columns) {
    int width = columns.width() / 2;
    BigInteger[] sums = new BigInteger[width];
    Arrays.fill(sums, BigInteger.ZERO);
    of(g)
        .forEach(
            point -> {
              double[] term = terms(point, at, columns);
              for (int k = 0; k < width; k++) {
                boolean count = k >= 10 && k < 10 + columns.slots();
                sums[k] =
                    sums[k].add(count ? BigInteger.valueOf((long) term[k]) : rounded(term[k]));
              }
              for (int d = 0; d < 3; d++) {
                double u = speed(velocity(point, d), at) - speed(at.velocity()[d], at);
                sums[9] = sums[9].add(rounded(term[6 + d] * u));
              }
            });
    return sums;
  }

  private static BigInteger rounded(double term) {
    return new BigDecimal(Math.rint(Math.scalb(term, 86))).toBigInteger();
  }

  /** Mean position, mean velocity, inertia radius and velocity dispersion. */
  public double[] properties(int g, GroupReference at, FixedPoint map) {
    double total = of(g).mapToDouble(this::mass).sum();
    double[] properties = new double[8];
    double spread = 0;
    double square = 0;
    for (int d = 0; d < 3; d++) {
      int dim = d;
      double offset = mean(g, total, p -> place[dim][p] - at.position()[dim]);
      double u = mean(g, total, p -> velocity(p, dim) - at.velocity()[dim]);
      properties[d] = map.toLength(at.position()[d] + offset, d);
      properties[3 + d] = at.velocity()[d] + u;
      double cells = mean(g, total, p -> square(place[dim][p] - at.position()[dim] - offset));
      spread += cells * map.cell()[d] * map.cell()[d];
      square += mean(g, total, p -> square(velocity(p, dim) - at.velocity()[dim] - u));
    }
    properties[6] = Math.sqrt(spread);
    properties[7] = Math.sqrt(square / 3);
    return properties;
  }

  /**
   * Largest distance of a member from a place, by brute force.
   *
   * @param offset of the place from the reference, in cells [3]
   */
  public double enclosingRadius(int g, GroupReference at, double[] offset, FixedPoint map) {
    return of(g)
        .mapToDouble(
            p -> {
              double square = 0;
              for (int d = 0; d < 3; d++) {
                square += square((place[d][p] - at.position()[d] - offset[d]) * map.cell()[d]);
              }
              return Math.sqrt(square);
            })
        .max()
        .orElseThrow();
  }

  /** Weights first: a tiny mass times the square of a tiny speed would be less than any double. */
  private double mean(int g, double total, IntToDoubleFunction value) {
    return total > 0 ? of(g).mapToDouble(p -> mass(p) / total * value.applyAsDouble(p)).sum() : 0;
  }

  private static double square(double x) {
    return x * x;
  }
}
