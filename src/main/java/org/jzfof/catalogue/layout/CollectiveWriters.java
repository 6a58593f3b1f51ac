package org.jzfof.catalogue.layout;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;

/**
 * The ranks that see the files of an output, and that write the rows of the other ranks as well.
 *
 * @param seeing ranks that see the files, increasing
 */
public record CollectiveWriters(int ranks, int[] seeing) {
  /** Finds the ranks; collective over all ranks. */
  public static CollectiveWriters of(Communicator comm, boolean sees) {
    long[][] all = comm.allGather(new long[] {sees ? 1 : 0});
    return new CollectiveWriters(
        comm.size(), IntStream.range(0, comm.size()).filter(r -> all[r][0] > 0).toArray());
  }

  /** Returns the rank that writes the rows of a rank. */
  public int of(int rank) {
    return number(rank) >= 0 ? rank : seeing[rank % seeing.length];
  }

  /** Returns the index of a rank among the writing ranks; negative if it does not write. */
  int number(int rank) {
    return Arrays.binarySearch(seeing, rank);
  }

  /** Returns whether every rank writes its own rows. */
  public boolean all() {
    return seeing.length == ranks;
  }

  /** Returns a complete sentence about the ranks for the user, if there is one. */
  Optional<String> remark(Path folder) {
    return all()
        ? Optional.empty()
        : Optional.of(
            "%d of %d ranks cannot see %s: the other ranks write their data"
                .formatted(ranks - seeing.length, ranks, folder));
  }
}
