package org.jzfof.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.error.SystemFault;

/**
 * A file of lines that one process at a time holds. The system releases it when that process dies.
 * No other channel of this process may open the file, because closing that channel would release
 * the lock.
 */
final class LockFile implements AutoCloseable {
  private static final int ATTEMPTS = 100;

  private final FileOperations operations;
  private final FileChannel channel;
  private final Object key;
  private final boolean writable;
  private Path path;
  private String fault;
  private boolean removable;
  private String beginning = "";
  private Heartbeat heartbeat;

  private LockFile(FileOperations operations, Path path, FileChannel channel, boolean writable)
      throws IOException {
    this.operations = operations;
    this.path = path;
    this.channel = channel;
    this.writable = writable;
    this.key = key(path);
  }

  /**
   * Opens or creates a file and locks it.
   *
   * @throws BusyException if another process holds the file
   */
  static LockFile take(Path path, FileOperations operations) throws IOException {
    return take(path, operations, true);
  }

  /** Locks a file as {@link #take(Path, FileOperations)} does, if the file exists. */
  static Optional<LockFile> takeExisting(Path path, FileOperations operations) throws IOException {
    try {
      return Optional.of(take(path, operations, false));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static LockFile take(Path path, FileOperations operations, boolean create)
      throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      LockFile file = open(path, operations, create);
      try {
        file.lock();
        if (file.isInPlace()) {
          return file;
        }
      } catch (IOException | RuntimeException e) {
        file.channel.close();
        throw e;
      }
      file.channel.close(); // the owner has removed the file in the meantime
    }
    throw new BusyException("processes that come and go");
  }

  private static LockFile open(Path path, FileOperations operations, boolean create)
      throws IOException {
    while (true) {
      boolean writable = true;
      FileChannel channel;
      try {
        channel = FileChannel.open(path, options(create));
      } catch (AccessDeniedException e) {
        if (!Files.isReadable(path)) {
          throw e;
        }
        writable = false; // file of another user
        channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      }
      try {
        return new LockFile(operations, path, channel, writable);
      } catch (NoSuchFileException e) { // the file was removed after it was opened
        channel.close();
        if (!create) {
          throw e;
        }
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    }
  }

  private static Set<OpenOption> options(boolean create) {
    return create
        ? Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS)
        : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  }

  private void lock() throws IOException {
    try {
      if (operations.tryLock(channel, !writable) == null) {
        throw new BusyException(owner());
      }
    } catch (OverlappingFileLockException e) {
      throw new BusyException(owner());
    } catch (BusyException e) {
      throw e;
    } catch (IOException e) {
      fault = SystemFault.cause(e);
      requireUnseen();
    }
    Optional<Owner> owner = Owner.parse(firstLine());
    if (!writable && owner.isEmpty()) {
      throw new BusyException("of another user"); // the file may have been created just now
    }
    if (owner.isPresent() && owner.get().isElsewhere() && Heartbeat.isSeen(path, operations)) {
      throw new BusyException(owner()); // the file system does not share its locks
    }
  }

  /** Refuses the file if the recorded owner still runs, for file systems without locks. */
  private void requireUnseen() throws IOException {
    Optional<Owner> owner = Owner.parse(firstLine());
    if (!writable || owner.isPresent() && owner.get().isSeen()) {
      throw new BusyException(owner());
    }
  }

  private String owner() throws IOException {
    return Owner.parse(firstLine()).map(Owner::describe).orElse("just started");
  }

  private String firstLine() throws IOException {
    List<String> lines = lines();
    return lines.isEmpty() ? "" : lines.get(0);
  }

  private static Object key(Path path) throws IOException {
    BasicFileAttributes file =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!file.isRegularFile()) {
      throw new IOException(path + " is no file");
    }
    return file.fileKey();
  }

  /** Reason why the file system has not locked the file, or null. */
  String fault() {
    return fault;
  }

  /** Returns whether lines can be added. */
  boolean isWritable() {
    return writable;
  }

  /** Returns whether the file still has its name. */
  boolean isInPlace() throws IOException {
    try {
      return key(path).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Checks that no process of another machine, which does not see the lock, has taken the file.
   *
   * @throws BusyException if one has; then the file is left to it
   */
  synchronized void requireOwn() throws IOException {
    if (!text().startsWith(beginning)) {
      removable = false;
      throw new BusyException(owner());
    }
  }

  /** Returns all complete lines. */
  List<String> lines() throws IOException {
    return text().lines().toList();
  }

  /** Returns all complete lines as one text. */
  private String text() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    channel.position(0);
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // a read may return fewer bytes
    }
    String all = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    return all.substring(0, all.lastIndexOf('\n') + 1);
  }

  /** Replaces all lines by those of this process, which may remove the file from now on. */
  synchronized void restart(List<String> lines) throws IOException {
    channel.truncate(0);
    append(lines);
    beginning = text();
    removable = true;
    heartbeat = Heartbeat.start(this::beat);
  }

  /** Appends lines and flushes them to the disk. */
  void append(List<String> lines) throws IOException {
    channel.truncate(text().length()); // a killed process may have left an incomplete line
    String text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    operations.append(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private synchronized void beat() throws IOException {
    if (channel.isOpen() && isInPlace()) {
      Heartbeat.mark(path);
    }
  }

  /** Renames the file; under the new name it is not removed at the end of the program. */
  synchronized void moveTo(Path other) throws IOException {
    operations.move(path, other);
    path = other;
    removable = false;
  }

  /** Removes the file, which remains locked. */
  synchronized void delete() throws IOException {
    if (isInPlace()) {
      operations.delete(path);
    }
  }

  /** Removes the file unless others need its lines, as those of an interrupted transaction. */
  synchronized void deleteIfUnneeded() throws IOException {
    if (removable && channel.isOpen()) {
      delete();
    }
  }

  /** Releases the file, which keeps its name. */
  @Override
  public synchronized void close() throws IOException {
    if (heartbeat != null) {
      heartbeat.close();
    }
    channel.close();
  }
}
