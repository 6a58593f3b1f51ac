package org.jzfof.centres.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.PotentialTree;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.cpu.MemberFields;
import org.jzfof.threads.Parallel;

/** Potential of members of groups on the CPU, one thread per member. */
public final class CpuPotentialKernels implements PotentialKernels {
  private static final int GRAIN = 256;

  private final CpuMemory memory;

  public CpuPotentialKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public PotentialTree members(
      MemberList members, SortedPoints points, Particles particles, double[] softening) {
    int count = (int) members.members().length();
    MemberFields member = new MemberFields(members, points, particles);
    try (Scope results = new Scope()) {
      DeviceArray[] position = new DeviceArray[3];
      for (int d = 0; d < 3; d++) {
        position[d] = results.add(memory.allocate(ElementType.I32, count));
      }
      DeviceArray mass = results.add(memory.allocate(ElementType.F64, count));
      DeviceArray lengths = results.add(memory.upload(softening));
      Parallel.forRange(
          count,
          GRAIN,
          (from, to) -> {
            for (int m = from; m < to; m++) {
              for (int d = 0; d < 3; d++) {
                ints(position[d])[m] = member.position(m, d);
              }
              doubles(mass)[m] = member.mass(m);
            }
          });
      return results.keep(
          new PotentialTree(
              members.start(), lengths, position[0], position[1], position[2], mass, List.of()));
    }
  }

  @Override
  public PotentialTree tree(PotentialTree members, double[] cell, DeviceArray which) {
    boolean[] hasTree = new boolean[members.groups()];
    forMembers(members, which, (i, group) -> hasTree[group] = true);
    return new CpuPotentialLevels(memory, cell, hasTree).build(members);
  }

  @Override
  public DeviceArray likely(PotentialTree tree, Field field, int[] spanning) {
    int groups = tree.groups();
    long[] start = longs(tree.start());
    int[][] found = new int[groups][];
    Parallel.forRange(
        groups,
        1,
        (from, to) -> {
          for (int g = from; g < to; g++) {
            if (Arrays.binarySearch(spanning, g) >= 0) {
              found[g] = IntStream.range((int) start[g], (int) start[g + 1]).toArray();
            } else if (!MinimumCandidates.isLong(start[g + 1] - start[g])) {
              found[g] = new MinimumCandidates(tree, field, g).find();
            }
          }
        });
    for (int g = 0; g < groups; g++) {
      if (found[g] == null) {
        found[g] = new MinimumCandidates(tree, field, g).find();
      }
    }
    return memory.upload(ArrayParts.join(found));
  }

  @Override
  public DeviceArray undecided(
      PotentialTree tree, DeviceArray which, int[] spanning, DeviceArray decided) {
    int[] member = ints(which);
    int count = (int) which.length();
    long[] start = longs(tree.start());
    int[] remaining = new int[count];
    int[] left = new int[1];
    forMembers(
        tree,
        which,
        (i, group) -> {
          boolean isOnly =
              Arrays.binarySearch(spanning, group) < 0
                  && (i == 0 || member[i - 1] < start[group])
                  && (i + 1 == count || member[i + 1] >= start[group + 1]);
          if (isOnly) {
            ints(decided)[group] = member[i];
          } else {
            remaining[left[0]++] = member[i];
          }
        });
    return memory.upload(Arrays.copyOf(remaining, left[0]));
  }

  /** Returns the group of a member. */
  private static int groupOf(long[] start, int groups, int member) {
    return Bisection.countBelow(groups - 1, g -> start[g + 1] <= member);
  }

  @Override
  public DeviceArray bounds(PotentialTree tree, Field field, DeviceArray which, double tolerance) {
    int count = (int) which.length();
    int[] member = ints(which);
    int[] x = ints(tree.x());
    int[] y = ints(tree.y());
    int[] z = ints(tree.z());
    long[] start = longs(tree.start());
    DeviceArray bounds = memory.allocate(ElementType.F64, (long) BOUND * count);
    double[] bound = doubles(bounds);
    Parallel.forRange(
        count,
        GRAIN,
        (from, to) -> {
          PotentialWalk walk = new PotentialWalk(tree, field);
          int group = groupOf(start, tree.groups(), member[from]);
          for (int i = from; i < to; i++) {
            int m = member[i];
            while (start[group + 1] <= m) {
              group++;
            }
            walk.bound(x[m], y[m], z[m], group, tolerance);
            double selfPotential = walk.softening().largest();
            bound[BOUND * i] = walk.estimate() - doubles(tree.mass())[m] * selfPotential;
            bound[BOUND * i + 1] = walk.error();
          }
        });
    return bounds;
  }

  @Override
  public double[] boundsAt(
      PotentialTree tree, Field field, int[] positions, int[] group, double tolerance) {
    double[] bounds = new double[BOUND * group.length];
    Parallel.forRange(
        group.length,
        GRAIN,
        (from, to) -> {
          PotentialWalk walk = new PotentialWalk(tree, field);
          for (int i = from; i < to; i++) {
            walk.bound(
                positions[3 * i], positions[3 * i + 1], positions[3 * i + 2], group[i], tolerance);
            bounds[BOUND * i] = walk.estimate();
            bounds[BOUND * i + 1] = walk.error();
          }
        });
    return bounds;
  }

  @Override
  public DeviceArray deepest(PotentialTree tree, DeviceArray which, DeviceArray bounds) {
    DeviceArray deepest = memory.allocate(ElementType.F64, tree.groups());
    double[] best = doubles(deepest);
    Arrays.fill(best, 0, tree.groups(), 0);
    double[] bound = doubles(bounds);
    forMembers(
        tree,
        which,
        (i, group) -> best[group] = Math.max(best[group], bound[BOUND * i] - bound[BOUND * i + 1]));
    return deepest;
  }

  @Override
  public DeviceArray candidates(
      PotentialTree tree, DeviceArray which, DeviceArray bounds, DeviceArray deepest) {
    int[] kept = new int[(int) which.length()];
    int[] count = new int[1];
    double[] bound = doubles(bounds);
    double[] best = doubles(deepest);
    forMembers(
        tree,
        which,
        (i, group) -> {
          if (bound[BOUND * i] + bound[BOUND * i + 1] >= best[group]) {
            kept[count[0]++] = ints(which)[i];
          }
        });
    return memory.upload(Arrays.copyOf(kept, count[0]));
  }

  @FunctionalInterface
  private interface MemberTask {
    void run(int i, int group);
  }

  /** Runs a task for each of the given members, on one thread. */
  private static void forMembers(PotentialTree tree, DeviceArray which, MemberTask task) {
    int[] member = ints(which);
    long[] start = longs(tree.start());
    int group = 0;
    for (int i = 0; i < which.length(); i++) {
      while (start[group + 1] <= member[i]) {
        group++;
      }
      task.run(i, group);
    }
  }

  @Override
  public long[] potentialsAt(
      PotentialTree tree, Field field, int[] positions, int[] group, double scale) {
    long[] potentials = new long[group.length];
    Parallel.forRange(
        group.length,
        1,
        (from, to) -> {
          PotentialWalk walk = new PotentialWalk(tree, field);
          for (int i = from; i < to; i++) {
            potentials[i] =
                walk.potential(
                    positions[3 * i], positions[3 * i + 1], positions[3 * i + 2], group[i], scale);
          }
        });
    return potentials;
  }

  @Override
  public long[] potentialsByTree(
      PotentialTree tree, Field field, int[] positions, double tolerance, double scale) {
    long[] potentials = new long[positions.length / 3];
    OpeningRadii radii = OpeningRadii.of(tree, field, tolerance);
    Parallel.forRange(
        potentials.length,
        GRAIN,
        (from, to) -> {
          PotentialBatch batch = new PotentialBatch(tree, field, radii, scale);
          for (int i = from; i < to; i += PotentialBatch.MAX_TARGETS) {
            batch.find(positions, i, Math.min(i + PotentialBatch.MAX_TARGETS, to), potentials);
          }
        });
    return potentials;
  }
}
