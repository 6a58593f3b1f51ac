package org.jzfof.contract;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.RankProcess;
import org.jzfof.comm.RankProcess.Verdict;
import org.jzfof.comm.mpi.MpiLoader;

/** What the MPI tests run on every rank: {@code MpiProgram WHAT NUMBER}. */
public final class MpiProgram {
  private MpiProgram() {}

  /** Runs one of the programs below. */
  public static void main(String[] args) {
    int number = Integer.parseInt(args[1]);
    switch (args[0]) {
      case "contract" -> contract(number);
      case "fail" -> fail(comm -> comm.rank() == number);
      case "fail-all" -> fail(comm -> true);
      case "fail-busy" -> failBesideBusyRanks(number);
      case "die" -> die(number);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Messages are split at {@code limit} bytes; 0 is the limit of real runs. */
  private static void contract(int limit) {
    try (RankProcess process = MpiLoader.start(System.getenv(), limit)) {
      CommunicatorContract.run(process.communicator(), true);
      report(process.communicator(), "contract holds");
    }
  }

  @FunctionalInterface
  private interface Bad {
    boolean is(Communicator comm);
  }

  /** Bad ranks fail with code 40 + rank, the others wait for them. */
  private static void fail(Bad bad) {
    RankProcess process = MpiLoader.start(System.getenv());
    Communicator comm = process.communicator();
    comm.sum(new long[1]);
    Verdict verdict;
    if (bad.is(comm)) {
      verdict = process.fail(40 + comm.rank(), "failure of " + comm.rank());
    } else {
      try {
        comm.sum(new long[1]);
        throw new AssertionError("the sum of a lost rank");
      } catch (RankLostException e) {
        verdict = process.fail(0, "");
      }
    }
    report(comm, verdict.toString());
    pause(); // the first exit ends all others
    System.exit(verdict.code());
  }

  /** One rank fails with code 43 while the others compute. */
  private static void failBesideBusyRanks(int bad) {
    RankProcess process = MpiLoader.start(System.getenv());
    Communicator comm = process.communicator();
    comm.sum(new long[1]);
    if (comm.rank() == bad) {
      Verdict verdict = process.fail(43, "failure of " + bad);
      report(comm, verdict.toString());
      process.abort(verdict.code());
    }
    compute();
  }

  /** One rank is gone without a word, and the others wait for it. */
  private static void die(int bad) {
    RankProcess process = MpiLoader.start(System.getenv());
    Communicator comm = process.communicator();
    comm.sum(new long[1]);
    if (comm.rank() == bad) {
      ProcessHandle me = ProcessHandle.current();
      try {
        new ProcessBuilder("kill", "-9", Long.toString(me.pid())).start().waitFor();
      } catch (java.io.IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
      compute();
    }
    comm.sum(new long[1]);
    report(comm, "the sum of a lost rank");
  }

  private static void pause() {
    try {
      Thread.sleep(1000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void compute() {
    long end = System.nanoTime() + 60_000_000_000L;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static void report(Communicator comm, String what) {
    System.out.println("rank " + comm.rank() + " of " + comm.size() + ": " + what);
    System.out.flush();
  }
}
