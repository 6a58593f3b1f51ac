package org.jzfof.comm.mpi;

/** A call of MPI that failed, with MPI's own description. */
final class MpiException extends Exception {
  private static final long serialVersionUID = 1;

  MpiException(String message) {
    super(message);
  }

  MpiException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
