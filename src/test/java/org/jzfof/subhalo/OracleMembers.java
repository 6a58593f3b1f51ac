package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.subhalo.members.SubhaloMembers;

/** Members of groups as the finder takes them, with links of the serial method. */
public final class OracleMembers {
  private static final int TYPES = 6;

  private OracleMembers() {}

  /**
   * @param density of all particles
   * @param groups members of each
   */
  public static SubhaloMembers of(OracleParticles all, double[] density, int[][] groups) {
    int[] start = new int[groups.length + 1];
    for (int g = 0; g < groups.length; g++) {
      start[g + 1] = start[g] + groups[g].length;
    }
    int[] rows = Arrays.stream(groups).flatMapToInt(Arrays::stream).toArray();
    int[] denser = new int[2 * rows.length];
    Arrays.fill(denser, SubhaloMembers.NONE);
    for (int g = 0; g < groups.length; g++) {
      OracleSweep sweep = new OracleSweep(all, OracleDensity.order(all, density, groups[g]));
      int[] group = groups[g];
      int[] placeOf = new int[all.count()];
      for (int i = 0; i < group.length; i++) {
        placeOf[group[i]] = i;
      }
      int from = start[g];
      IntStream.range(0, group.length)
          .parallel()
          .forEach(
              i -> {
                int[] found = sweep.denser(group[i]);
                for (int k = 0; k < found.length; k++) {
                  denser[2 * (from + i) + k] = placeOf[found[k]];
                }
              });
    }
    return columns(all, density, rows, start, denser);
  }

  /** Some members as one group, without links. */
  static SubhaloMembers withoutLinks(OracleParticles all, double[] density, int[] rows) {
    return columns(all, density, rows, new int[] {0, rows.length}, new int[2 * rows.length]);
  }

  private static SubhaloMembers columns(
      OracleParticles all, double[] density, int[] rows, int[] start, int[] denser) {
    byte[] type = new byte[rows.length];
    for (int i = 0; i < rows.length; i++) {
      type[i] = all.type()[rows[i]];
    }
    return new SubhaloMembers(
        all.map(),
        start,
        IntStream.range(0, 3 * rows.length)
            .map(k -> all.place()[3 * rows[k / 3] + k % 3])
            .toArray(),
        IntStream.range(0, 3 * rows.length)
            .mapToDouble(k -> all.velocity()[3 * rows[k / 3] + k % 3])
            .toArray(),
        Arrays.stream(rows).mapToDouble(i -> all.mass()[i]).toArray(),
        Arrays.stream(rows).mapToDouble(i -> all.thermal()[i]).toArray(),
        Arrays.stream(rows).mapToLong(i -> all.id()[i]).toArray(),
        type,
        TYPES,
        Arrays.stream(rows).mapToDouble(i -> density[i]).toArray(),
        denser);
  }
}
