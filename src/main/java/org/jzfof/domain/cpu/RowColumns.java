package org.jzfof.domain.cpu;

import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.Particles;

/** Looks up properties of particles by row. */
public final class RowColumns {
  private final RealArray velocity;
  private final RealArray mass;
  private final byte[] type;
  private final int onlyType;
  private final double[] massOfType;

  public RowColumns(Particles particles) {
    velocity = RealArray.orNull(particles.velocities());
    mass = RealArray.orNull(particles.masses());
    type = particles.types() == null ? null : CpuArray.bytes(particles.types());
    onlyType = particles.onlyType();
    massOfType = particles.massOfType();
  }

  public int types() {
    return massOfType.length;
  }

  public int type(int row) {
    return type == null ? onlyType : type[row];
  }

  public double mass(int row) {
    double ofType = massOfType[type(row)];
    return mass == null || ofType != 0 ? ofType : mass.get(row);
  }

  /**
   * Copies a velocity [3] to {@code target} from index {@code at} on; leaves {@code target}
   * unchanged without velocities.
   */
  public void readVelocity(int row, double[] target, int at) {
    if (velocity != null) {
      target[at] = velocity.get(3 * row);
      target[at + 1] = velocity.get(3 * row + 1);
      target[at + 2] = velocity.get(3 * row + 2);
    }
  }

  /** A velocity [3]; zeros without velocities. */
  public double[] velocity(int row) {
    double[] found = new double[3];
    readVelocity(row, found, 0);
    return found;
  }
}
