package org.jzfof.comm.mpi;

import java.nio.ByteBuffer;

/**
 * MPI through the C library of the machine, by functions that {@code scripts/build-mpi.sh} compiles
 * with its {@code mpicc} ({@code src/main/native/mpi.c}).
 */
final class NativeMpi implements MpiLibrary {
  /** Result of a test for a message that is still on its way. */
  private static final long PENDING = -1;

  /** Result of the withdrawal of a receive that no message has reached. */
  private static final long CANCELLED = -2;

  /**
   * Loads the functions, and with them the C library.
   *
   * @param name name of the library of functions on the library path
   */
  NativeMpi(String name) {
    System.loadLibrary(name);
  }

  @Override
  public native String version() throws MpiException;

  @Override
  public native void start() throws MpiException;

  @Override
  public native int rank() throws MpiException;

  @Override
  public native int size() throws MpiException;

  @Override
  public native int awaitedBytes(int from, int tag) throws MpiException;

  @Override
  public native void abort(int code) throws MpiException;

  @Override
  public native void end() throws MpiException;

  @Override
  public Request send(ByteBuffer message, int bytes, int to, int tag) throws MpiException {
    return new NativeRequest(startSend(message, bytes, to, tag));
  }

  @Override
  public Request receive(ByteBuffer room, int bytes, int from, int tag) throws MpiException {
    return new NativeRequest(startReceive(room, bytes, from, tag));
  }

  /** Returns the address of a request, which ends with its completion. */
  private static native long startSend(ByteBuffer message, int bytes, int to, int tag)
      throws MpiException;

  private static native long startReceive(ByteBuffer room, int bytes, int from, int tag)
      throws MpiException;

  /** Returns {@link #PENDING}, or sender · 2³² + length of the received message. */
  private static native long test(long request) throws MpiException;

  private static native long await(long request) throws MpiException;

  /** Returns {@link #CANCELLED}, or sender and length of the message that arrived before. */
  private static native long cancel(long request) throws MpiException;

  private static final class NativeRequest implements Request {
    private long address;
    private long arrival = PENDING;

    NativeRequest(long address) {
      this.address = address;
    }

    @Override
    public boolean test() throws MpiException {
      arrival = NativeMpi.test(addressOnTheWay());
      address = arrival == PENDING ? address : 0;
      return arrival != PENDING;
    }

    @Override
    public void await() throws MpiException {
      arrival = NativeMpi.await(addressOnTheWay());
      address = 0;
    }

    @Override
    public boolean cancel() throws MpiException {
      arrival = NativeMpi.cancel(addressOnTheWay());
      address = 0;
      return arrival == CANCELLED;
    }

    private long addressOnTheWay() {
      if (address == 0) {
        throw new IllegalStateException("the request has ended");
      }
      return address;
    }

    @Override
    public int source() {
      return (int) (arrival >>> Integer.SIZE);
    }

    @Override
    public int bytes() {
      return (int) arrival;
    }
  }
}
