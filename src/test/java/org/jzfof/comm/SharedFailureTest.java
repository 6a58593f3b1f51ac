package org.jzfof.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.error.SnapshotException;

/** What ranks tell each other of a failure. */
class SharedFailureTest {
  /** A failure with a part that is none. */
  private static final class Odd extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("unused") // sent
    private final File file = new File("piece.3.hdf5");

    private Odd() {
      super("piece.3.hdf5 is odd");
    }
  }

  private static List<Throwable> agree(Throwable ofRank1) {
    return ThreadRanks.run(
        2,
        comm -> SharedFailure.agree(comm, comm.rank() == 1 ? ofRank1 : new RankLostException(1)));
  }

  @Test
  void allGetTheFailureWithItsCause() {
    IOException cause = new IOException("short read");
    cause.addSuppressed(new IllegalStateException("and more"));
    for (Throwable seen : agree(new SnapshotException("row 17 is bad", cause))) {
      Throwable failure = assertInstanceOf(RankFailedException.class, seen).getCause();
      assertEquals("row 17 is bad", failure.getMessage());
      assertInstanceOf(SnapshotException.class, failure);
      assertEquals("short read", failure.getCause().getMessage());
      assertEquals("and more", failure.getCause().getSuppressed()[0].getMessage());
    }
  }

  @Test
  void whatWouldNotBeTakenGoesAsText() {
    Odd odd = new Odd();
    for (Throwable seen : agree(odd)) {
      Throwable failure = seen.getCause();
      assertEquals(odd.toString(), failure.getMessage());
      assertArrayEquals(odd.getStackTrace(), failure.getStackTrace());
    }
  }

  @Test
  void nothingButFailuresIsTaken() throws IOException {
    for (Object other : List.of(new File("x"), new Object[] {new File("x")}, new Odd())) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(other);
      }
      assertThrows(
          InvalidClassException.class, () -> SharedFailure.deserialise(bytes.toByteArray()));
    }
  }
}
