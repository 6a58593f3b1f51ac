package org.jzfof.comm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.error.CommunicationException;

/**
 * The ranks on the machine of this rank.
 *
 * @param ranks ranks of this machine, increasing
 * @param local index of this rank among them, from 0
 */
public record NodeRanks(int[] ranks, int local) {
  /**
   * Random identifier of this process; process numbers are no substitute, as containers share them.
   */
  private static final long PROCESS = new SecureRandom().nextLong();

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** Finds the ranks of this machine; all ranks call it together. */
  public static NodeRanks of(Communicator comm) {
    if (comm.size() == 1) {
      return new NodeRanks(new int[] {0}, 0);
    }
    long[][] nodes = comm.allGather(node());
    int[] ranks =
        IntStream.range(0, comm.size())
            .filter(r -> Arrays.equals(nodes[r], nodes[comm.rank()]))
            .toArray();
    return new NodeRanks(ranks, Arrays.binarySearch(ranks, comm.rank()));
  }

  /** Returns the number of ranks that are threads of this process; all ranks call it together. */
  public static int inThisProcess(Communicator comm) {
    long[][] processes = comm.allGather(new long[] {PROCESS});
    return (int) Arrays.stream(processes).filter(p -> p[0] == PROCESS).count();
  }

  /** Returns an identifier of this machine, which is the same in all its containers. */
  private static long[] node() {
    if (!Files.isReadable(BOOT)) {
      throw new CommunicationException(
          BOOT + " cannot be read: several ranks need Linux, start one rank");
    }
    try {
      String[] parts = Files.readString(BOOT).strip().split("-");
      return Arrays.stream(parts).mapToLong(part -> Long.parseLong(part, 16)).toArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
