package org.jzfof.groups.values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.ExactSums;
import org.jzfof.groups.GroupKernels;
import org.jzfof.groups.GroupReference;
import org.jzfof.groups.GroupTable;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.MemberSums;
import org.jzfof.groups.NaiveGroups;
import org.jzfof.groups.SumColumns;
import org.jzfof.threads.ParallelLoops;

/** References, sums and tables of groups against plain loops, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class GroupPropertiesTest {
  /** Around the sizes of warps, pieces and blocks; then many that are short. */
  private static final int[] LENGTHS = {
    5, 1, 31, 32, 33, 255, 256, 257, 2047, 2049, 8191, 8192, 8193, 70_000, 1, 1, 2, 2, 2
  };

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  /** With or without types and velocities, these and masses as float32 or float64. */
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource({
    "true, true, false",
    "true, true, true",
    "true, false, false",
    "false, true, false",
    "false, true, true",
    "false, false, false"
  })
  private @interface ForColumns {}

  private static int[] lengths() {
    SplittableRandom random = new SplittableRandom(3);
    return IntStream.concat(
            Arrays.stream(LENGTHS), IntStream.range(0, 2000).map(i -> random.nextInt(1, 40)))
        .toArray();
  }

  @ForColumns
  void membersWithTheSmallestId(boolean types, boolean velocities, boolean wide) {
    NaiveGroups groups = new NaiveGroups(lengths(), types, velocities, wide);
    try (MemberList members = groups.members(memory());
        SortedPoints points = groups.points(memory());
        Particles particles = groups.particles(memory());
        MemberSums memberSums = backend.groups().memberSums(members, points, particles);
        DeviceArray references = memberSums.references()) {
      assertArrayEquals(
          table(IntStream.range(0, groups.groups()).mapToObj(groups::reference).toList()),
          memory().toLongs(references));
    }
  }

  private static long[] table(List<GroupReference> references) {
    long[] table = new long[GroupReference.LONGS * references.size()];
    IntStream.range(0, references.size()).forEach(g -> references.get(g).put(table, g));
    return table;
  }

  /**
   * Of every third group, the reference is a member that another rank has, where masses and
   * velocities are larger.
   */
  private static GroupReference agreed(NaiveGroups groups, int g, boolean velocities) {
    GroupReference own = groups.reference(g);
    if (g % 3 != 0) {
      return own;
    }
    int[] position = new int[3];
    Arrays.setAll(position, d -> own.position()[d] + (d + 1) * 1_000_000_007);
    double[] velocity = new double[3];
    for (int d = 0; velocities && d < 3; d++) {
      velocity[d] = -1.75 * own.velocity()[d];
    }
    return new GroupReference(
        own.id() >>> 1, position, velocity, own.massExponent() + 3, own.speedExponent() + 1);
  }

  @ForColumns
  void sumsAndTableAboutReferencesOfAnyRank(boolean types, boolean velocities, boolean wide) {
    NaiveGroups groups = new NaiveGroups(lengths(), types, velocities, wide);
    GroupReference[] agreed = new GroupReference[groups.groups()];
    Arrays.setAll(agreed, g -> agreed(groups, g, velocities));
    int[] replaced = IntStream.range(0, agreed.length).filter(g -> g % 3 == 0).toArray();
    FixedPoint map =
        FixedPoint.of(
            types
                ? Box.periodic(7, 3, 0.5)
                : Box.open(new double[] {-4, 2, 0}, new double[] {8, 6, 1}));
    GroupKernels kernels = backend.groups();
    try (MemberList members = groups.members(memory());
        SortedPoints points = groups.points(memory());
        Particles particles = groups.particles(memory());
        MemberSums memberSums = kernels.memberSums(members, points, particles);
        DeviceArray references = memberSums.references()) {
      kernels.replaceRows(
          references,
          GroupReference.LONGS,
          replaced,
          table(Arrays.stream(replaced).mapToObj(g -> agreed[g]).toList()));
      SumColumns columns = SumColumns.of(particles);
      try (DeviceArray sums = memberSums.sums(references);
          DeviceArray radii = memberSums.enclosingRadii(references, sums, map);
          GroupTable without = kernels.table(members, references, sums, null, columns, map);
          GroupTable table = kernels.table(members, references, sums, radii, columns, map)) {
        BigInteger[][] expected = new BigInteger[groups.groups()][];
        Arrays.setAll(expected, g -> groups.sums(g, agreed[g], columns));
        checkSums(expected, columns.width(), memory().toLongs(sums));
        checkTable(groups, agreed, expected, columns, map, table);
        assertArrayEquals(withoutRadii(table), memory().toLongs(without.rows()));
      }
    }
  }

  private long[] withoutRadii(GroupTable table) {
    long[] rows = memory().toLongs(table.rows());
    int width = GroupTable.width(table.types());
    for (int last = width - 1; last < rows.length; last += width) {
      rows[last] = 0;
    }
    return rows;
  }

  /** Where other ranks have most of the mass of a group, its centre may lie far from all here. */
  @ForColumns
  void radiiAboutCentresOfAnyRank(boolean types, boolean velocities, boolean wide) {
    NaiveGroups groups = new NaiveGroups(lengths(), types, velocities, wide);
    FixedPoint map = FixedPoint.of(Box.periodic(7, 3, 0.5));
    try (MemberList members = groups.members(memory());
        SortedPoints points = groups.points(memory());
        Particles particles = groups.particles(memory());
        MemberSums memberSums = backend.groups().memberSums(members, points, particles);
        DeviceArray references = memberSums.references();
        DeviceArray sums = memberSums.sums(references)) {
      SumColumns columns = SumColumns.of(particles);
      int[] every = IntStream.range(0, groups.groups()).toArray();
      long[] whole = memory().toLongs(sums);
      for (int g = 0; g < groups.groups(); g += 2) {
        int mass = g * columns.width() + columns.mass(columns.firstType());
        ExactSums.add(whole, g * columns.width() + columns.moment(g % 3), 1L << 63, 1L << 22);
        ExactSums.add(whole, mass, 0, 1L << 23);
      }
      backend.groups().replaceRows(sums, columns.width(), every, whole);
      try (DeviceArray radii = memberSums.enclosingRadii(references, sums, map)) {
        double[] found = memory().toDoubles(radii);
        for (int g : every) {
          double[] offset = columns.means(whole, g * columns.width());
          Arrays.setAll(offset, k -> offset[k] * 0x1p31);
          assertEquals(
              groups.enclosingRadius(g, groups.reference(g), offset, map), found[g], "group " + g);
        }
      }
    }
  }

  private static void checkSums(BigInteger[][] expected, int width, long[] sums) {
    assertEquals(expected.length * width, sums.length);
    for (int g = 0; g < expected.length; g++) {
      for (int k = 0; k < width / 2; k++) {
        int at = g * width + 2 * k;
        String where = "group " + g + " column " + k;
        assertEquals(expected[g][k].longValue(), sums[at], where);
        assertEquals(expected[g][k].shiftRight(Long.SIZE).longValue(), sums[at + 1], where);
      }
    }
  }

  private void checkTable(
      NaiveGroups groups,
      GroupReference[] agreed,
      BigInteger[][] expectedSums,
      SumColumns columns,
      FixedPoint map,
      GroupTable table) {
    int types = columns.types();
    int width = GroupTable.width(types);
    assertEquals(types, table.types());
    int[] order = memory().toInts(table.order());
    assertArrayEquals(order(groups, agreed), order);
    long[] rows = memory().toLongs(table.rows());
    for (int i = 0; i < order.length; i++) {
      int g = order[i];
      BigInteger[] sums = expectedSums[g];
      long[] row = Arrays.copyOfRange(rows, i * width, (i + 1) * width);
      assertEquals(agreed[g].id(), row[GroupTable.ID]);
      assertEquals(groups.length(g), row[GroupTable.LENGTH]);
      for (int t = 0; t < types; t++) {
        int slot = t - columns.firstType();
        boolean there = slot >= 0 && slot < columns.slots();
        long count = there ? sums[SumColumns.MOMENTS + slot].longValue() : 0;
        double mass = there ? value(sums[SumColumns.MOMENTS + columns.slots() + slot]) : 0;
        assertEquals(count, row[2 + t]);
        assertEquals(
            Math.scalb(mass, agreed[g].massExponent()),
            Double.longBitsToDouble(row[2 + types + t]));
      }
      double[] expected = properties(sums, agreed[g], columns, map);
      double[] offset = offset(sums, columns);
      expected[8] = groups.enclosingRadius(g, agreed[g], offset, map);
      for (int k = 0; k < expected.length; k++) {
        double actual = Double.longBitsToDouble(row[2 + 2 * types + k]);
        assertEquals(expected[k], actual, "group " + g + " property " + k);
      }
      double speed = Math.scalb(1.0, agreed[g].speedExponent());
      checkProperties(
          groups.properties(g, agreed[g], map), speed, row, 2 + 2 * types, "group " + g);
    }
  }

  /** A sum in units of 2^-86. */
  private static double value(BigInteger sum) {
    return Math.scalb(sum.doubleValue(), -86);
  }

  private static double[] means(BigInteger[] sums, SumColumns columns) {
    BigInteger all =
        Arrays.stream(sums, SumColumns.MOMENTS + columns.slots(), sums.length)
            .reduce(BigInteger.ZERO, BigInteger::add);
    double[] mean = new double[SumColumns.MOMENTS];
    for (int k = 0; all.signum() > 0 && k < mean.length; k++) {
      mean[k] = value(sums[k]) / value(all);
    }
    return mean;
  }

  /** Centre of mass from the reference, in cells. */
  private static double[] offset(BigInteger[] sums, SumColumns columns) {
    return Arrays.stream(means(sums, columns)).limit(3).map(mean -> mean * 0x1p31).toArray();
  }

  /** What comes of sums that are exact, operation by operation, but for the enclosing radius. */
  private static double[] properties(
      BigInteger[] sums, GroupReference at, SumColumns columns, FixedPoint map) {
    double[] mean = means(sums, columns);
    double[] properties = new double[9];
    double square = 0;
    double bulk = 0;
    for (int d = 0; d < 3; d++) {
      double spread = (mean[3 + d] - mean[d] * mean[d]) * 0x1p62;
      square += spread * map.cell()[d] * map.cell()[d];
      bulk += mean[6 + d] * mean[6 + d];
      properties[d] = map.toLength(at.position()[d] + mean[d] * 0x1p31, d);
      properties[3 + d] = at.velocity()[d] + Math.scalb(mean[6 + d], at.speedExponent() + 1);
    }
    properties[6] = Math.sqrt(Math.max(0, square));
    properties[7] = Math.scalb(Math.sqrt(Math.max(0, mean[9] - bulk) / 3), at.speedExponent() + 1);
    return properties;
  }

  /**
   * Against plain sums, which are rounded.
   *
   * @param speed bound of all speeds in the group, by which exact sums are rounded
   */
  private static void checkProperties(
      double[] expected, double speed, long[] row, int from, String where) {
    for (int k = 0; k < expected.length; k++) {
      double scale = k < 3 || k == 6 || k == 8 ? 10 : speed;
      double actual = Double.longBitsToDouble(row[from + k]);
      assertEquals(expected[k], actual, 1e-6 * scale, where + " property " + k);
    }
  }

  /** By decreasing length, then by ID, then as they are listed. */
  private static int[] order(NaiveGroups groups, GroupReference[] agreed) {
    Integer[] order = IntStream.range(0, agreed.length).boxed().toArray(Integer[]::new);
    Arrays.sort(
        order,
        (a, b) ->
            groups.length(a) != groups.length(b)
                ? Integer.compare(groups.length(b), groups.length(a))
                : Long.compareUnsigned(agreed[a].id(), agreed[b].id()));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  @Test
  void noGroups() {
    NaiveGroups groups = new NaiveGroups(new int[0], true, true, false);
    GroupKernels kernels = backend.groups();
    try (MemberList members = groups.members(memory());
        SortedPoints points = groups.points(memory());
        Particles particles = groups.particles(memory());
        MemberSums memberSums = kernels.memberSums(members, points, particles);
        DeviceArray references = memberSums.references();
        DeviceArray sums = memberSums.sums(references);
        DeviceArray radii =
            memberSums.enclosingRadii(references, sums, FixedPoint.of(Box.periodic(1, 1, 1)));
        GroupTable table =
            kernels.table(
                members,
                references,
                sums,
                radii,
                SumColumns.of(particles),
                FixedPoint.of(Box.periodic(1, 1, 1)))) {
      assertEquals(0, references.length());
      assertEquals(0, sums.length());
      assertEquals(0, radii.length());
      assertEquals(0, table.rows().length());
      assertEquals(0, table.order().length());
    }
  }
}
