package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds subhaloes on the host: long groups one by one, with all threads at the potentials of each,
 * and the others side by side.
 */
public final class SubhaloFinder implements SubhaloKernels {
  /** Members of a long group. */
  private static final int LONG = 1 << 13;

  private final Loops loops;
  private final int longGroup;

  /**
   * @param loops over threads
   */
  public SubhaloFinder(Loops loops) {
    this(loops, LONG);
  }

  /**
   * @param longGroup members from which on a group is long
   */
  SubhaloFinder(Loops loops, int longGroup) {
    this.loops = loops;
    this.longGroup = longGroup;
  }

  @Override
  public List<List<Subhalo>> find(SubhaloMembers members, SubhaloPhysics physics) {
    int[] longest =
        IntStream.range(0, members.groups())
            .boxed()
            .sorted(Comparator.comparingInt(group -> -members.length(group)))
            .mapToInt(group -> group)
            .toArray();
    int many = (int) Arrays.stream(longest).filter(g -> members.length(g) >= longGroup).count();
    List<List<Subhalo>> found = new ArrayList<>();
    for (int g = 0; g < longest.length; g++) {
      found.add(List.of());
    }
    for (int i = 0; i < many; i++) {
      found.set(longest[i], find(members, longest[i], physics, loops));
    }
    loops.forRange(
        longest.length - many,
        1,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int group = longest[many + i];
            found.set(group, find(members, group, physics, Loops.SERIAL));
          }
        });
    return List.copyOf(found);
  }

  private static List<Subhalo> find(
      SubhaloMembers members, int group, SubhaloPhysics physics, Loops loops) {
    PotentialSums sums = new DirectSums(members.map(), physics.softening(), loops);
    return new GroupSubhaloes(members, group, physics, sums).find();
  }
}
