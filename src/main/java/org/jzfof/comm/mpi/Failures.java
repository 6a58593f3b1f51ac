package org.jzfof.comm.mpi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.RankProcess.Verdict;

/**
 * Tells all ranks of a failure; they agree on the rank that reports it, or on starting anew. Each
 * rank keeps a receive posted for such news; a rank that fails, or hears of a failure, tells all
 * others once.
 */
final class Failures {
  private static final int TAG = 2;
  private static final int LENGTH = 4096;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

  /** Stands for the code where a rank gives up, but not the job; see {@link #meet}. */
  private static final int GIVEN_UP = -1;

  /**
   * The last words of a rank.
   *
   * @param code exit code of its failure; 0 if it has none of its own
   */
  private record LastWords(int code, String message) {}

  /** A message under way: MPI reads the buffer until the request completes. */
  private record Sent(Request request, ByteBuffer message) {}

  private final Comm comm;
  private final LastWords[] said;
  private final List<Deque<Long>> givenUp = new ArrayList<>();
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(LENGTH);
  private final List<Sent> underWay = new ArrayList<>();
  private Request request;
  private volatile int first = -1;

  Failures(Comm comm) throws MPIException {
    this.comm = comm;
    this.said = new LastWords[comm.getSize()];
    for (int r = 0; r < said.length; r++) {
      givenUp.add(new ArrayDeque<>());
    }
    listen();
  }

  /** Whether any rank is known to have said that it ends. May be called from any thread. */
  boolean known() {
    return first >= 0;
  }

  /** The rank that was the first to be heard of. */
  int first() {
    return first;
  }

  /** Records a message that was received. */
  void heard(Status status) throws MPIException {
    int from = status.getSource();
    byte[] message = new byte[status.getCount(MPI.BYTE) - Integer.BYTES];
    int code = incoming.clear().getInt();
    incoming.get(message);
    String text = new String(message, StandardCharsets.UTF_8);
    if (code == GIVEN_UP) {
      givenUp.get(from).add(Long.valueOf(text));
    } else {
      said[from] = new LastWords(code, text);
    }
    first = first < 0 ? from : first;
    listen();
  }

  /** Records all news received; returns whether there are any. */
  boolean poll() throws MPIException {
    for (Status status = request.testStatus(); status != null; status = request.testStatus()) {
      heard(status);
    }
    return known();
  }

  /** {@link org.jzfof.comm.RankProcess#fail}. */
  Verdict agree(int code, String message) throws MPIException {
    int me = comm.getRank();
    said[me] = new LastWords(code, message);
    ByteBuffer words = encode(code, message);
    for (int r = 0; r < said.length; r++) {
      if (r != me) {
        send(words, r);
      }
    }
    long start = System.nanoTime();
    while (!complete() && System.nanoTime() - start < PATIENCE) {
      poll();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return verdict(code);
  }

  /**
   * Tells all ranks that this one has given up, and waits until they have, too.
   *
   * @param sent messages that this rank has ever sent to each [size]
   * @return messages that each has ever sent to this rank [size]
   * @throws RankLostException if one of them ends the job
   */
  long[] meet(long[] sent) throws MPIException {
    int me = comm.getRank();
    for (int r = 0; r < said.length; r++) {
      if (r != me) {
        send(encode(GIVEN_UP, Long.toString(sent[r])), r);
      }
    }
    givenUp.get(me).add(sent[me]);
    while (givenUp.stream().anyMatch(Deque::isEmpty)) {
      poll();
      if (lost()) {
        throw new RankLostException(first);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    first = -1; // unless one has given up again by now
    long[] theirs = new long[said.length];
    for (int r = 0; r < said.length; r++) {
      theirs[r] = givenUp.get(r).remove();
      first = first < 0 && !givenUp.get(r).isEmpty() ? r : first;
    }
    return theirs;
  }

  private boolean lost() {
    return Arrays.stream(said).anyMatch(words -> words != null);
  }

  private Verdict verdict(int own) {
    int reporter = 0;
    while (reporter < said.length && (said[reporter] == null || said[reporter].code() == 0)) {
      reporter++;
    }
    if (reporter == said.length) { // whoever failed has not been heard in time
      return new Verdict(-1, Math.max(1, own), false, false);
    }
    LastWords first = said[reporter];
    boolean alike = Arrays.stream(said).allMatch(first::equals);
    return new Verdict(reporter, first.code(), alike, complete());
  }

  private boolean complete() {
    return Arrays.stream(said).allMatch(words -> words != null);
  }

  /** Stops listening for failures of other ranks. */
  void stop() throws MPIException {
    request.cancel();
    request.waitFor();
  }

  private void listen() throws MPIException {
    request = comm.iRecv(incoming, LENGTH, MPI.BYTE, MPI.ANY_SOURCE, TAG);
  }

  private void send(ByteBuffer words, int rank) throws MPIException {
    List<Sent> arrived = new ArrayList<>();
    for (Sent sent : underWay) {
      if (sent.request.test()) {
        arrived.add(sent);
      }
    }
    underWay.removeAll(arrived);
    underWay.add(new Sent(comm.iSend(words, words.limit(), MPI.BYTE, rank, TAG), words));
  }

  private static ByteBuffer encode(int code, String message) {
    byte[] text = message.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, LENGTH - Integer.BYTES);
    return ByteBuffer.allocateDirect(Integer.BYTES + length)
        .putInt(code)
        .put(text, 0, length)
        .flip();
  }
}
