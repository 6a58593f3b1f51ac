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
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.RankProcess.Verdict;
import org.jzfof.comm.mpi.MpiLibrary.Request;

/**
 * Exchanges failures between the ranks, which agree on the rank that reports one, or on a new
 * start. Each rank keeps a receive request posted for failure messages. A rank that fails, or
 * learns of a failure, informs each other rank once.
 */
final class Failures {
  private static final int TAG = 2;
  private static final int MAX_BYTES = 4096;
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * Code of a message about an abandoned operation, after which the job continues; see {@link
   * #meet}.
   */
  private static final int ABANDONED = -1;

  /**
   * The failure message of a rank.
   *
   * @param code exit code of its failure; 0 if it has no failure itself
   */
  private record FailureMessage(int code, String message) {}

  /** A message in flight: MPI reads the buffer until the request completes. */
  private record MessageInFlight(Request request, ByteBuffer message) {}

  private final MpiLibrary mpi;
  private final int me;
  private final FailureMessage[] messages;
  private final List<Deque<Long>> abandonments = new ArrayList<>();
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(MAX_BYTES);
  private final List<MessageInFlight> inFlight = new ArrayList<>();
  private Request request;
  private volatile int first = -1;

  Failures(MpiLibrary mpi) throws MpiException {
    this.mpi = mpi;
    this.me = mpi.rank();
    this.messages = new FailureMessage[mpi.size()];
    for (int r = 0; r < messages.length; r++) {
      abandonments.add(new ArrayDeque<>());
    }
    listen();
  }

  /** Returns whether any rank is known to have failed. Any thread may call it. */
  boolean known() {
    return first >= 0;
  }

  /** The rank whose failure message arrived first, or -1. */
  int first() {
    return first;
  }

  /** Records the message that has arrived. */
  private void record() throws MpiException {
    int from = request.source();
    byte[] message = new byte[request.bytes() - Integer.BYTES];
    int code = incoming.clear().getInt();
    incoming.get(message);
    String text = new String(message, StandardCharsets.UTF_8);
    if (code == ABANDONED) {
      abandonments.get(from).add(Long.valueOf(text));
    } else {
      messages[from] = new FailureMessage(code, text);
    }
    first = first < 0 ? from : first;
    listen();
  }

  /** Records all messages that have arrived; returns whether any rank is known to have failed. */
  boolean poll() throws MpiException {
    while (request.test()) {
      record();
    }
    return known();
  }

  /** Performs {@link org.jzfof.comm.RankProcess#fail}. */
  Verdict agree(int code, String message) throws MpiException {
    messages[me] = new FailureMessage(code, message);
    ByteBuffer encoded = encode(code, message);
    for (int r = 0; r < messages.length; r++) {
      if (r != me) {
        send(encoded, r);
      }
    }
    long start = System.nanoTime();
    while (!complete() && System.nanoTime() - start < TIMEOUT_NANOS) {
      poll();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return verdict(code);
  }

  /**
   * Informs all ranks that this rank has abandoned the operation, and waits until all of them have
   * done so.
   *
   * @param sent number of messages that this rank has ever sent to each rank [size]
   * @return number of messages that each rank has ever sent to this rank [size]
   * @throws RankLostException if one of the ranks ends the job
   */
  long[] meet(long[] sent) throws MpiException {
    for (int r = 0; r < messages.length; r++) {
      if (r != me) {
        send(encode(ABANDONED, Long.toString(sent[r])), r);
      }
    }
    abandonments.get(me).add(sent[me]);
    while (abandonments.stream().anyMatch(Deque::isEmpty)) {
      poll();
      if (lost()) {
        throw new RankLostException(first);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    first = -1; // unless a rank has abandoned another operation in the meantime
    long[] received = new long[messages.length];
    for (int r = 0; r < messages.length; r++) {
      received[r] = abandonments.get(r).remove();
      first = first < 0 && !abandonments.get(r).isEmpty() ? r : first;
    }
    return received;
  }

  private boolean lost() {
    return Arrays.stream(messages).anyMatch(message -> message != null);
  }

  private Verdict verdict(int localCode) {
    int reporter = 0;
    while (reporter < messages.length
        && (messages[reporter] == null || messages[reporter].code() == 0)) {
      reporter++;
    }
    if (reporter == messages.length) { // the message of the failed rank has not arrived in time
      return new Verdict(-1, Math.max(1, localCode), false, false);
    }
    FailureMessage first = messages[reporter];
    boolean alike = Arrays.stream(messages).allMatch(first::equals);
    return new Verdict(reporter, first.code(), alike, complete());
  }

  private boolean complete() {
    return Arrays.stream(messages).allMatch(message -> message != null);
  }

  /** Stops listening for failures of other ranks. */
  void stop() throws MpiException {
    request.cancel();
  }

  private void listen() throws MpiException {
    request = mpi.receive(incoming, MAX_BYTES, MpiLibrary.ANY_RANK, TAG);
  }

  private void send(ByteBuffer message, int rank) throws MpiException {
    List<MessageInFlight> arrived = new ArrayList<>();
    for (MessageInFlight sent : inFlight) {
      if (sent.request.test()) {
        arrived.add(sent);
      }
    }
    inFlight.removeAll(arrived);
    inFlight.add(new MessageInFlight(mpi.send(message, message.limit(), rank, TAG), message));
  }

  private static ByteBuffer encode(int code, String message) {
    byte[] text = message.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, MAX_BYTES - Integer.BYTES);
    return ByteBuffer.allocateDirect(Integer.BYTES + length)
        .putInt(code)
        .put(text, 0, length)
        .flip();
  }
}
