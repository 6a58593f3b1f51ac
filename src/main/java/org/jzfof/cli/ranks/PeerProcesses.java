package org.jzfof.cli.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jzfof.comm.Communicator;

/** The processes of the other ranks, as far as this one can see them: those of the same machine. */
record PeerProcesses(List<Peer> peers) {
  /** A rank and its process. */
  private record Peer(int rank, ProcessHandle process) {}

  static final PeerProcesses NONE = new PeerProcesses(List.of());

  /** Finds them; every rank calls it. */
  static PeerProcesses of(Communicator comm) {
    ProcessHandle own = ProcessHandle.current();
    long[][] told = comm.allGather(new long[] {own.pid(), started(own)});
    List<Peer> peers = new ArrayList<>();
    for (int r = 0; r < told.length; r++) {
      long start = told[r][1];
      Optional<ProcessHandle> process =
          r == comm.rank() ? Optional.empty() : ProcessHandle.of(told[r][0]);
      int rank = r;
      process
          .filter(of -> started(of) == start) // not another one of that number, on this machine
          .ifPresent(of -> peers.add(new Peer(rank, of)));
    }
    return new PeerProcesses(List.copyOf(peers));
  }

  private static long started(ProcessHandle process) {
    return process.info().startInstant().map(start -> start.toEpochMilli()).orElse(0L);
  }

  /** The lowest rank whose process has ended. */
  OptionalInt gone() {
    return peers.stream().filter(peer -> !peer.process.isAlive()).mapToInt(Peer::rank).findFirst();
  }
}
