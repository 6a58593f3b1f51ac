package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.stored.MemberChoice;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredMembers;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * Members of chosen types in the list of IDs of a catalogue, against the snapshot in group order
 * that the same run writes.
 */
class MembersByTypeTest {
  private static final double BOX = 10;
  private static final int HALOES = 8;

  /** Particles of each halo: gas, dark matter, stars. */
  private static final int[] EACH = {90, 240, 0, 0, 60};

  private static final String TYPE = "/PartType%d/ParticleIDs";

  @TempDir private Path dir;

  private Path snapshot;

  /** IDs in random order, so that they say nothing of types. */
  @BeforeEach
  void write() {
    Random random = new Random(7);
    List<Long> ids = new ArrayList<>();
    LongStream.rangeClosed(1, (long) HALOES * Arrays.stream(EACH).sum()).forEach(ids::add);
    Collections.shuffle(ids, random);
    List<Particles> all = new ArrayList<>();
    int first = 0;
    for (int type = 0; type < EACH.length; type++) {
      if (EACH[type] > 0) {
        int n = HALOES * EACH[type];
        long[] own = ids.subList(first, first + n).stream().mapToLong(id -> id).toArray();
        all.add(haloes(EACH[type], random).withType(type).withIds(own));
        first += n;
      }
    }
    snapshot =
        SnapshotFixtures.gadget4(BOX, all.toArray(Particles[]::new))
            .numbers("/PartType0/InternalEnergy", new double[HALOES * EACH[0]])
            .write(dir.resolve("snapshot_001.hdf5"));
  }

  /** Two clumps in each halo, so that some have two subhaloes, and a cloud around both. */
  private static Particles haloes(int each, Random random) {
    double[] width = {0.03, 0.25, 0.05};
    double[] at = new double[3 * HALOES * each];
    float[] velocities = new float[at.length];
    for (int i = 0; i < HALOES * each; i++) {
      for (int d = 0; d < 3; d++) {
        double centre = (i / each >> d & 1) * BOX / 2 + 2 + (d == 0 ? 0.2 * (i % 3) : 0);
        at[3 * i + d] = centre + width[i % 3] * random.nextGaussian();
        velocities[3 * i + d] = (float) random.nextGaussian();
      }
    }
    return Particles.at(at).withVelocities(velocities);
  }

  private StoredCatalogue run(String... options) {
    Object[] common = {
      "run", snapshot, "-o", dir.resolve("out"), "--attach", "0,4", "-b", "0.8", "--reorder", "-q"
    };
    List<Object> words = new ArrayList<>(List.of(common));
    words.addAll(List.of(options));
    Jzfof.run(words.toArray()).succeeded();
    return StoredCatalogue.open(dir.resolve("out/groups_001"));
  }

  private CatalogueFile file() {
    return CatalogueFile.in(dir.resolve("out"), "001");
  }

  private long[] reordered(int type) {
    return CatalogueFile.of(dir.resolve("out/snapdir_001/snap_001.0.hdf5"))
        .longs(TYPE.formatted(type));
  }

  /** Members as lists of IDs per object; the ranks must count from 0 in each run. */
  private static List<List<Long>> read(StoredMembers members, long from, long to, int objects) {
    int count = (int) (to - from);
    long[] ids = new long[count];
    int[] object = new int[count];
    int[] rank = new int[count];
    assertEquals(count, members.reader(from, to).next(count, ids, object, rank));
    List<List<Long>> lists = new ArrayList<>();
    IntStream.range(0, objects).forEach(o -> lists.add(new ArrayList<>()));
    for (int i = 0; i < count; i++) {
      lists.get(object[i]).add(ids[i]);
      if (from == 0) {
        assertTrue(
            rank[i] == 0 || i > 0 && object[i] == object[i - 1] && rank[i] == rank[i - 1] + 1);
      }
    }
    return lists;
  }

  private static StoredMembers members(StoredCatalogue catalogue, boolean subhaloes, int... types) {
    return StoredMembers.of(catalogue, new MemberChoice(subhaloes, types, false)).orElseThrow();
  }

  /** Rows of objects in the snapshot in group order, one type after the other. */
  private List<List<Long>> inSnapshot(String kind, int... types) {
    long[] lengths = file().longs("/%s/%sLenType".formatted(kind, kind));
    long[] offsets = file().longs("/%s/%sOffsetType".formatted(kind, kind));
    int all = lengths.length / file().longs("/%s/%sLen".formatted(kind, kind)).length;
    List<List<Long>> lists = new ArrayList<>();
    for (int o = 0; o < lengths.length / all; o++) {
      List<Long> own = new ArrayList<>();
      for (int type : types) {
        long[] ids = reordered(type);
        for (long i = 0; i < lengths[o * all + type]; i++) {
          own.add(ids[(int) (offsets[o * all + type] + i)]);
        }
      }
      lists.add(own);
    }
    return lists;
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "4", "01", "14", "04", "014"})
  void ofSubhaloesInOrder(String digits) {
    int[] types = digits.chars().map(c -> c - '0').toArray();
    StoredCatalogue catalogue = run("--subhaloes", "--softening", "0.01");
    List<List<Long>> expected = inSnapshot("Subhalo", types);
    assertTrue(expected.size() > HALOES);
    StoredMembers members = members(catalogue, true, types);
    assertEquals(expected, read(members, 0, members.rows(), expected.size()));
    if (types.length == 3) { // all of them, without a choice
      StoredMembers all = members(catalogue, true);
      assertEquals(expected, read(all, 0, all.rows(), expected.size()));
    }
    long cut = members.rows() / 3;
    List<List<Long>> parts = read(members, 0, cut, expected.size());
    List<List<Long>> rest = read(members, cut, members.rows(), expected.size());
    long joined =
        IntStream.range(0, expected.size())
            .filter(
                o -> sorted(parts.get(o), rest.get(o)).equals(sorted(expected.get(o), List.of())))
            .count();
    assertEquals(expected.size(), joined);
  }

  private static List<Long> sorted(List<Long> one, List<Long> other) {
    return Stream.concat(one.stream(), other.stream()).sorted().toList();
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, false", "04, false", "0, true", "1, true", "14, true", "014, true"})
  void ofGroups(String digits, boolean subhaloes) {
    int[] types = digits.chars().map(c -> c - '0').toArray();
    StoredCatalogue catalogue =
        subhaloes ? run("--subhaloes", "--softening", "0.01") : run("--so", "none");
    List<List<Long>> expected = inSnapshot("Group", types);
    StoredMembers members = members(catalogue, false, types);
    assertEquals(expected.stream().mapToLong(List::size).sum(), members.rows());
    int count = (int) members.rows();
    long[] ids = new long[count];
    int[] group = new int[count];
    members.reader(0, count).next(count, ids, group, new int[count]);
    for (int g = 0; g < expected.size(); g++) {
      int own = g;
      assertArrayEquals(
          expected.get(g).stream().mapToLong(id -> id).sorted().toArray(),
          IntStream.range(0, count)
              .filter(i -> group[i] == own)
              .mapToLong(i -> ids[i])
              .sorted()
              .toArray());
    }
  }

  /** Older lists are by binding energy, whatever the type. */
  @Test
  void anOlderListIsRefusedUnlessAllTypesCount() {
    StoredCatalogue catalogue = run("--subhaloes", "--softening", "0.01");
    Hdf5Edit.removeAttribute(catalogue.files().get(0), "/IDs/ID", GroupLayout.BY_TYPE);
    assertEquals(members(catalogue, false).rows(), members(catalogue, false, 0, 1, 4).rows());
    assertTrue(members(catalogue, true).rows() > 0);
    for (boolean subhaloes : new boolean[] {false, true}) {
      CatalogueException refused =
          assertThrows(CatalogueException.class, () -> members(catalogue, subhaloes, 1));
      assertTrue(
          refused.getMessage().contains("does not tell those of type 1 from others"),
          refused.getMessage());
    }
  }
}
