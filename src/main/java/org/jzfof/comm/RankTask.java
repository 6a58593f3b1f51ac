package org.jzfof.comm;

/** The task of every rank of a job. */
@FunctionalInterface
public interface RankTask<T> {
  T run(Communicator comm);
}
