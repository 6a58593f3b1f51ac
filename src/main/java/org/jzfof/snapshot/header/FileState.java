package org.jzfof.snapshot.header;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.jzfof.error.SnapshotException;

/**
 * The state of a file when it was first opened; later reads check that it has not changed.
 *
 * @param inode identity of the file among files of the same name, on all hosts that share it
 */
public record FileState(Path file, long bytes, FileTime modified, long inode) {

  /**
   * @throws SnapshotException if the file does not exist or its attributes cannot be read
   */
  public static FileState of(Path file) {
    try {
      Map<String, Object> now = Files.readAttributes(file, "unix:size,lastModifiedTime,ino");
      return new FileState(
          file,
          (long) now.get("size"),
          (FileTime) now.get("lastModifiedTime"),
          (long) now.get("ino"));
    } catch (IOException e) {
      throw SnapshotException.unreadable(file, e);
    }
  }

  /**
   * Requires that the file is still in this state. A call after each read ensures that all values
   * come from the file that was opened first.
   *
   * @throws SnapshotException if the file has been changed or replaced
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
    if (inode != now.inode) {
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
