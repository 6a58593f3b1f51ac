package org.jzfof.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.MemoryException;
import org.jzfof.error.OutputException;
import org.jzfof.snapshot.LongSink;

/** Files of 1000 and 2000 IDs, behind 24 and 0 other bytes, on three ranks. */
class SharedIdFilesTest {
  private static final int RANKS = 3;
  private static final int IDS = 3000;

  @TempDir Path folder;

  private List<IdPlace> places;

  @BeforeEach
  void layOut() throws IOException {
    places = List.of(place("a", 24, 0, 1000), place("b", 0, 1000, 2000));
    for (IdPlace place : places) {
      Files.write(place.part(), new byte[(int) (place.position() + 8 * place.rows().count())]);
    }
  }

  private IdPlace place(String name, long position, long first, long count) {
    Path file = folder.resolve(name);
    return new IdPlace(
        file.resolveSibling(name + ".part"), file, position, new RowRange(first, count));
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
          Optional<String> remark =
              SharedIdFiles.write(
                  comm,
                  comm.rank() == 0 ? places : List.of(),
                  ids,
                  file -> (seeing >> comm.rank() & 1) > 0 && Files.exists(file));
          assertEquals((seeing >> comm.rank() & 1) * IDS / writers, asked[0]);
          assertEquals(writers < RANKS, remark.isPresent());
          remark.ifPresent(
              text ->
                  assertTrue(
                      text.startsWith(RANKS - writers + " of 3 ranks do not see " + folder), text));
          return null;
        });
    assertArrayEquals(LongStream.range(0, 1000).toArray(), longs(places.get(0)));
    assertArrayEquals(LongStream.range(1000, IDS).toArray(), longs(places.get(1)));
  }

  /** Only the last rank writes into the file that is gone. */
  @Test
  void aRankThatCannotWriteFailsAll() throws IOException {
    places = List.of(place("a", 24, 0, 2500), place("b", 0, 2500, 500));
    Files.delete(folder.resolve("b.part"));
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    RANKS, comm -> SharedIdFiles.write(comm, places, ids(comm, new long[1]))));
    assertInstanceOf(OutputException.class, e.getCause());
    assertTrue(
        e.getMessage().startsWith("rank 2: cannot write " + folder.resolve("b")), e.getMessage());
  }

  /** Rank 0 fails, and its files are gone before the others have opened them. */
  @Test
  void theRankThatFailedFirstIsTheOneThatIsTold() {
    CountDownLatch removed = new CountDownLatch(1);
    RankFailedException e =
        assertThrows(
            RankFailedException.class,
            () ->
                ThreadRanks.run(
                    RANKS, comm -> SharedIdFiles.write(comm, places, failing(comm, removed))));
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
        places.forEach(place -> assertDoesNotThrow(() -> Files.delete(place.part())));
        removed.countDown();
        assertDoesNotThrow(() -> Thread.sleep(300)); // the others come to opening
        throw new MemoryException("no room");
      }

      @Override
      public void stream(long from, long to, LongSink sink) {
        throw new AssertionError("nothing to write into");
      }
    };
  }

  private static MemberIds ids(Communicator comm, long[] asked) {
    long[] here = LongStream.range(0, IDS).filter(id -> id % RANKS == comm.rank()).toArray();
    DistributedIds all =
        new DistributedIds(comm, new long[] {0}, new long[] {here.length}, here, 100);
    return new MemberIds() {
      @Override
      public long count() {
        return all.count();
      }

      @Override
      public void stream(long from, long to, LongSink sink) {
        asked[0] = to - from;
        all.stream(from, to, sink);
      }
    };
  }

  private static long[] longs(IdPlace place) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(place.part())).order(ByteOrder.LITTLE_ENDIAN);
    long[] ids = new long[(int) place.rows().count()];
    bytes.position((int) place.position()).asLongBuffer().get(ids);
    return ids;
  }
}
