package org.jzfof.snapshot;

import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.FileState;

/**
 * Each rank reads the headers of its share of the files and sends them to the others, if all ranks
 * see the same first file. Otherwise the nodes have copies of their own, and each rank reads all
 * headers.
 */
public record CollectiveHeaders(Communicator comm) implements HeaderReaders {
  @Override
  public List<FileHeader> read(List<Path> files, Function<Path, FileHeader> read) {
    if (!sameOnAllRanks(files)) {
      return ALONE.read(files, read);
    }
    long[][] messages = comm.allGather(share(files, read));
    LongBuffer[] shares = Arrays.stream(messages).map(LongBuffer::wrap).toArray(LongBuffer[]::new);
    return IntStream.range(0, files.size())
        .mapToObj(i -> header(files.get(i), shares[i % comm.size()]))
        .toList();
  }

  /** Whether there are several files, and all ranks see one file under the name of the first. */
  private boolean sameOnAllRanks(List<Path> files) {
    if (comm.size() == 1) {
      return false;
    }
    FileState first = FileState.of(files.get(0));
    long[] local = {
      files.size(), first.bytes(), first.modified().to(TimeUnit.NANOSECONDS), first.inode()
    };
    long[][] all = comm.allGather(local);
    return files.size() > 1 && Arrays.stream(all).allMatch(other -> Arrays.equals(local, other));
  }

  /**
   * Reads the headers of this rank's share of the files into one message. The message holds the
   * headers one after another, each preceded by 0 and its length. A header that cannot be read ends
   * the message: 1, a length and the text of the error.
   */
  private long[] share(List<Path> files, Function<Path, FileHeader> read) {
    List<long[]> all = new ArrayList<>();
    for (int i = comm.rank(); i < files.size(); i += comm.size()) {
      try {
        long[] header = read.apply(files.get(i)).encoded();
        all.add(new long[] {0, header.length});
        all.add(header);
      } catch (SnapshotException e) {
        long[] sentence = Text.toLongs(e.getMessage());
        all.add(new long[] {1, sentence.length});
        all.add(sentence);
        break;
      }
    }
    return all.stream().flatMapToLong(LongStream::of).toArray();
  }

  /** All ranks fail alike, on the first file that cannot be read. */
  private static FileHeader header(Path file, LongBuffer share) {
    boolean failed = share.get() != 0;
    long[] message = new long[(int) share.get()];
    share.get(message);
    if (failed) {
      throw new SnapshotException(Text.of(message));
    }
    return FileHeader.decoded(file, message);
  }
}
