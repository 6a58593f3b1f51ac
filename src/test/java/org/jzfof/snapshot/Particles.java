package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jzfof.hdf5.library.Hdf5Type;

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

  /** All particles of a type that a snapshot holds, with the mass that they share. */
  public static Particles of(Path snapshot, int type) {
    Snapshot s = Snapshot.open(snapshot);
    int n = (int) s.header().counts()[type];
    return at(Collected.of(s, type).xyz)
        .withType(type)
        .withIds(Collected.ids(s, type, 0, n))
        .withVelocities(Collected.velocities(s, type, 0, n))
        .withMass(s.constantMass(type).orElseThrow())
        .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
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

  /** In another place of a periodic cube: moved, and wrapped into [0, box). */
  public Particles shifted(double[] shift, double box) {
    double[] moved = new double[positions.length];
    for (int i = 0; i < moved.length; i++) {
      double x = positions[i] + shift[i % 3];
      moved[i] = x - box * Math.floor(x / box);
    }
    return new Particles(type, moved, ids, velocities, masses, mass, coordinateType, idType);
  }

  /** The same particles in random order. */
  public Particles shuffled(long seed) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, count()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    return inOrder(order);
  }

  /** The same particles in another order, given by their rows. */
  public Particles inOrder(List<Integer> order) {
    double[] x = new double[positions.length];
    long[] id = new long[count()];
    float[] v = new float[velocities.length];
    float[] m = masses == null ? null : new float[count()];
    for (int i = 0; i < id.length; i++) {
      int from = order.get(i);
      System.arraycopy(positions, 3 * from, x, 3 * i, 3);
      System.arraycopy(velocities, 3 * from, v, 3 * i, 3);
      id[i] = ids[from];
      if (m != null) {
        m[i] = masses[from];
      }
    }
    return new Particles(type, x, id, v, m, mass, coordinateType, idType);
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
