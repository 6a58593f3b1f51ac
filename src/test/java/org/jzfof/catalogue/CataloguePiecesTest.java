package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.FileRange;
import org.jzfof.cli.Jzfof;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.OutputException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.ids.MemberIds;

/** Catalogues of several files. */
class CataloguePiecesTest {
  private static final CatalogueInfo INFO = Catalogues.info(25);
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";

  @TempDir Path folder;

  private final GroupCatalogue groups = Catalogues.random(40, true, 9);

  /** IDs come in blocks of any size: less than a group, or several pieces at once. */
  @ParameterizedTest
  @CsvSource({"1,7", "2,1", "2,5000", "5,13", "5,100000", "40,700", "43,333"})
  void togetherTheyHoldWhatOneFileHolds(int count, int block) {
    GadgetTables.write(folder.resolve("one"), "007", INFO, groups);
    GroupCatalogue streamed = groups.withMemberIds(inBlocks(groups.memberIds(), block));
    GadgetTables.write(folder.resolve("several"), "007", INFO, streamed, count);
    assertSame(
        CatalogueFile.in(folder.resolve("one"), "007"),
        catalogue(folder.resolve("several"), count));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 40, 43})
  void everyFileCountsItsOwnAndAll(int count) {
    GadgetTables.write(folder, "007", INFO, groups, count);
    long members = groups.members();
    long fewest = members;
    long most = 0;
    for (Path file : GadgetTables.files(folder, "007", count)) {
      CatalogueFile piece = CatalogueFile.of(file);
      long here = Arrays.stream(piece.longs("/Group/GroupLen")).sum();
      fewest = Math.min(fewest, here);
      most = Math.max(most, here);
      assertEquals(piece.groups(), piece.attribute("/Header", "Ngroups_ThisFile"));
      assertEquals(here, piece.longs("/IDs/ID").length);
      assertEquals(here, piece.attribute("/Header", "Nids_ThisFile"));
      assertEquals(40, piece.attribute("/Header", "Ngroups_Total"));
      assertEquals(members, piece.attribute("/Header", "Nids_Total"));
      assertEquals(0, piece.attribute("/Header", "Nsubhalos_Total"));
      assertEquals(count, piece.attribute("/Header", "NumFiles"));
      assertEquals(count, piece.attribute("/Group", "NTask"));
      assertEquals(List.of(), piece.names("/Subhalo"));
    }
    assertEquals(count > 40, fewest == 0, "a piece is empty only for want of groups");
    assertTrue(
        count > 5 || most - fewest <= groups.sums().length()[0],
        fewest + " to " + most + " members");
  }

  @Test
  void oneHugeGroupLeavesNoPieceWithoutGroups() {
    assertEquals(List.of(1, 1, 1, 2), groupsPerPiece(4, 1_000_000, 3, 2, 1, 1));
    assertEquals(List.of(1, 2, 2), groupsPerPiece(3, 4, 2, 2, 2, 2));
    assertEquals(List.of(1, 1, 0), groupsPerPiece(3, 5, 5));
    assertEquals(List.of(0, 0), groupsPerPiece(2));
    assertEquals(List.of(3), groupsPerPiece(1, 3, 2, 1));
    long huge = Long.MAX_VALUE / 2;
    assertEquals(List.of(1, 1), groupsPerPiece(2, huge, huge));
  }

  @ParameterizedTest
  @CsvSource({"5,1", "1,5", "5,2", "2,5", "3,3"})
  void anOlderCatalogueIsReplacedAsAWhole(int before, int after) throws IOException {
    GadgetTables.write(folder, "007", INFO, Catalogues.random(30, true, 2), before);
    Path other = folder.resolve("groups_007/fof_subhalo_tab_007.x.hdf5");
    Files.writeString(other, "somebody's");
    GadgetTables.write(folder, "007", INFO, groups, after);
    Files.delete(other);
    assertEquals(GadgetTables.files(folder, "007", after), List.copyOf(content().keySet()));
    GadgetTables.write(folder.resolve("new"), "007", INFO, groups);
    assertSame(CatalogueFile.in(folder.resolve("new"), "007"), catalogue(folder, after));
  }

  @ParameterizedTest
  @CsvSource({"0,5", "1,5", "5,5", "7,2", "3,1"})
  void aFailureInTheMiddleLeavesTheOlderFilesAndNothingElse(int before, int after)
      throws IOException {
    if (before > 0) {
      GadgetTables.write(folder, "007", INFO, Catalogues.random(30, true, 2), before);
    }
    Map<Path, byte[]> older = content();
    MemberIds all = groups.memberIds();
    GroupCatalogue broken =
        groups.withMemberIds(
            ids(
                all.count(),
                sink ->
                    inBlocks(all, 100).stream(
                        0,
                        all.count(),
                        (row, ids, at, count) -> {
                          if (row > all.count() / 2) {
                            throw new IllegalStateException("a rank is lost");
                          }
                          sink.accept(row, ids, at, count);
                        })));
    assertThrows(
        IllegalStateException.class, () -> GadgetTables.write(folder, "007", INFO, broken, after));
    assertUnchanged(older);
    assertEquals(before > 0, Files.exists(folder.resolve("groups_007")));
  }

  /** A folder takes the name of the middle piece just before the files are renamed. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aFailureWhileRenamingPutsTheOlderFilesBack(int before) throws IOException {
    if (before > 0) {
      GadgetTables.write(folder, "007", INFO, Catalogues.random(30, true, 2), before);
    }
    Map<Path, byte[]> older = content();
    Path obstacle = GadgetTables.files(folder, "007", 5).get(2);
    GroupCatalogue late =
        groups.withMemberIds(
            ids(
                groups.memberIds().count(),
                sink -> {
                  groups.memberIds().stream(0, groups.memberIds().count(), sink);
                  make(obstacle.resolve("in the way"));
                }));
    OutputException e =
        assertThrows(OutputException.class, () -> GadgetTables.write(folder, "007", INFO, late, 5));
    assertTrue(e.getMessage().contains("choose another folder with -o"), e.getMessage());
    assertUnchanged(older);
  }

  @ParameterizedTest
  @CsvSource({"1,4", "3,1", "3,4", "3,97"})
  void theProgramWritesThemOnAnyNumberOfRanks(int ranks, int count) {
    Jzfof.run("run", SNAPSHOT, "-o", folder.resolve("one")).succeeded();
    Path several = folder.resolve("several");
    Jzfof.run("run", SNAPSHOT, "-o", several, "--files", count, "--ranks", ranks).succeeded();
    List<Path> files = GadgetTables.files(several, "001", count);
    CatalogueFile one = CatalogueFile.in(folder.resolve("one"), "001");
    CatalogueFile pieces = CatalogueFile.of(files.toArray(Path[]::new));
    for (String path : List.of("/Group/GroupLenType", "/Group/GroupOffsetType", "/IDs/ID")) {
      assertArrayEquals(one.longs(path), pieces.longs(path), path);
    }
    assertArrayEquals(one.doubles("/Group/GroupMass"), pieces.doubles("/Group/GroupMass"), 1e-4);
  }

  @Test
  void noGroupsOnSeveralRanks() {
    Jzfof.run("run", SNAPSHOT, "-o", folder, "--ranks", 3, "--files", 2, "--min-length", 100_000)
        .succeeded();
    List<Path> files = GadgetTables.files(folder, "001", 2);
    assertEquals(0, CatalogueFile.of(files.get(0), files.get(1)).groups());
  }

  /** Wherever the ranks' parts of the catalogue begin. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 39, 40, 41})
  void ranksCutAlike(int pieces) {
    Communicator alone = new LocalCommunicator();
    List<FileRange> expected =
        FileRange.cut(alone, groups, CatalogueShare.of(alone, groups), pieces);
    ThreadRanks.run(
        3,
        comm -> {
          GroupCatalogue part = Catalogues.ofRank(groups, comm).withMemberIds(groups.memberIds());
          CatalogueShare share = CatalogueShare.of(comm, part);
          assertEquals(expected, FileRange.cut(comm, part, share, pieces));
          return null;
        });
  }

  private CatalogueFile catalogue(Path out, int count) {
    return CatalogueFile.of(GadgetTables.files(out, "007", count).toArray(Path[]::new));
  }

  private static void assertSame(CatalogueFile expected, CatalogueFile actual) {
    assertEquals(expected.names("/Group"), actual.names("/Group"));
    for (String name : expected.names("/Group")) {
      String path = "/Group/" + name;
      assertArrayEquals(expected.doubles(path), actual.doubles(path), path);
    }
    assertTrue(expected.longs("/IDs/ID").length > 0);
    assertArrayEquals(expected.longs("/IDs/ID"), actual.longs("/IDs/ID"));
  }

  private static List<Integer> groupsPerPiece(int pieces, long... length) {
    GroupCatalogue made = GroupCatalogue.allocate(length.length, 1);
    System.arraycopy(length, 0, made.sums().length(), 0, length.length);
    Communicator alone = new LocalCommunicator();
    CatalogueShare share = CatalogueShare.of(alone, made);
    return FileRange.cut(alone, made, share, pieces).stream()
        .map(piece -> (int) piece.groups().count())
        .toList();
  }

  private static MemberIds inBlocks(MemberIds all, int block) {
    return ids(
        all.count(),
        sink ->
            all.stream(
                0,
                all.count(),
                (row, values, at, count) -> {
                  for (int i = 0; i < count; i += block) {
                    int end = Math.min(count, i + block);
                    sink.accept(row + i, values, at + i, end - i);
                  }
                }));
  }

  private static MemberIds ids(long count, Consumer<MemberIds.Sink> stream) {
    return new MemberIds() {
      @Override
      public long count() {
        return count;
      }

      @Override
      public void stream(long from, long to, MemberIds.Sink sink) {
        assertEquals(List.of(0L, count), List.of(from, to));
        stream.accept(sink);
      }
    };
  }

  private static void make(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<Path, byte[]> content() throws IOException {
    Map<Path, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file, Files.readAllBytes(file));
      }
    }
    return files;
  }

  private void assertUnchanged(Map<Path, byte[]> older) throws IOException {
    Map<Path, byte[]> now = content();
    assertEquals(older.keySet(), now.keySet());
    older.forEach((file, bytes) -> assertArrayEquals(bytes, now.get(file), file.toString()));
  }
}
