package org.jzfof.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jzfof.error.SnapshotException;

/**
 * A file as it stood when it was opened first, by which later reads know it again.
 *
 * @param file its path
 * @param bytes its size
 * @param modified time stamp of its content
 * @param key what tells it from another file of the same name (device and inode), or null
 */
public record FileState(Path file, long bytes, FileTime modified, Object key) {

  /**
   * @throws SnapshotException if there is no such file, or it cannot be looked at
   */
  static FileState of(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileState(file, now.size(), now.lastModifiedTime(), now.fileKey());
    } catch (IOException e) {
      throw SnapshotException.unreadable(file, e);
    }
  }

  /**
   * To be called after a read: all that was read is of the file that was opened first.
   *
   * @throws SnapshotException if it has been changed or replaced
   */
  public void requireUnchanged() {
    FileState now;
    try {
      now = of(file);
    } catch (SnapshotException e) {
      throw changed("removed", e);
    }
    if (bytes != now.bytes) {
      throw changed("%d bytes instead of %d".formatted(now.bytes, bytes), null);
    }
    if (!Objects.equals(key, now.key)) {
      throw changed("another file of the same name", null);
    }
    if (!modified.equals(now.modified)) {
      throw changed("written at %s".formatted(now.modified), null);
    }
  }

  private SnapshotException changed(String how, Throwable cause) {
    return new SnapshotException(
        "%s has changed while it was read (%s): wait until nobody writes the snapshot, and run again"
            .formatted(file, how),
        cause);
  }
}
