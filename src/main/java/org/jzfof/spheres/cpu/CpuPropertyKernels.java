package org.jzfof.spheres.cpu;

import static org.jzfof.device.cpu.CpuArray.longs;

import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.cpu.MemberFields;
import org.jzfof.spheres.properties.MassProfiles;
import org.jzfof.spheres.properties.MomentFrames;
import org.jzfof.spheres.properties.Moments;
import org.jzfof.spheres.properties.PropertyKernels;
import org.jzfof.threads.Parallel;

/** Properties of groups on the CPU, one thread per group. */
public final class CpuPropertyKernels implements PropertyKernels {
  private static final int GRAIN = 16;

  @Override
  public MassProfiles profiles(
      MemberList members,
      SortedPoints points,
      Particles particles,
      int[] centre,
      LinkCriterion metric,
      double perMass) {
    MemberFields member = new MemberFields(members, points, particles);
    SortedProfiles profiles =
        new SortedProfiles(longs(members.start()), members.groups(), perMass != 0, metric);
    profiles.fill(
        (group, m) ->
            metric.square(
                member.position(m, 0) - centre[3 * group],
                member.position(m, 1) - centre[3 * group + 1],
                member.position(m, 2) - centre[3 * group + 2]),
        m -> (long) Math.rint(member.mass(m) * perMass));
    return profiles;
  }

  @Override
  public long[] moments(
      MemberList members,
      SortedPoints points,
      Particles particles,
      MomentFrames frames,
      FixedPoint map) {
    long[] start = longs(members.start());
    long[] sums = new long[Moments.LONGS * members.groups()];
    Parallel.forRange(
        members.groups(),
        GRAIN,
        (from, to) -> {
          MemberFields member = new MemberFields(members, points, particles);
          double[] v = new double[3];
          int[] cells = new int[3];
          for (int g = from; g < to; g++) {
            for (int m = (int) start[g]; m < start[g + 1]; m++) {
              member.readVelocity(m, v, 0);
              for (int d = 0; d < 3; d++) {
                cells[d] = member.position(m, d) - frames.centre(g, d);
              }
              frames.add(sums, g, map, cells, member.mass(m), v);
            }
          }
        });
    return sums;
  }
}
