package org.jzfof.domain;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jzfof.device.DeviceArray;

/**
 * A mock set of particles in a periodic cube, in random order: uniform, or half of them in NFW
 * haloes of a power-law mass function. Every particle follows from the seed and its index alone, so
 * that each rank can make its share. All devices make the same particles to the last bit: random
 * numbers are SplitMix64 (Steele, Lea and Flood 2014, as in {@link SplittableRandom}) with one
 * stream per particle and per halo, and all floating-point operations are defined by IEEE 754.
 *
 * <p>A keyed permutation of the indices gives each particle its slot. The slots below the number of
 * particles in haloes are the members of the haloes, halo by halo.
 */
public final class MockParticles {
  /** Steps of the cumulative mass profile; a power of two. */
  public static final int PROFILE_STEPS = 4096;

  /** Rounds of the permutation. */
  public static final int ROUNDS = 4;

  /** The type of all particles. */
  public static final int TYPE = 1;

  /** {@link #make} makes velocities that are multiples of 2^-15. */
  private static final Magnitudes MAGNITUDES = new Magnitudes(1, 1, 256, 0x1p-15);

  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
  private static final double CONCENTRATION = 7;
  private static final double OVERDENSITY = 200;
  private static final double HALO_FRACTION = 0.5;
  private static final double MASS_SLOPE = -0.9;
  private static final double SMALLEST_HALO = 10;
  private static final double BOX_CELLS = 0x1p32;

  private final long count;
  private final long seed;
  private final long[] firstSlot;
  private final double[] radius;
  private final double[] profile;
  private final long[] keys = new long[ROUNDS];
  private final int halfBits;

  private MockParticles(
      long count, long seed, long[] firstSlot, double[] radius, double[] profile) {
    this.count = count;
    this.seed = seed;
    this.firstSlot = firstSlot;
    this.radius = radius;
    this.profile = profile;
    SplittableRandom random = stream(-1);
    Arrays.setAll(keys, round -> random.nextLong());
    int bits = 64 - Long.numberOfLeadingZeros(count - 1);
    this.halfBits = Math.max(1, (bits + 1) / 2);
  }

  /**
   * Makes independent uniform particles.
   *
   * @param count number of particles, at least 1
   */
  public static MockParticles uniform(long count, long seed) {
    return new MockParticles(count, seed, new long[1], new double[0], new double[PROFILE_STEPS]);
  }

  /**
   * Makes half of the particles in NFW haloes of concentration 7 and 200 times the mean density,
   * with dn/dln m ~ m^-0.9 from 10 particles to one percent of all particles. The other half is
   * uniform.
   *
   * @param count number of particles, at least 1
   */
  public static MockParticles clustered(long count, long seed) {
    return clustered(count, 0.01 * count, seed);
  }

  /**
   * Makes particles like {@link #clustered(long, long)}, with another mass limit.
   *
   * @param largest number of particles of the largest haloes; at least 20 are used
   */
  public static MockParticles clustered(long count, double largest, long seed) {
    long inHaloes = (long) (count * HALO_FRACTION);
    double limit = Math.max(2 * SMALLEST_HALO, largest);
    SplittableRandom random = new SplittableRandom(~seed);
    long[] first = new long[16];
    int haloes = 0;
    while (first[haloes] < inHaloes) {
      if (haloes + 2 > first.length) {
        first = Arrays.copyOf(first, 2 * first.length);
      }
      long members = (long) haloMass(random.nextDouble(), limit);
      first[haloes + 1] = Math.min(inHaloes, first[haloes] + members);
      haloes++;
    }
    double[] radius = new double[haloes];
    for (int h = 0; h < haloes; h++) {
      double overdense = 4 * Math.PI * OVERDENSITY * count;
      radius[h] = BOX_CELLS * StrictMath.cbrt(3 * (first[h + 1] - first[h]) / overdense);
    }
    return new MockParticles(count, seed, Arrays.copyOf(first, haloes + 1), radius, nfwRadii());
  }

  /** Inverse of the cumulative dn/dlnm ~ m^slope between the smallest and the largest mass. */
  private static double haloMass(double u, double largest) {
    double low = StrictMath.pow(SMALLEST_HALO, MASS_SLOPE);
    double high = StrictMath.pow(largest, MASS_SLOPE);
    return StrictMath.pow(low + u * (high - low), 1 / MASS_SLOPE);
  }

  /** Radii in virial radii at equal steps of the mass enclosed by an NFW profile. */
  private static double[] nfwRadii() {
    double[] radii = new double[PROFILE_STEPS];
    double total = enclosedMass(CONCENTRATION);
    double x = 0;
    double step = CONCENTRATION / (64 * PROFILE_STEPS);
    for (int i = 0; i < PROFILE_STEPS; i++) {
      double target = total * (i + 0.5) / PROFILE_STEPS;
      while (enclosedMass(x) < target) {
        x += step;
      }
      radii[i] = x / CONCENTRATION;
    }
    return radii;
  }

  private static double enclosedMass(double x) {
    return StrictMath.log1p(x) - x / (1 + x);
  }

  /**
   * Combines columns into particles of type {@link #TYPE} and mass 1.
   *
   * @param positions I32 [3n]
   * @param ids I64 [n]
   * @param velocities F32 [3n]
   */
  public static Particles particles(
      DeviceArray positions, DeviceArray ids, DeviceArray velocities) {
    double[] massOfType = {0, 1};
    return new Particles(
        ids.length(), positions, ids, velocities, null, null, TYPE, massOfType, MAGNITUDES);
  }

  /** Number of particles. */
  public long count() {
    return count;
  }

  /** Seed of the random numbers. */
  public long seed() {
    return seed;
  }

  /** First slot of each halo, followed by the number of particles in haloes [H+1]. */
  public long[] firstSlot() {
    return firstSlot;
  }

  /** Virial radius of each halo [H] in cells, of which a side has 2^32. */
  public double[] radius() {
    return radius;
  }

  /** Radii in virial radii at equal steps of the enclosed mass [{@link #PROFILE_STEPS}]. */
  public double[] profile() {
    return profile;
  }

  /** Keys of the permutation [{@link #ROUNDS}]. */
  public long[] keys() {
    return keys;
  }

  /** Half the bits of the numbers that the permutation permutes. */
  public int halfBits() {
    return halfBits;
  }

  /**
   * Makes one particle.
   *
   * @param positions fixed-point coordinates [3n] of a periodic box ({@link FixedPoint})
   * @param velocities velocities [3n], with components between -256 and 256
   */
  public void make(long i, int row, int[] positions, float[] velocities) {
    long slot = slot(i);
    SplittableRandom random = stream(i);
    if (slot < firstSlot[firstSlot.length - 1]) {
      placeInHalo(slot, random, positions, 3 * row);
    } else {
      placeAnywhere(random, positions, 3 * row);
    }
    for (int d = 0; d < 3; d++) {
      velocities[3 * row + d] = (random.nextLong() >> 40) * 0x1p-15f;
    }
  }

  private static void placeAnywhere(SplittableRandom random, int[] xyz, int at) {
    for (int d = 0; d < 3; d++) {
      xyz[at + d] = (int) (random.nextLong() >>> 32);
    }
  }

  private void placeInHalo(long slot, SplittableRandom random, int[] xyz, int at) {
    int found = Arrays.binarySearch(firstSlot, slot);
    int halo = found >= 0 ? found : -found - 2;
    placeAnywhere(stream(count + halo), xyz, at);
    double r = radius[halo] * profile[(int) (random.nextLong() >>> 52)];
    // A direction from a point in the unit disc (Marsaglia 1972).
    double u;
    double v;
    double square;
    do {
      u = (random.nextLong() >> 10) * 0x1p-53;
      v = (random.nextLong() >> 10) * 0x1p-53;
      square = u * u + v * v;
    } while (square >= 1);
    double scale = 2 * Math.sqrt(1 - square);
    xyz[at] += (int) (long) Math.rint(r * (u * scale));
    xyz[at + 1] += (int) (long) Math.rint(r * (v * scale));
    xyz[at + 2] += (int) (long) Math.rint(r * (1 - 2 * square));
  }

  /** Fixed-point centre of a halo. */
  int[] centre(int halo) {
    int[] centre = new int[3];
    placeAnywhere(stream(count + halo), centre, 0);
    return centre;
  }

  /**
   * The slot of a particle, from a Feistel network on the next even number of bits that is repeated
   * until the result is a slot.
   */
  long slot(long i) {
    long mask = (1L << halfBits) - 1;
    long slot = i;
    do {
      long left = slot >>> halfBits;
      long right = slot & mask;
      for (long key : keys) {
        long mixed = left ^ (mix(key + right) & mask);
        left = right;
        right = mixed;
      }
      slot = left << halfBits | right;
    } while (slot >= count);
    return slot;
  }

  private SplittableRandom stream(long number) {
    return stream(seed, number);
  }

  /** The random numbers of one of many particles or objects, which share a seed. */
  public static SplittableRandom stream(long seed, long number) {
    return new SplittableRandom(mix(seed + number * GOLDEN_GAMMA));
  }

  /** The first number of the stream that starts at a state. */
  private static long mix(long state) {
    return new SplittableRandom(state).nextLong();
  }
}
