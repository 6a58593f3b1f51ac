package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.MpiJob;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.trees.EvolvingMock;
import org.jzfof.trees.EvolvingMock.Member;

/** {@code jzfof match}, against loops over all members. */
class MatchCommandTest {
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir private Path dir;

  private List<Member> first;
  private List<Member> second;

  @BeforeEach
  void members() {
    List<List<Member>> series = EvolvingMock.series(3, 40, 3);
    first = series.get(1);
    second = series.get(2);
  }

  private Path folder(String name) {
    try {
      return Files.createDirectories(dir.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes both catalogues, of one time. */
  private void write(boolean subhaloes, LongUnaryOperator secondIds) {
    for (boolean one : new boolean[] {true, false}) {
      List<Member> members = new ArrayList<>();
      for (Member m : one ? first : second) {
        long id = one ? m.id() : secondIds.applyAsLong(m.id());
        members.add(new Member(id, m.type(), m.object(), m.rank()));
      }
      Path to = folder(one ? "one" : "two");
      if (subhaloes) {
        EvolvingMock.writeSubhaloes(to, 0, members);
      } else {
        members.sort(Comparator.comparingInt(Member::object).thenComparingInt(Member::type));
        EvolvingMock.writeGroups(to, 0, members);
      }
    }
  }

  private Outcome match(Object... more) {
    Object[] words = {"match", dir.resolve("one"), dir.resolve("two"), "-o", file()};
    return Jzfof.run(Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray());
  }

  private Path file() {
    return dir.resolve("found.hdf5");
  }

  private long[] longs(String dataset) {
    return CatalogueFile.of(file()).longs("/" + dataset);
  }

  private double[] doubles(String dataset) {
    return CatalogueFile.of(file()).doubles("/" + dataset);
  }

  private static int objects(List<Member> members) {
    return members.stream().mapToInt(Member::object).max().orElse(-1) + 1;
  }

  /** The match of each object, and the number of common members of both. */
  private record Brute(long[] index, long[] count) {
    static Brute of(List<Member> some, List<Member> others, Predicate<Member> counts) {
      Map<Long, Member> byId = new HashMap<>();
      others.forEach(m -> byId.put(m.id(), m));
      Brute brute = new Brute(new long[objects(some)], new long[objects(some)]);
      Arrays.fill(brute.index, -1);
      for (int o = 0; o < brute.index.length; o++) {
        Map<Integer, Integer> common = new TreeMap<>();
        for (Member m : some) {
          Member there = byId.get(m.id());
          if (m.object() == o && there != null && counts.test(m)) {
            common.merge(there.object(), 1, Integer::sum);
          }
        }
        for (Map.Entry<Integer, Integer> partner : common.entrySet()) {
          if (partner.getValue() > brute.count[o]) {
            brute.count[o] = partner.getValue();
            brute.index[o] = partner.getKey();
          }
        }
      }
      return brute;
    }
  }

  private void check(Predicate<Member> counts) {
    Brute forwards = Brute.of(first, second, counts);
    Brute backwards = Brute.of(second, first, counts);
    assertArrayEquals(forwards.index, longs("MatchIndex1to2"));
    assertArrayEquals(forwards.count, longs("MatchCount1to2"));
    assertArrayEquals(backwards.index, longs("MatchIndex2to1"));
    assertArrayEquals(backwards.count, longs("MatchCount2to1"));
    long[] consistent = longs("Consistent1to2");
    double[] fraction = doubles("MatchFraction1to2");
    long[] members = longs("Members1");
    int agree = 0;
    for (int o = 0; o < consistent.length; o++) {
      int own = o;
      int partner = (int) forwards.index[o];
      boolean agrees = partner >= 0 && backwards.index[partner] == o;
      assertEquals(agrees ? 1 : 0, consistent[o]);
      agree += agrees ? 1 : 0;
      long all = first.stream().filter(m -> m.object() == own && counts.test(m)).count();
      assertEquals(all, members[o]);
      assertEquals(all == 0 ? 0 : (double) forwards.count[o] / all, fraction[o]);
    }
    assertTrue(agree > 10 && agree < consistent.length, agree + " agree");
  }

  @ParameterizedTest
  @CsvSource({"1, -1", "2, 1", "3, 4", "5, -1"})
  void groups(int ranks, int type) {
    write(false, id -> id);
    Object[] types = type < 0 ? new Object[0] : new Object[] {"--types", type};
    match(Stream.concat(Stream.of("--ranks", ranks), Arrays.stream(types)).toArray())
        .printed("matched", "agree");
    check(m -> type < 0 || m.type() == type);
  }

  @ParameterizedTest
  @CsvSource({"1, -1, 0", "2, -1, 4", "3, 1, 10", "5, 4, 2", "1, 1, 0"})
  void subhaloes(int ranks, int type, int most) {
    write(true, id -> id);
    List<Object> words = new ArrayList<>(List.of("--ranks", ranks));
    if (type >= 0) {
      words.addAll(List.of("--types", type));
    }
    if (most > 0) {
      words.addAll(List.of("--most-bound", most));
    }
    match(words.toArray()).printed("subhaloes");
    check(m -> (type < 0 || m.type() == type) && (most == 0 || m.rank() < most));
  }

  @Test
  void withWeightsOfLinks() {
    write(true, id -> id);
    match("--weights", "link").succeeded();
    long[] matches = longs("MatchIndex1to2");
    long[] back = longs("MatchIndex2to1");
    Path twin = folder("series"); // the same two, one after the other
    EvolvingMock.writeSubhaloes(twin, 0, first);
    EvolvingMock.writeSubhaloes(twin, 1, second);
    Jzfof.run("link", twin, "-o", twin).succeeded();
    assertArrayEquals(
        CatalogueFile.of(twin.resolve("subhalo_desc_000.hdf5")).longs("/Subhalo/DescSubhaloNr"),
        matches);
    assertArrayEquals(
        CatalogueFile.of(twin.resolve("subhalo_prog_001.hdf5")).longs("/Subhalo/ProgSubhaloNr"),
        back);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2:-17", "-17", "1:+17"})
  void idsWithAnOffset(String rule) {
    write(false, id -> id + 17);
    match().warned("no member of all types", "--id-map");
    match("--id-map", rule, "--overwrite").succeeded();
    check(m -> true);
  }

  /** As in SWIFT, which makes gas with odd IDs, and dark matter with even ones, of a particle. */
  @Test
  void idsOfOneLagrangianSite() {
    first = first.stream().map(m -> of(m, m.id() >>> 2)).toList();
    second = second.stream().map(m -> of(m, m.id() >>> 2)).toList();
    write(false, id -> 2 * id + (id % 3 == 0 ? 1 : 0));
    match("--id-map", "2:/2").succeeded();
    check(m -> true);
    match("--id-map", "1:*2", "--id-map", "2:/2,*2", "--overwrite").succeeded();
    check(m -> true);
  }

  private static Member of(Member m, long id) {
    return new Member(id, m.type(), m.object(), m.rank());
  }

  @Test
  void ofProcesses() throws Exception {
    MpiJob.assumeMpi();
    write(true, id -> id);
    String[] words = {
      "match",
      dir.resolve("one").toString(),
      dir.resolve("two").toString(),
      "-o",
      file().toString(),
      "-q"
    };
    MpiJob.Outcome job = MpiJob.run(dir, 3, Main.class, words);
    assertEquals(0, job.code(), job.output());
    check(m -> true);
  }

  /** Two linking lengths: every group of the shorter one is part of one of the longer one. */
  @Test
  void twoLinkingLengths() {
    Jzfof.run("run", EXAMPLE, "-q", "-o", dir.resolve("long"), "--so", "none").succeeded();
    Jzfof.run("run", EXAMPLE, "-q", "-o", dir.resolve("short"), "--so", "none", "-b", "0.16")
        .succeeded();
    Path a = dir.resolve("long/groups_001");
    Path b = dir.resolve("short/groups_001");
    Jzfof.run("match", a, b, "-o", file()).printed("1e10 Msun/h", "all types");
    for (double fraction : doubles("MatchFraction2to1")) {
      assertEquals(1, fraction);
    }
    assertArrayEquals(doubles("Mass2"), doubles("MatchMass2to1"), 1e-3);
    double[] mass = CatalogueFile.in(dir.resolve("long"), "001").doubles("/Group/GroupMass");
    assertArrayEquals(mass, doubles("Mass1"));
    double[] shared = doubles("MatchMass1to2");
    for (int g = 0; g < mass.length; g++) {
      assertTrue(shared[g] <= mass[g] * (1 + 1e-6));
    }
  }

  /** Catalogues in the layouts of SWIFT and yt; the former's members are in another file. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void otherLayouts(boolean subhaloes) throws IOException {
    for (String format : List.of("gadget", "swift", "yt")) {
      List<Object> words =
          new ArrayList<>(
              List.of("run", EXAMPLE, "-q", "-o", dir.resolve(format), "--format", format));
      words.addAll(List.of("--membership", "--so", subhaloes ? "200c" : "none"));
      if (subhaloes) {
        words.add("--subhaloes");
      }
      Jzfof.run(words.toArray()).succeeded();
    }
    Path gadget = dir.resolve("gadget/groups_001");
    Path swift = dir.resolve("swift/groups_001");
    Path of = swift.resolve("membership_001.hdf5");
    Object[] withMembers = {"--members2", of, "--snapshot2", EXAMPLE, "-o", file()};
    Jzfof.run(words(withMembers, "match", gadget, swift)).succeeded();
    requireIdentity();
    Jzfof.run("match", gadget, dir.resolve("yt/groups_001"), "-o", file(), "--overwrite")
        .succeeded();
    requireIdentity();
    Jzfof.run("match", gadget, swift, "-o", file(), "--overwrite").printed("by particle in");
    requireIdentity();
    Hdf5Edit.remove(of, "/PartType1/ParticleIDs");
    Jzfof.run("match", gadget, swift, "--members2", of, "-o", file(), "--overwrite")
        .failed(ExitCodes.USAGE, "has no PartType1/ParticleIDs", "--snapshot2");
    Jzfof.run("match", gadget, swift, "--snapshot2", EXAMPLE, "-o", file())
        .failed(ExitCodes.USAGE, "--members1 or --members2");
    Hdf5Edit.value(of, "/PartType1/" + (subhaloes ? "GroupNr_bound" : "FOFGroupIDs"), 100_000, 7);
    Jzfof.run(words(withMembers, "match", gadget, swift, "--overwrite"))
        .failed(ExitCodes.SNAPSHOT, "row 7 of PartType1/", "is 100000");
    Files.delete(of);
    Jzfof.run("match", gadget, swift, "-o", file(), "--overwrite")
        .failed(ExitCodes.SNAPSHOT, "lists no IDs of members", "--members1 or --members2");
  }

  private static Object[] words(Object[] more, Object... words) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray();
  }

  private void requireIdentity() {
    long[] index = longs("MatchIndex1to2");
    for (int i = 0; i < index.length; i++) {
      assertEquals(i, index[i]);
    }
    for (double fraction : doubles("MatchFraction1to2")) {
      assertEquals(1, fraction);
    }
    assertArrayEquals(doubles("Mass1"), doubles("Mass2"), 1e-2);
  }

  @Test
  void wrongInputIsRefused() throws IOException {
    write(false, id -> id);
    match("--by", "subhalo").failed(ExitCodes.USAGE, "has no subhaloes", "--by group");
    match("--most-bound", "5").failed(ExitCodes.USAGE, "--most-bound is for subhaloes");
    match("--most-bound", "-5").failed(ExitCodes.USAGE, "--most-bound is -5");
    match("--weights", "link").failed(ExitCodes.USAGE, "--weights link is for subhaloes");
    match("--id-map", "x2").failed(ExitCodes.USAGE, "has the step 'x2'");
    match("--id-map", "/0").failed(ExitCodes.USAGE, "has the step '/0'");
    match("--id-map", "+1", "--id-map", "2:+1").failed(ExitCodes.USAGE, "two rules");
    match("--types", "1,1").failed(ExitCodes.USAGE, "--types has 1 twice");
    match("--types", "3").warned("no member of type 3");
    match().succeeded(); // replaces its own file
    Files.writeString(file(), "of another program");
    match().failed(ExitCodes.OUTPUT, "found.hdf5");
    match("--overwrite").succeeded();
    match("--members1", dir.resolve("none.hdf5"), "--overwrite")
        .failed(ExitCodes.SNAPSHOT, "none.hdf5");
    match("--members1", EXAMPLE, "--overwrite")
        .failed(ExitCodes.USAGE, "has none of GroupNumber, FOFGroupIDs, HaloID");
    Hdf5Edit.attribute(dir.resolve("two/fof_subhalo_tab_000.hdf5"), "/Parameters", "BoxSize", 30);
    Hdf5Edit.attribute(dir.resolve("two/fof_subhalo_tab_000.hdf5"), "/Header", "BoxSize", 30);
    match("--overwrite").failed(ExitCodes.SNAPSHOT, "the box of", "same initial conditions");
  }

  /** As of Gadget-4 without SUBFIND. */
  @Test
  void groupsAreMatchedWhereNoSubhaloesWereFound() {
    write(false, id -> id);
    for (String name : List.of("one", "two")) {
      Path file = dir.resolve(name).resolve("fof_subhalo_tab_000.hdf5");
      Hdf5Edit.addIntegers(file, "/Header", "Nsubhalos_ThisFile", 0);
      Hdf5Edit.addIntegers(file, "/Header", "Nsubhalos_Total", 0);
    }
    match().printed("groups");
    check(m -> true);
    EvolvingMock.writeGroups(folder("one"), 1, second);
    Hdf5Edit.addIntegers(
        dir.resolve("one/fof_subhalo_tab_001.hdf5"), "/Header", "Nsubhalos_Total", 0);
    Jzfof.run("link", dir.resolve("one"), "-o", dir).printed("linked by groups");
  }

  @Test
  void anotherTimeIsSaid() {
    EvolvingMock.writeGroups(folder("one"), 0, first);
    EvolvingMock.writeGroups(folder("two"), 5, second);
    match().warned("the redshift of", "jzfof link");
  }
}
