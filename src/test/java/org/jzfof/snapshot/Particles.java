package org.jzfof.snapshot;

import java.util.Arrays;
import java.util.Random;
import org.jzfof.hdf5.Hdf5Type;

/**
 * Particles of one type for a snapshot that a test writes.
 *
 * @param type particle type
 * @param positions x, y, z interleaved [3·count]
 * @param ids particle IDs [count], or null to leave them out
 * @param velocities as stored [3·count], or null to leave them out
 * @param masses per particle [count], or null to use the table
 * @param mass entry of the mass table
 * @param coordinateType how positions are stored
 * @param idType how IDs are stored
 */
public record Particles(
    int type,
    double[] positions,
    long[] ids,
    float[] velocities,
    float[] masses,
    double mass,
    Hdf5Type coordinateType,
    Hdf5Type idType) {

  /** Particles of type 1 and mass 1 with IDs from 1, velocities 0, and float32 positions. */
  public static Particles at(double... positions) {
    long[] ids = new long[positions.length / 3];
    Arrays.setAll(ids, i -> i + 1);
    return new Particles(
        1, positions, ids, new float[positions.length], null, 1, Hdf5Type.FLOAT32, Hdf5Type.UINT32);
  }

  /** As {@link #at}, uniform in a box, with random velocities. */
  public static Particles uniform(int count, double box, long seed) {
    Random random = new Random(seed);
    double[] positions = random.doubles(3L * count, 0, box).toArray();
    float[] velocities = new float[3 * count];
    for (int i = 0; i < velocities.length; i++) {
      velocities[i] = (float) (100 * random.nextGaussian());
    }
    return at(positions).withVelocities(velocities);
  }

  public int count() {
    return positions.length / 3;
  }

  public Particles withType(int t) {
    return new Particles(t, positions, ids, velocities, masses, mass, coordinateType, idType);
  }

  public Particles withIds(long... i) {
    return new Particles(type, positions, i, velocities, masses, mass, coordinateType, idType);
  }

  public Particles withVelocities(float... v) {
    return new Particles(type, positions, ids, v, masses, mass, coordinateType, idType);
  }

  /** Masses per particle; the table entry becomes 0. */
  public Particles withMasses(float... m) {
    return new Particles(type, positions, ids, velocities, m, 0, coordinateType, idType);
  }

  /** Masses per particle beside the table, all equal to its entry, unless there are some. */
  public Particles withEqualMasses() {
    float[] equal = new float[count()];
    Arrays.fill(equal, (float) mass);
    return masses != null ? this : withMasses(equal).withMass(mass);
  }

  /** Mass in the table, which may stand beside masses per particle. */
  public Particles withMass(double m) {
    return new Particles(type, positions, ids, velocities, masses, m, coordinateType, idType);
  }

  public Particles stored(Hdf5Type coordinates, Hdf5Type id) {
    return new Particles(type, positions, ids, velocities, masses, mass, coordinates, id);
  }

  /** Rows [from, to). */
  public Particles slice(int from, int to) {
    return new Particles(
        type,
        Arrays.copyOfRange(positions, 3 * from, 3 * to),
        ids == null ? null : Arrays.copyOfRange(ids, from, to),
        velocities == null ? null : Arrays.copyOfRange(velocities, 3 * from, 3 * to),
        masses == null ? null : Arrays.copyOfRange(masses, from, to),
        mass,
        coordinateType,
        idType);
  }
}
