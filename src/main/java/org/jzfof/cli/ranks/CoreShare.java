package org.jzfof.cli.ranks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.Computer;
import org.jzfof.threads.Parallel;

/**
 * The number of threads of a rank, so that the ranks of a node do not compete for cores: each core
 * is divided among the ranks that may run on it. This holds whether or not a launcher has bound the
 * ranks to cores.
 */
public final class CoreShare {
  private static final String CORES = "Cpus_allowed_list:";

  private CoreShare() {}

  /**
   * Does the work of this rank by as many threads as asked for, or by its share; all ranks call it
   * together.
   *
   * @param work is given the computer of this rank, with its number of threads
   */
  public static <T> T use(Computer asked, Communicator comm, Function<Computer, T> work) {
    int share = of(comm);
    Computer own = asked.threads() == 0 ? asked.withThreads(share) : asked;
    return Parallel.with(own.threads(), () -> work.apply(own));
  }

  /** Threads for this rank, at least 1; all ranks call it together. */
  static int of(Communicator comm) {
    int available = Runtime.getRuntime().availableProcessors();
    if (comm.size() == 1) {
      return available;
    }
    NodeRanks node = NodeRanks.of(comm);
    BitSet[] cores = ofNode(node, comm);
    return of(cores[node.local()], cores, available);
  }

  /** Cores that each rank of this node may run on; all ranks call it together. */
  static BitSet[] ofNode(NodeRanks node, Communicator comm) {
    int available = Runtime.getRuntime().availableProcessors();
    BitSet own = cores(ProcessHandle.current()).orElseGet(() -> parse("0-" + (available - 1)));
    long[][] masks = comm.allGather(own.toLongArray());
    return Arrays.stream(node.ranks())
        .mapToObj(r -> BitSet.valueOf(masks[r]))
        .toArray(BitSet[]::new);
  }

  /**
   * @param own cores that the rank may run on
   * @param node cores of each rank of the node, this one among them
   * @param available cores that the rank can keep busy: fewer than own where a quota limits it
   */
  static int of(BitSet own, BitSet[] node, int available) {
    double share =
        own.stream()
            .mapToDouble(core -> 1.0 / Stream.of(node).filter(cores -> cores.get(core)).count())
            .sum();
    double quota = Math.min(1, (double) available / own.cardinality());
    return Math.max(1, (int) (share * quota + 1e-6));
  }

  /** Core numbers of a list such as 0-3,8. */
  static BitSet parse(String list) {
    BitSet cores = new BitSet();
    for (String range : list.strip().split(",")) {
      String[] ends = range.split("-");
      cores.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
    }
    return cores;
  }

  /** Cores that a process may run on; empty where that cannot be known. */
  static Optional<BitSet> cores(ProcessHandle process) {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    if (!Files.isReadable(status)) { // not Linux, or another user's
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith(CORES))
          .map(line -> parse(line.substring(CORES.length())))
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
