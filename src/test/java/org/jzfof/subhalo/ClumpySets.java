package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jzfof.centres.Softening;
import org.jzfof.domain.FixedPoint;

/** Random groups: clumps within clumps, bound more or less, with masses over two decades. */
public final class ClumpySets {
  private static final int TYPES = 6;

  /** Cells, one dimension: a periodic group lies across the wall. */
  private static final double LARGEST = 0x1p25;

  private final FixedPoint map;
  private final SplittableRandom random;
  private final double length;

  public ClumpySets(FixedPoint map, SplittableRandom random) {
    this.map = map;
    this.random = random;
    this.length = LARGEST * map.largestCell();
  }

  /** A place with a velocity. */
  private record Clump(double[] cells, double[] velocity, double radius, double spread) {}

  /** With G = 1. */
  SubhaloPhysics physics() {
    Softening softening = Softening.plummer(length * Math.pow(10, -1 - 3 * random.nextDouble()));
    return new SubhaloPhysics(
        softening, 1, 0.1 / length, 0.5, true, List.of(0.02 * length, 0.2 * length));
  }

  /** Of groups at different times. */
  List<SubhaloPhysics> physics(int groups) {
    List<SubhaloPhysics> physics = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double a = 0.5 / (1 + g);
      physics.add(
          new SubhaloPhysics(
              physics().softening(),
              1 + 0.3 * g,
              0.1 * (1 + g) / length,
              a,
              true,
              List.of(0.01 / a * length, 0.1 / a * length)));
    }
    return physics;
  }

  public OracleParticles particles(int n) {
    boolean equal = random.nextBoolean();
    double[] mass = new double[n];
    Arrays.setAll(mass, i -> equal ? 0.3 : Math.pow(10, 2 * random.nextDouble() - 1));
    double total = Arrays.stream(mass).sum();
    List<Clump> clumps = clumps(1 + random.nextInt(1 + n / 25), total);
    int[] place = new int[3 * n];
    double[] velocity = new double[3 * n];
    for (int i = 0; i < n; i++) {
      Clump clump = clumps.get(random.nextInt(clumps.size()));
      double speed = random.nextInt(20) == 0 ? 5 : 1;
      boolean twin = i > 0 && random.nextInt(20) == 0;
      int like = 3 * random.nextInt(Math.max(1, i));
      double scatter = Math.pow(random.nextDouble(), 2);
      for (int d = 0; d < 3; d++) {
        double cells = clump.cells()[d] + scatter * clump.radius() * gauss();
        place[3 * i + d] = twin ? place[like + d] : (int) Math.rint(cells) + wall();
        velocity[3 * i + d] = clump.velocity()[d] + speed * clump.spread() * gauss();
      }
    }
    byte[] type = new byte[n];
    random.nextBytes(type);
    for (int i = 0; i < n; i++) {
      type[i] = (byte) ((type[i] & 0xff) % TYPES);
    }
    return OracleParticles.of(map, place, velocity, mass, random.longs(n).toArray(), type);
  }

  private int wall() {
    return map.periodic() ? Integer.MIN_VALUE : 0;
  }

  private List<Clump> clumps(int count, double total) {
    List<Clump> clumps = new ArrayList<>();
    double cold = random.nextDouble();
    double speed = Math.sqrt(total / length);
    clumps.add(new Clump(new double[3], new double[3], LARGEST, cold * speed));
    while (clumps.size() < count) {
      Clump in = clumps.get(random.nextInt(clumps.size()));
      double smaller = 0.05 + 0.3 * random.nextDouble();
      double[] cells = new double[3];
      double[] velocity = new double[3];
      for (int d = 0; d < 3; d++) {
        cells[d] = in.cells()[d] + in.radius() * gauss();
        velocity[d] = in.velocity()[d] + in.spread() * gauss();
      }
      double spread = in.spread() * Math.sqrt(smaller) * 2 * random.nextDouble();
      clumps.add(new Clump(cells, velocity, smaller * in.radius(), spread));
    }
    return clumps;
  }

  private double gauss() {
    return IntStream.range(0, 6).mapToDouble(k -> random.nextDouble() - 0.5).sum() * 1.4;
  }

  /** Some densities of these particles are alike. */
  double[] density(OracleParticles all) {
    double[] density = new OracleDensity(all).of(IntStream.range(0, all.count()).toArray());
    int bits = new int[] {0, 0, 52, 50}[random.nextInt(4)];
    long mask = -1L << bits;
    Arrays.setAll(
        density, i -> Double.longBitsToDouble(Double.doubleToRawLongBits(density[i]) & mask));
    return density;
  }

  /** Each particle is in one of some groups. */
  public int[][] groups(int n, int count) {
    int[] group = random.ints(n, 0, count).toArray();
    return IntStream.range(0, count)
        .mapToObj(g -> IntStream.range(0, n).filter(i -> group[i] == g).toArray())
        .toArray(int[][]::new);
  }
}
