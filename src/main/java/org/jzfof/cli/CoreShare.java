package org.jzfof.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Stream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.Computer;

/**
 * How many threads a rank may use so that the ranks of a node do not get into each other's way:
 * each core is divided among the ranks that may run on it. This is right whether or not a launcher
 * has bound the ranks to cores.
 */
final class CoreShare {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String CORES = "Cpus_allowed_list:";

  private CoreShare() {}

  /** The computer for this rank: one of several gets its share of the cores, unless told. */
  static Computer of(Computer asked, Communicator comm) {
    boolean share = comm.size() > 1 && asked.threads() == 0;
    return share ? asked.withThreads(of(comm)) : asked;
  }

  /** Threads for this rank, at least 1; all ranks call it together. */
  static int of(Communicator comm) {
    int available = Runtime.getRuntime().availableProcessors();
    if (comm.size() == 1) {
      return available;
    }
    BitSet own = cores(available);
    long[][] masks = comm.allGather(own.toLongArray());
    BitSet[] neighbours =
        Arrays.stream(NodeRanks.of(comm).ranks())
            .mapToObj(r -> BitSet.valueOf(masks[r]))
            .toArray(BitSet[]::new);
    return of(own, neighbours, available);
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

  private static BitSet cores(int available) {
    if (!Files.isReadable(STATUS)) { // not Linux
      return parse("0-" + (available - 1));
    }
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(CORES))
          .map(line -> parse(line.substring(CORES.length())))
          .findFirst()
          .orElseGet(() -> parse("0-" + (available - 1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
