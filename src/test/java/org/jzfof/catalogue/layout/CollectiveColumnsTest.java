package org.jzfof.catalogue.layout;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.Catalogues;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.MemoryException;
import org.jzfof.error.OutputException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.ids.DistributedIds;
import org.jzfof.groups.ids.IdsOnCpu;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.hdf5.library.Hdf5Type;

/** Two files with columns of groups and IDs, on three ranks, of which the second has no groups. */
class CollectiveColumnsTest {
  private static final int RANKS = 3;
  private static final int IDS = 3000;
  private static final GroupCatalogue GROUPS = Catalogues.random(40, false, 3);

  @TempDir Path folder;

  private List<ColumnExtent> extents;

  @BeforeEach
  void layOut() throws IOException {
    extents =
        List.of(
            place("a", 0, 16, 0, 25),
            place("a", 1, 16 + 4 * 25, 0, 25),
            place("a", ColumnExtent.MEMBER_IDS, 1000, 0, 1000),
            place("b", 0, 0, 25, 15),
            place("b", 1, 60, 25, 15),
            place("b", ColumnExtent.MEMBER_IDS, 500, 1000, 2000));
    Files.write(folder.resolve("a.part"), new byte[9000]);
    Files.write(folder.resolve("b.part"), new byte[16500]);
  }

  private ColumnExtent place(String name, int column, long position, long first, long count) {
    Path file = folder.resolve(name);
    RowRange rows = new RowRange(first, count);
    return new ColumnExtent(column, file.resolveSibling(name + ".part"), file, position, rows);
  }

  /** A column of 32-bit integers, and one of vectors. */
  private static List<GroupField> fields(GroupCatalogue groups) {
    return List.of(
        new GroupField(
            "/Length", Hdf5Type.INT32, 1, (out, path) -> {}, i -> groups.sums().length()[i]),
        new GroupField(
            "/Place", Hdf5Type.FLOAT64, 3, (out, path) -> {}, i -> groups.sums().position()[i]));
  }

  private Optional<String> write(Communicator comm, MemberIds ids, Predicate<Path> seen) {
    GroupCatalogue own = Catalogues.ofRank(GROUPS, comm);
    CatalogueShare share = CatalogueShare.of(comm, own);
    List<ColumnExtent> told = comm.rank() == 0 ? extents : List.of();
    return CollectiveColumns.write(comm, told, fields(own), share, ids, seen);
  }

  /** Bit r: rank r sees the files. */
  @ParameterizedTest
  @ValueSource(ints = {0b111, 0b101, 0b001, 0b011})
  void ranksThatDoNotSeeTheFilesLeaveThemToTheOthers(int seeing) throws IOException {
    int writers = Integer.bitCount(seeing);
    ThreadRanks.run(
        RANKS,
        comm -> {
          long[] asked = new long[1];
          MemberIds ids = ids(comm, asked);
          boolean sees = (seeing >> comm.rank() & 1) > 0;
          Optional<String> remark = write(comm, ids, file -> sees && Files.exists(file));
          assertEquals(sees ? IDS / writers : 0, asked[0]);
          assertEquals(writers < RANKS, remark.isPresent());
          remark.ifPresent(
              text ->
                  assertTrue(
                      text.startsWith(RANKS - writers + " of 3 ranks cannot see " + folder), text));
          return null;
        });
    ByteBuffer a = bytes("a");
    ByteBuffer b = bytes("b");
    assertEquals(0, a.getLong(8), "before the first place");
    for (int g = 0; g < 40; g++) {
      ByteBuffer file = g < 25 ? a : b;
      int row = g < 25 ? g : g - 25;
      assertEquals(GROUPS.sums().length()[g], file.getInt((g < 25 ? 16 : 0) + 4 * row));
      for (int d = 0; d < 3; d++) {
        int at = (g < 25 ? 116 : 60) + 8 * (3 * row + d);
        assertEquals(GROUPS.sums().position()[3 * g + d], file.getDouble(at));
      }
    }
    for (int i = 0; i < IDS; i++) {
      assertEquals(i, i < 1000 ? a.getLong(1000 + 8 * i) : b.getLong(500 + 8 * (i - 1000)));
    }
  }

  /** Only the last rank writes into the file that is gone. */
  @Test
  void aRankThatCannotWriteFailsAll() throws IOException {
    extents =
        List.of(
            place("a", ColumnExtent.MEMBER_IDS, 24, 0, 2500),
            place("b", ColumnExtent.MEMBER_IDS, 0, 2500, 500));
    Files.delete(folder.resolve("b.part"));
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(RANKS, comm -> write(comm, ids(comm, new long[1]), Files::exists)));
    assertInstanceOf(OutputException.class, e.getCause());
    assertTrue(
        e.getMessage().startsWith("rank 2: cannot write " + folder.resolve("b")), e.getMessage());
  }

  @Test
  void aValueThatIsInfiniteIsRefusedWhereverItIs() {
    GroupCatalogue broken = Catalogues.random(40, false, 3);
    broken.sums().position()[3 * 30] = Double.POSITIVE_INFINITY;
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    RANKS,
                    comm -> {
                      GroupCatalogue own = Catalogues.ofRank(broken, comm);
                      return CollectiveColumns.write(
                          comm,
                          comm.rank() == 0 ? extents : List.of(),
                          fields(own),
                          CatalogueShare.of(comm, own),
                          ids(comm, new long[1]));
                    }));
    assertEquals(2, e.rank());
    assertTrue(
        e.getCause().getMessage().startsWith("Place of group 30 is Infinity"), e.getMessage());
  }

  /** Rank 0 fails, and its files are gone before the others have opened them. */
  @Test
  void theRankThatFailedFirstIsTheOneThatIsTold() {
    CountDownLatch removed = new CountDownLatch(1);
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(RANKS, comm -> write(comm, failing(comm, removed), Files::exists)));
    assertEquals(0, e.rank(), e.getMessage());
    assertEquals("no room", e.getCause().getMessage());
  }

  private MemberIds failing(Communicator comm, CountDownLatch removed) {
    return new MemberIds() {
      @Override
      public long count() {
        if (comm.rank() > 0) {
          assertDoesNotThrow(() -> removed.await());
          return IDS;
        }
        extents.forEach(extent -> assertDoesNotThrow(() -> Files.deleteIfExists(extent.part())));
        removed.countDown();
        assertDoesNotThrow(() -> Thread.sleep(300)); // the others come to opening
        throw new MemoryException("no room");
      }

      @Override
      public void stream(long from, long to, Sink sink) {
        throw new AssertionError("nothing to write into");
      }
    };
  }

  private static MemberIds ids(Communicator comm, long[] asked) {
    long[] here = LongStream.range(0, IDS).filter(id -> id % RANKS == comm.rank()).toArray();
    DistributedIds all =
        IdsOnCpu.increasing(comm, 100, new long[] {0}, new long[] {here.length}, here);
    return new MemberIds() {
      @Override
      public long count() {
        return all.count();
      }

      @Override
      public void stream(long from, long to, Sink sink) {
        asked[0] = to - from;
        all.stream(from, to, sink);
      }
    };
  }

  private ByteBuffer bytes(String name) throws IOException {
    byte[] all = Files.readAllBytes(folder.resolve(name + ".part"));
    return ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
  }
}
