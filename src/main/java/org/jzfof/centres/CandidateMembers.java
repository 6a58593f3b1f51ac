package org.jzfof.centres;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.MemberList;

/**
 * Some members of groups on the host.
 *
 * @param group of each [c], increasing
 * @param place fixed-point coordinates [3c]
 */
record CandidateMembers(int[] group, int[] place) {

  /**
   * @param which I32 members, increasing
   */
  static CandidateMembers of(
      PotentialTree tree, DeviceArray which, ParticleKernels gathering, DeviceMemory memory) {
    long[] start = memory.toLongs(tree.start());
    int[] member = memory.toInts(which);
    int[] group = new int[member.length];
    for (int i = 0, g = 0; i < member.length; i++) {
      while (start[g + 1] <= Integer.toUnsignedLong(member[i])) {
        g++;
      }
      group[i] = g;
    }
    return new CandidateMembers(group, places(tree, which, gathering, memory));
  }

  /** Places of members. */
  static int[] places(
      PotentialTree tree, DeviceArray which, ParticleKernels gathering, DeviceMemory memory) {
    int[] place = new int[3 * (int) which.length()];
    DeviceArray[] columns = {tree.x(), tree.y(), tree.z()};
    for (int d = 0; d < 3; d++) {
      try (DeviceArray some = gathering.gather(columns[d], 1, which)) {
        int[] values = memory.toInts(some);
        for (int i = 0; i < values.length; i++) {
          place[3 * i + d] = values[i];
        }
      }
    }
    return place;
  }

  int count() {
    return group.length;
  }

  /** Those in some groups. */
  int[] in(int[] groups) {
    return IntStream.range(0, count())
        .filter(i -> Arrays.binarySearch(groups, group[i]) >= 0)
        .toArray();
  }

  /** Places of some of them. */
  int[] places(int[] some) {
    int[] places = new int[3 * some.length];
    for (int i = 0; i < some.length; i++) {
      System.arraycopy(place, 3 * some[i], places, 3 * i, 3);
    }
    return places;
  }

  /** Groups of some of them. */
  int[] groups(int[] some) {
    return Arrays.stream(some).map(i -> group[i]).toArray();
  }

  /** Whether one stands where the one before it stands, in the same group. */
  boolean repeats(int i) {
    return i > 0
        && group[i] == group[i - 1]
        && Arrays.equals(place, 3 * i, 3 * i + 3, place, 3 * i - 3, 3 * i);
  }

  /** Masses of members. */
  static double[] masses(
      PotentialTree tree, DeviceArray which, ParticleKernels gathering, DeviceMemory memory) {
    try (DeviceArray some = gathering.gather(tree.mass(), 1, which)) {
      return memory.toDoubles(some);
    }
  }

  /** IDs of members. */
  static long[] ids(
      MemberList members,
      SortedPoints points,
      Particles particles,
      DeviceArray which,
      ParticleKernels gathering,
      DeviceMemory memory) {
    try (DeviceArray point = gathering.gather(members.members(), 1, which);
        DeviceArray row = gathering.gather(points.row(), 1, point);
        DeviceArray id = gathering.gather(particles.ids(), 1, row)) {
      return memory.toLongs(id);
    }
  }
}
