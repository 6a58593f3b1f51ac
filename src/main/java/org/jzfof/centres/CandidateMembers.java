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
 * A subset of the members of groups, on the host.
 *
 * @param group group of each member [c], increasing
 * @param position fixed-point coordinates [3c]
 */
record CandidateMembers(int[] group, int[] position) {

  /**
   * Copies members to the host.
   *
   * @param which I32 members, increasing
   */
  static CandidateMembers of(
      PotentialTree tree, DeviceArray which, ParticleKernels particleKernels, DeviceMemory memory) {
    long[] start = memory.toLongs(tree.start());
    int[] member = memory.toInts(which);
    int[] group = new int[member.length];
    for (int i = 0, g = 0; i < member.length; i++) {
      while (start[g + 1] <= Integer.toUnsignedLong(member[i])) {
        g++;
      }
      group[i] = g;
    }
    return new CandidateMembers(group, positions(tree, which, particleKernels, memory));
  }

  /** Returns the positions of members. */
  static int[] positions(
      PotentialTree tree, DeviceArray which, ParticleKernels particleKernels, DeviceMemory memory) {
    int[] position = new int[3 * (int) which.length()];
    DeviceArray[] columns = {tree.x(), tree.y(), tree.z()};
    for (int d = 0; d < 3; d++) {
      try (DeviceArray column = particleKernels.gather(columns[d], 1, which)) {
        int[] values = memory.toInts(column);
        for (int i = 0; i < values.length; i++) {
          position[3 * i + d] = values[i];
        }
      }
    }
    return position;
  }

  int count() {
    return group.length;
  }

  /** Returns the indices of the members in given groups. */
  int[] in(int[] groups) {
    return IntStream.range(0, count())
        .filter(i -> Arrays.binarySearch(groups, group[i]) >= 0)
        .toArray();
  }

  /** Returns the positions of a subset. */
  int[] positions(int[] subset) {
    int[] positions = new int[3 * subset.length];
    for (int i = 0; i < subset.length; i++) {
      System.arraycopy(position, 3 * subset[i], positions, 3 * i, 3);
    }
    return positions;
  }

  /** Returns the groups of a subset. */
  int[] groups(int[] subset) {
    return Arrays.stream(subset).map(i -> group[i]).toArray();
  }

  /** Returns whether a member has the position of the member before it, in the same group. */
  boolean repeats(int i) {
    return i > 0
        && group[i] == group[i - 1]
        && Arrays.equals(position, 3 * i, 3 * i + 3, position, 3 * i - 3, 3 * i);
  }

  /** Returns the masses of members. */
  static double[] masses(
      PotentialTree tree, DeviceArray which, ParticleKernels particleKernels, DeviceMemory memory) {
    try (DeviceArray masses = particleKernels.gather(tree.mass(), 1, which)) {
      return memory.toDoubles(masses);
    }
  }

  /** Returns the IDs of members. */
  static long[] ids(
      MemberList members,
      SortedPoints points,
      Particles particles,
      DeviceArray which,
      ParticleKernels particleKernels,
      DeviceMemory memory) {
    try (DeviceArray point = particleKernels.gather(members.members(), 1, which);
        DeviceArray row = particleKernels.gather(points.row(), 1, point);
        DeviceArray id = particleKernels.gather(particles.ids(), 1, row)) {
      return memory.toLongs(id);
    }
  }
}
