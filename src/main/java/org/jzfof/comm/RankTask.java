package org.jzfof.comm;

/** What every rank of a job does. */
@FunctionalInterface
public interface RankTask<T> {
  /**
   * @param comm connects this rank with the others
   */
  T run(Communicator comm);
}
