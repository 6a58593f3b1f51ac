package org.jzfof.catalogue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.error.OutputException;

/**
 * Has the member IDs of a catalogue written by all ranks, side by side, into files that rank 0 has
 * laid out.
 */
public final class SharedIdFiles {
  private static final int NUMBERS = 3; // of a place
  private static final String BETWEEN = "\0"; // in no path

  private SharedIdFiles() {}

  /**
   * Writes the IDs, which are on the disk when it returns; every rank calls it. Ranks that do not
   * see the files leave their share to the others.
   *
   * @param places as {@link CatalogueWriter#write} returns them, of rank 0
   * @param ids of all ranks
   * @return what the user should know about the ranks, a complete sentence
   * @throws org.jzfof.error.OutputException if this rank cannot write, with the cause
   */
  public static Optional<String> write(Communicator comm, List<IdPlace> places, MemberIds ids) {
    return write(comm, places, ids, Files::exists);
  }

  /**
   * With another look at the files.
   *
   * @param seen whether this rank sees a file
   */
  static Optional<String> write(
      Communicator comm, List<IdPlace> places, MemberIds ids, Predicate<Path> seen) {
    if (comm.size() == 1) {
      IdFiles.write(places, ids, new RowRange(0, ids.count()));
      return Optional.empty();
    }
    List<IdPlace> all = tell(comm, places);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    boolean sees = seen.test(all.get(0).part());
    long[][] seeing = comm.allGather(new long[] {sees ? 1 : 0});
    int writers = seeing(seeing, comm.size());
    RowRange own =
        sees
            ? RowRange.share(ids.count(), seeing(seeing, comm.rank()), writers)
            : new RowRange(0, 0);
    try (IdFiles files = new IdFiles(all, own)) {
      openTogether(comm, files);
      files.write(ids);
    }
    comm.sum(new long[1]); // the files get their names when all have written
    return writers == comm.size()
        ? Optional.empty()
        : Optional.of(
            "%d of %d ranks do not see %s: the others write all member IDs"
                .formatted(comm.size() - writers, comm.size(), all.get(0).file().getParent()));
  }

  /**
   * A rank that fails has the files removed, which keeps slower ones from opening them: these meet
   * the others before they take that for a failure of their own.
   */
  private static void openTogether(Communicator comm, IdFiles files) {
    OutputException failure = null;
    try {
      files.open();
    } catch (OutputException e) {
      failure = e;
    }
    comm.sum(new long[1]);
    if (failure != null) {
      throw failure;
    }
  }

  /** How many of the first ranks see the files. */
  private static int seeing(long[][] all, int ranks) {
    return (int) Arrays.stream(all, 0, ranks).mapToLong(of -> of[0]).sum();
  }

  /** The places of rank 0, on every rank. */
  private static List<IdPlace> tell(Communicator comm, List<IdPlace> places) {
    long[] numbers =
        comm.broadcast(
            places.stream()
                .flatMapToLong(
                    place ->
                        Arrays.stream(
                            new long[] {
                              place.position(), place.rows().first(), place.rows().count()
                            }))
                .toArray(),
            0);
    String names =
        places.stream()
            .map(place -> place.part() + BETWEEN + place.file())
            .collect(Collectors.joining(BETWEEN));
    String[] name = Text.of(comm.broadcast(Text.toLongs(names), 0)).split(BETWEEN);
    List<IdPlace> told = new ArrayList<>();
    for (int i = 0; i < numbers.length / NUMBERS; i++) {
      int at = NUMBERS * i;
      RowRange rows = new RowRange(numbers[at + 1], numbers[at + 2]);
      told.add(new IdPlace(Path.of(name[2 * i]), Path.of(name[2 * i + 1]), numbers[at], rows));
    }
    return told;
  }
}
