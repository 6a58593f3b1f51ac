package org.jzfof.catalogue.layout;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;

/**
 * The ranks that see the files of an output, and write what the others have as well.
 *
 * @param ranks all of them
 * @param seeing those that see the files, increasing
 */
public record CollectiveWriters(int ranks, int[] seeing) {
  /**
   * Finds them; every rank calls it.
   *
   * @param sees whether this rank does
   */
  public static CollectiveWriters of(Communicator comm, boolean sees) {
    long[][] all = comm.allGather(new long[] {sees ? 1 : 0});
    return new CollectiveWriters(
        comm.size(), IntStream.range(0, comm.size()).filter(r -> all[r][0] > 0).toArray());
  }

  /** The rank that writes what a rank has. */
  public int of(int rank) {
    return number(rank) >= 0 ? rank : seeing[rank % seeing.length];
  }

  /** Place of a rank among those that write; negative where it does not. */
  int number(int rank) {
    return Arrays.binarySearch(seeing, rank);
  }

  /** Whether every rank writes what it has. */
  public boolean all() {
    return seeing.length == ranks;
  }

  /** What the user should know about the ranks, a complete sentence. */
  Optional<String> remark(Path folder) {
    return all()
        ? Optional.empty()
        : Optional.of(
            "%d of %d ranks cannot see %s: the other ranks write their data"
                .formatted(ranks - seeing.length, ranks, folder));
  }
}
