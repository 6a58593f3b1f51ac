package org.jzfof.catalogue.layout;

import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;

/**
 * The ranks that write the files of an output: those that see the files, or those of one node if
 * the file system does not keep what several nodes write into one file. They write the rows of the
 * other ranks as well.
 *
 * @param writing ranks that write, increasing
 * @param seeing number of ranks that see the files
 * @param options options for opening a file
 */
public record CollectiveWriters(int ranks, int[] writing, int seeing, Set<OpenOption> options) {
  /**
   * Finds the ranks; collective over all ranks.
   *
   * @param part hidden file of the output that the first of these ranks has created
   * @param sees whether this rank sees it
   */
  public static CollectiveWriters of(Communicator comm, Path part, boolean sees) {
    long[][] all = comm.allGather(new long[] {sees ? 1 : 0});
    int[] seeing = IntStream.range(0, comm.size()).filter(r -> all[r][0] > 0).toArray();
    int[] first = firstOfNodes(comm, seeing);
    int[] nodes = Arrays.stream(seeing).map(r -> first[r]).distinct().sorted().toArray();
    Optional<Set<OpenOption>> options =
        nodes.length > 1
            ? SharedFileProbe.options(comm, part, nodes)
            : Optional.of(SharedFileProbe.PLAIN);
    int[] writing =
        options.isPresent()
            ? seeing
            : Arrays.stream(seeing).filter(r -> first[r] == nodes[0]).toArray();
    return new CollectiveWriters(
        comm.size(), writing, seeing.length, options.orElse(SharedFileProbe.PLAIN));
  }

  /** Returns, for every rank, the first rank of its node that sees the files. */
  private static int[] firstOfNodes(Communicator comm, int... seeing) {
    int first =
        Arrays.stream(NodeRanks.of(comm).ranks())
            .filter(r -> Arrays.binarySearch(seeing, r) >= 0)
            .findFirst()
            .orElse(-1);
    return Arrays.stream(comm.allGather(new long[] {first})).mapToInt(r -> (int) r[0]).toArray();
  }

  /** Returns the rank that writes the rows of a rank. */
  public int of(int rank) {
    return number(rank) >= 0 ? rank : writing[rank % writing.length];
  }

  /** Returns the index of a rank among the writing ranks; negative if it does not write. */
  int number(int rank) {
    return Arrays.binarySearch(writing, rank);
  }

  /** Returns whether every rank writes its own rows. */
  public boolean all() {
    return writing.length == ranks;
  }

  /** Returns a complete sentence about the ranks for the user, if there is one. */
  Optional<String> remark(Path folder) {
    if (all()) {
      return Optional.empty();
    }
    return Optional.of(
        writing.length == seeing
            ? "%d of %d ranks cannot see %s: the other ranks write their data"
                .formatted(ranks - seeing, ranks, folder)
            : "%s does not keep what several nodes write into one file: %d of %d ranks write all data"
                .formatted(folder, writing.length, ranks));
  }
}
