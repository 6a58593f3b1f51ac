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
 * Computes the number of threads of a rank such that the ranks of a node do not compete for cores:
 * each core is divided among the ranks that may run on it. The result is valid whether or not a
 * launcher has bound the ranks to cores.
 */
public final class CoreShare {
  private static final String CORES = "Cpus_allowed_list:";

  private CoreShare() {}

  /**
   * Performs the work of this rank with the requested number of threads, or with its share; all
   * ranks call it together.
   *
   * @param work function that receives the hardware of this rank, including its number of threads
   */
  public static <T> T use(Computer requested, Communicator comm, Function<Computer, T> work) {
    int share = of(comm);
    Computer local = requested.threads() == 0 ? requested.withThreads(share) : requested;
    return Parallel.with(local.threads(), () -> work.apply(local));
  }

  /** Returns the number of threads of this rank, at least 1; all ranks call it together. */
  static int of(Communicator comm) {
    int available = Runtime.getRuntime().availableProcessors();
    if (comm.size() == 1) {
      return available;
    }
    NodeRanks node = NodeRanks.of(comm);
    BitSet[] cores = ofNode(node, comm);
    return of(cores[node.local()], cores, available);
  }

  /** Returns the cores that each rank of this node may run on; all ranks call it together. */
  static BitSet[] ofNode(NodeRanks node, Communicator comm) {
    int available = Runtime.getRuntime().availableProcessors();
    BitSet local = cores(ProcessHandle.current()).orElseGet(() -> parse("0-" + (available - 1)));
    long[][] masks = comm.allGather(local.toLongArray());
    return Arrays.stream(node.ranks())
        .mapToObj(r -> BitSet.valueOf(masks[r]))
        .toArray(BitSet[]::new);
  }

  /**
   * @param local cores that the rank may run on
   * @param node cores of each rank of the node, including this one
   * @param available number of cores that the rank can keep busy: fewer than {@code local} under a
   *     quota
   */
  static int of(BitSet local, BitSet[] node, int available) {
    double share =
        local.stream()
            .mapToDouble(core -> 1.0 / Stream.of(node).filter(cores -> cores.get(core)).count())
            .sum();
    double quota = Math.min(1, (double) available / local.cardinality());
    return Math.max(1, (int) (share * quota + 1e-6));
  }

  /** Parses the core numbers of a list such as 0-3,8. */
  static BitSet parse(String list) {
    BitSet cores = new BitSet();
    for (String range : list.strip().split(",")) {
      String[] ends = range.split("-");
      cores.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
    }
    return cores;
  }

  /** Returns the cores that a process may run on; empty if they are unknown. */
  static Optional<BitSet> cores(ProcessHandle process) {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    if (!Files.isReadable(status)) { // not Linux, or a process of another user
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
