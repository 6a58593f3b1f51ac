package org.jzfof.cli.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jzfof.comm.Communicator;

/** The processes of the other ranks that this process can observe: those on the same machine. */
record PeerProcesses(List<Peer> peers) {
  /** A rank and its process. */
  private record Peer(int rank, ProcessHandle process) {}

  static final PeerProcesses NONE = new PeerProcesses(List.of());

  /** Finds the processes; every rank calls it. */
  static PeerProcesses of(Communicator comm) {
    ProcessHandle current = ProcessHandle.current();
    long[][] reported = comm.allGather(new long[] {current.pid(), startTime(current)});
    List<Peer> peers = new ArrayList<>();
    for (int r = 0; r < reported.length; r++) {
      long start = reported[r][1];
      Optional<ProcessHandle> process =
          r == comm.rank() ? Optional.empty() : ProcessHandle.of(reported[r][0]);
      int rank = r;
      process
          .filter(of -> startTime(of) == start) // excludes a local process with that number
          .ifPresent(found -> peers.add(new Peer(rank, found)));
    }
    return new PeerProcesses(List.copyOf(peers));
  }

  private static long startTime(ProcessHandle process) {
    return process.info().startInstant().map(start -> start.toEpochMilli()).orElse(0L);
  }

  /** Returns the lowest rank whose process has ended. */
  OptionalInt lowestEnded() {
    return peers.stream().filter(peer -> !peer.process.isAlive()).mapToInt(Peer::rank).findFirst();
  }
}
