package org.jzfof.groups.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.cpu.RowColumns;
import org.jzfof.groups.GroupReference;
import org.jzfof.groups.MemberList;

/** Reads properties of the m-th entry of a member list. */
public final class MemberFields {
  private final int[] point;
  private final int[] row;
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final long[] id;
  private final RowColumns particle;

  public MemberFields(MemberList members, SortedPoints points, Particles particles) {
    point = ints(members.members());
    row = ints(points.row());
    x = ints(points.x());
    y = ints(points.y());
    z = ints(points.z());
    id = longs(particles.ids());
    particle = new RowColumns(particles);
  }

  int types() {
    return particle.types();
  }

  long id(int m) {
    return id[row[point[m]]];
  }

  public int position(int m, int d) {
    return (d == 0 ? x : d == 1 ? y : z)[point[m]];
  }

  /** Copies a velocity [3]; leaves the target unchanged for a snapshot without velocities. */
  public void readVelocity(int m, double[] target, int at) {
    particle.readVelocity(row[point[m]], target, at);
  }

  /** Returns a member as the reference of its group. */
  GroupReference reference(int m, int massExponent, int speedExponent) {
    double[] velocityOfMember = new double[3];
    readVelocity(m, velocityOfMember, 0);
    int[] fixedPosition = {position(m, 0), position(m, 1), position(m, 2)};
    return new GroupReference(id(m), fixedPosition, velocityOfMember, massExponent, speedExponent);
  }

  int type(int m) {
    return particle.type(row[point[m]]);
  }

  public double mass(int m) {
    return particle.mass(row[point[m]]);
  }
}
