package org.jzfof.pipeline.slices;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.comm.Communicator;
import org.jzfof.error.OutputException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.ids.MemberIds;

/**
 * The slices that are finished, as files in a folder beside the catalogue. A run that is repeated
 * takes them from there, if options and input are the same.
 *
 * @param run text that equals that of another run if both find the same groups
 * @param inputs time of the newest file of the light cone; slices that are older are found again
 */
public record SliceStore(Path folder, String run, FileTime inputs, Communicator comm) {
  /**
   * Returns the finished slices of a run.
   *
   * @param inputs files of the light cone
   */
  public static SliceStore of(Path folder, String run, List<Path> inputs, Communicator comm) {
    FileTime newest = inputs.stream().map(SliceStore::time).max(FileTime::compareTo).orElseThrow();
    return new SliceStore(folder, run, newest, comm);
  }

  private static FileTime time(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw SliceFile.failure(file, e);
    }
  }

  private Path path(ConeSlice slice, int rank) {
    return folder.resolve("slice_%03d.%d".formatted(slice.number(), rank));
  }

  private String identity(ConeSlice slice) {
    return "%s from %s to %s".formatted(run, slice.from(), slice.to());
  }

  /** Returns whether a slice is finished; every rank calls it. */
  public boolean has(ConeSlice slice) {
    return agreed(comm.rank() == 0 && isNew(files(slice)));
  }

  /** Returns what rank 0 says. */
  private boolean agreed(boolean said) {
    return comm.broadcast(new long[] {said ? 1 : 0}, 0)[0] > 0;
  }

  /** Whether files exist, and no input has changed since they were written. */
  private boolean isNew(List<SliceFile> files) {
    return !files.isEmpty()
        && files.stream().allMatch(file -> time(file.path()).compareTo(inputs) >= 0);
  }

  /** Returns the files of a finished slice; none if it is not. */
  List<SliceFile> files(ConeSlice slice) {
    List<SliceFile> files = new ArrayList<>();
    int ranks = 1;
    for (int rank = 0; rank < ranks; rank++) {
      Optional<SliceFile> file = SliceFile.open(path(slice, rank));
      if (file.isEmpty()
          || !file.get().head().identity().equals(identity(slice))
          || rank > 0 && file.get().head().ranks() != ranks) {
        return List.of();
      }
      ranks = file.get().head().ranks();
      files.add(file.get());
    }
    return files;
  }

  /**
   * Writes the groups of a slice; every rank calls it.
   *
   * @param groups groups of this rank, which follow those of lower ranks
   * @param first fixed-point position of the first member of each group on the Morton curve [3G]
   * @param numbers number of the group of each particle that has been read; null if not requested
   * @throws OutputException if a file cannot be written, or rank 0 does not see it
   */
  public void write(ConeSlice slice, GroupCatalogue groups, int[] first, GroupNumbers numbers) {
    MemberIds ids = groups.memberIds();
    long own = ids.count() == 0 ? 0 : groups.members();
    long before = comm.exclusiveScan(own);
    SliceLabels labels = SliceLabels.of(numbers);
    SliceFile.write(
        path(slice, comm.rank()),
        new SliceFile.Head(
            identity(slice),
            comm.size(),
            SliceColumns.of(groups).text(),
            groups.groups(),
            own,
            comm.rank() == 0 ? groups.lightcone().repeated() : 0,
            labels.text()),
        groups,
        new SliceColumns.Keys(groups.sums().length(), groups.sums().id(), first),
        receiver -> {
          write(ids, before, own, receiver);
          labels.write(numbers, receiver);
        });
    comm.sum(new long[1]); // all ranks have written
    if (!agreed(comm.rank() == 0 && !files(slice).isEmpty())) {
      throw new OutputException(
          "the slices in %s are not seen by all ranks: choose a folder with -o that all hosts share"
              .formatted(folder));
    }
  }

  private static void write(MemberIds ids, long from, long count, Consumer<ByteBuffer> receiver) {
    ids.stream(
        from,
        from + count,
        (row, block, at, n) -> {
          ByteBuffer bytes = ByteBuffer.allocate(n * Long.BYTES).order(ByteOrder.nativeOrder());
          bytes.asLongBuffer().put(block, at, n);
          receiver.accept(bytes);
        });
  }

  /** Removes all slices; rank 0 calls it when the catalogue is written. */
  public void remove() {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(SliceStore::isSlice).toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      return; // files of others stay
    } catch (IOException e) {
      throw SliceFile.failure(folder, e);
    }
  }

  private static boolean isSlice(Path file) {
    return file.getFileName().toString().matches("\\.?slice_[0-9]+\\.[0-9]+(\\.part)?");
  }
}
