package org.jzfof.neighbours.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedCheck;
import org.jzfof.comm.Text;
import org.jzfof.error.OutputException;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Replacement;
import org.jzfof.output.Transaction;

/** Names of the files of a result: NAME.hdf5, or NAME.0.hdf5 to NAME.K-1.hdf5. */
public final class NeighbourFiles {
  private static final Pattern NAME = Pattern.compile("(?s)(.*?)(\\.hdf5|\\.h5|)");

  private static final long HEADER_BYTES = 16 << 10;

  private final Path output;
  private final Pattern piece;
  private final List<Path> files;

  /**
   * @param output NAME.hdf5
   * @param count number of files, at least 1
   */
  public NeighbourFiles(Path output, int count) {
    Matcher name = NAME.matcher(output.getFileName().toString());
    name.matches();
    this.output = output;
    this.piece =
        Pattern.compile(Pattern.quote(name.group(1)) + "\\.\\d+" + Pattern.quote(name.group(2)));
    this.files =
        count == 1
            ? List.of(output)
            : IntStream.range(0, count)
                .mapToObj(k -> output.resolveSibling(name.group(1) + "." + k + name.group(2)))
                .toList();
  }

  /** The files in order. */
  public List<Path> files() {
    return files;
  }

  /**
   * Approximate size of all files.
   *
   * @param datasets bytes of all datasets
   */
  public long bytes(long datasets) {
    return datasets + files.size() * HEADER_BYTES;
  }

  /** Size of all files, which are written. */
  public long size() {
    return files.stream().mapToLong(file -> file.toFile().length()).sum();
  }

  /** A warning if the disk has less space than the files need. */
  public Optional<String> shortage(long bytes) {
    long free = OutputFiles.existingFolder(output).toFile().getUsableSpace();
    return bytes <= free
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the output takes %.1f MB, and the disk has %.1f MB free",
                bytes / 1e6,
                free / 1e6));
  }

  /**
   * Checks, without writing anything, that the files could be written; all ranks call it.
   *
   * @param inputs files that must not be replaced
   * @throws OutputException if they could not, with the cause
   */
  public void check(Communicator comm, Collection<Path> inputs, Replacement replacement) {
    for (Path file : files) {
      OutputFiles.check(file);
      OutputFiles.requireNoInput(file, inputs);
    }
    SharedCheck.run(
        comm,
        () -> {
          replacement.requireFree(files);
          replacement.requireUnmixed(
              olderFiles().stream().filter(file -> !targets().contains(file)).toList());
        });
  }

  private List<Path> targets() {
    return files.stream().map(Path::toAbsolutePath).toList();
  }

  /**
   * Writes the files, which replace older files of any number. All ranks call it together; rank 0
   * gives the files their names when all ranks are done.
   *
   * @param comm the ranks, which share a folder
   * @param content writes the data of this rank to temporary paths, in the order of the files, and
   *     returns once they are on the disk
   * @return warnings for the user, on rank 0
   */
  public List<String> write(Communicator comm, Consumer<List<Path>> content) {
    if (comm.rank() > 0) {
      writeTogether(comm, content, List.of());
      return List.of();
    }
    try (Transaction transaction = Transaction.begin(output, files)) {
      transaction.write(files, parts -> writeTogether(comm, content, parts));
      transaction.commit(olderFiles());
      return transaction.warnings();
    }
  }

  /**
   * Writes the content to temporary paths, which rank 0, the owner of the folder, sends to the
   * other ranks.
   */
  private void writeTogether(
      Communicator comm, Consumer<List<Path>> content, List<Path> temporary) {
    String names =
        String.join("/", temporary.stream().map(t -> t.getFileName().toString()).toList());
    String all = Text.of(comm.broadcast(Text.toLongs(names), 0));
    Path folder = files.get(0).toAbsolutePath();
    List<Path> parts = Arrays.stream(all.split("/")).map(folder::resolveSibling).toList();
    try {
      content.accept(parts);
      comm.sum(new long[1]); // all ranks have written their data
    } catch (RuntimeException | Error e) {
      remove(parts, e); // rank 0 may have looked before this rank made them
      throw e;
    }
  }

  private static void remove(List<Path> parts, Throwable failure) {
    for (Path part : parts) {
      try {
        Files.deleteIfExists(part);
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** Files of an older result, of any number. */
  private List<Path> olderFiles() {
    Path folder = output.toAbsolutePath().getParent();
    String one = output.getFileName().toString();
    return OutputFiles.in(
        folder,
        name ->
            name.equals(one) && isResult(folder.resolve(name), files -> files == 1)
                || piece.matcher(name).matches()
                    && isResult(folder.resolve(name), files -> files > 1));
  }

  private static boolean isResult(Path path, LongPredicate files) {
    try (Hdf5File file = Hdf5File.open(path)) {
      return file.hasAttribute(NeighbourOrigin.HEADER, NeighbourOrigin.TOTAL)
          && files.test(file.longs(NeighbourOrigin.HEADER, NeighbourOrigin.FILES)[0]);
    } catch (Hdf5Exception e) {
      return false; // whatever it is, it stays
    }
  }
}
