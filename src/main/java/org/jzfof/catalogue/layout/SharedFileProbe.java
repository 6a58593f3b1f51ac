package org.jzfof.catalogue.layout;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jzfof.comm.Communicator;
import org.jzfof.output.OutputFiles;

/**
 * A small file that one rank of every node writes at the same time, to find out whether the file
 * system keeps what each has written. Some keep only the last version of a whole file; some nodes
 * write whole pages of their memory back, with old values of what others have written.
 */
final class SharedFileProbe implements AutoCloseable {
  private static final int ROUNDS = 2; // in the second one a node holds pages that are old
  private static final byte WRITTEN = 1;

  /** Options for opening a file that ranks of one node write. */
  static final Set<OpenOption> PLAIN = Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  /**
   * NFS writes a page of its memory back as a whole where nobody else seems to write, unless every
   * write is to be on the disk at once.
   */
  private static final Set<OpenOption> AT_ONCE =
      Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS, StandardOpenOption.DSYNC);

  private final Path file;
  private final int slots;
  private final int slot; // of this rank; negative if another rank writes for its node
  private final Set<OpenOption> options;
  private FileChannel channel;

  private SharedFileProbe(Path file, int slots, int slot, Set<OpenOption> options) {
    this.file = file;
    this.slots = slots;
    this.slot = slot;
    this.options = options;
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /**
   * Finds out how the nodes must open a file that they write together; collective over all ranks.
   *
   * @param beside hidden file of the output, beside which the probe is made
   * @param writers one rank of every node, increasing
   * @return options for opening it; empty if one node must write everything
   */
  static Optional<Set<OpenOption>> options(Communicator comm, Path beside, int... writers) {
    Path file = OutputFiles.probe(beside);
    int slot = Arrays.binarySearch(writers, comm.rank());
    try {
      for (Set<OpenOption> options : List.of(PLAIN, AT_ONCE)) {
        if (keepsAll(comm, new SharedFileProbe(file, writers.length, slot, options))) {
          return Optional.of(options);
        }
      }
      return Optional.empty();
    } finally {
      if (slot == 0) {
        OutputFiles.delete(file);
      }
    }
  }

  private static boolean keepsAll(Communicator comm, SharedFileProbe probe) {
    try (probe) {
      boolean writes = probe.slot >= 0;
      return agreed(comm, probe.slot == 0, probe::create)
          && agreed(comm, writes, probe::open)
          && agreed(comm, writes, () -> probe.write(0))
          && agreed(comm, writes, () -> probe.write(1))
          && agreed(comm, writes, probe::close)
          && agreed(comm, writes, probe::check);
    } catch (IOException e) {
      throw OutputFiles.failure(probe.file, e);
    }
  }

  /** Whether a step succeeds on all ranks that have to do it. */
  private static boolean agreed(Communicator comm, boolean mine, Step step) {
    double[] done = {1};
    if (mine) {
      try {
        step.run();
      } catch (IOException e) { // the answer: this cannot be done with the file
        done[0] = 0;
      }
    }
    comm.min(done);
    return done[0] > 0;
  }

  private void create() throws IOException {
    file.toFile().deleteOnExit(); // for an interruption by the user
    Files.write(
        file,
        new byte[ROUNDS * slots],
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        LinkOption.NOFOLLOW_LINKS);
  }

  private void open() throws IOException {
    channel = FileChannel.open(file, options);
  }

  private void write(int round) throws IOException {
    channel.write(ByteBuffer.wrap(new byte[] {WRITTEN}), (long) round * slots + slot);
    channel.force(true);
  }

  private void check() throws IOException {
    byte[] all = Files.readAllBytes(file);
    for (byte written : all) {
      if (written != WRITTEN) {
        throw new IOException("a write is lost");
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
