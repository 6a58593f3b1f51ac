package org.jzfof.comm.mpi;

import java.nio.ByteBuffer;

/**
 * An MPI library with the calls that ranks need, on the communicator of all processes. Buffers are
 * direct, and only one thread at a time makes a call.
 */
interface MpiLibrary {
  /** Sender of a receive that takes the message of any rank. */
  int ANY_RANK = -1;

  /** Returns the name and version of the library, which need not have started. */
  String version() throws MpiException;

  /** Starts MPI in this process, before all calls below. */
  void start() throws MpiException;

  /** Number of this rank, from 0. */
  int rank() throws MpiException;

  /** Number of ranks. */
  int size() throws MpiException;

  /** Starts to send the first bytes of a buffer, which MPI reads until the request completes. */
  Request send(ByteBuffer message, int bytes, int to, int tag) throws MpiException;

  /** Starts to receive a message of at most the given length, from a rank or from any rank. */
  Request receive(ByteBuffer room, int bytes, int from, int tag) throws MpiException;

  /** Waits for a message that no receive is posted for; returns its length in bytes. */
  int awaitedBytes(int from, int tag) throws MpiException;

  /** Ends all processes of the job at once; does not return. */
  void abort(int code) throws MpiException;

  /** Ends MPI in this process, after all messages have arrived. */
  void end() throws MpiException;

  /** A message on its way. */
  interface Request {
    /** Returns whether the message has been sent or received. */
    boolean test() throws MpiException;

    /** Waits until the message has been sent or received. */
    void await() throws MpiException;

    /**
     * Withdraws a receive; afterwards its buffer may be released.
     *
     * @return false if the message had arrived before
     */
    boolean cancel() throws MpiException;

    /** Rank that sent the received message. */
    int source();

    /** Length of the received message in bytes. */
    int bytes();
  }
}
