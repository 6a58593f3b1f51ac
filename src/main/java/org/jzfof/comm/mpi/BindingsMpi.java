package org.jzfof.comm.mpi;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * MPI through Open MPI's Java bindings. This class is compiled only if the bindings are installed,
 * and alone imports {@code mpi}.
 */
final class BindingsMpi implements MpiLibrary {
  private final Comm comm = MPI.COMM_WORLD;

  @Override
  public String version() {
    return MPI.getLibVersion();
  }

  @Override
  public void start() throws MpiException {
    call(
        () -> {
          int level = MPI.InitThread(new String[0], MPI.THREAD_SERIALIZED);
          if (level < MPI.THREAD_SERIALIZED) {
            throw new MpiException("its thread level is " + level + ", not MPI_THREAD_SERIALIZED");
          }
          comm.setErrhandler(MPI.ERRORS_RETURN);
          return level;
        });
  }

  @Override
  public int rank() throws MpiException {
    return call(comm::getRank);
  }

  @Override
  public int size() throws MpiException {
    return call(comm::getSize);
  }

  @Override
  public Request send(ByteBuffer message, int bytes, int to, int tag) throws MpiException {
    return new BindingsRequest(call(() -> comm.iSend(message, bytes, MPI.BYTE, to, tag)));
  }

  @Override
  public Request receive(ByteBuffer room, int bytes, int from, int tag) throws MpiException {
    int source = from == ANY_RANK ? MPI.ANY_SOURCE : from;
    return new BindingsRequest(call(() -> comm.iRecv(room, bytes, MPI.BYTE, source, tag)));
  }

  @Override
  public int awaitedBytes(int from, int tag) throws MpiException {
    return call(() -> comm.probe(from, tag).getCount(MPI.BYTE));
  }

  @Override
  public void abort(int code) throws MpiException {
    call(
        () -> {
          comm.abort(code);
          return code;
        });
  }

  @Override
  public void end() throws MpiException {
    call(
        () -> {
          MPI.Finalize();
          return null;
        });
  }

  private static final class BindingsRequest implements Request {
    private final mpi.Request request;
    private Status status;

    BindingsRequest(mpi.Request request) {
      this.request = request;
    }

    @Override
    public boolean test() throws MpiException {
      try { // no call(...), which would make garbage while the rank waits
        status = request.testStatus();
        return status != null;
      } catch (MPIException e) {
        throw new MpiException(e);
      }
    }

    @Override
    public void await() throws MpiException {
      status = call(request::waitStatus);
    }

    @Override
    public boolean cancel() throws MpiException {
      return call(
          () -> {
            request.cancel();
            status = request.waitStatus();
            return status.isCancelled();
          });
    }

    @Override
    public int source() {
      return status.getSource();
    }

    @Override
    public int bytes() {
      try {
        return status.getCount(MPI.BYTE);
      } catch (MPIException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @FunctionalInterface
  private interface Call<T> {
    T make() throws MPIException, MpiException;
  }

  private static <T> T call(Call<T> call) throws MpiException {
    try {
      return call.make();
    } catch (MPIException e) {
      throw new MpiException(e);
    }
  }
}
