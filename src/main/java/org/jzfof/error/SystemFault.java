package org.jzfof.error;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * The reason of the operating system for a failed file operation; the messages of Java's exceptions
 * lack the most frequent reasons.
 */
public final class SystemFault {
  private SystemFault() {}

  /** The cause without the file name, such as "Permission denied". */
  public static String cause(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "No such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "Permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "File exists";
    }
    if (e instanceof CharacterCodingException) {
      return "it is no text";
    }
    return e instanceof FileSystemException f && f.getReason() != null
        ? f.getReason()
        : e.getMessage();
  }

  /** The cause; preceded by the file name if the exception has a file but no reason. */
  public static String describe(Exception e) {
    if (e instanceof UncheckedIOException unchecked) {
      return describe(unchecked.getCause());
    }
    boolean bare = e instanceof FileSystemException f && f.getReason() == null;
    String file = bare ? ((FileSystemException) e).getFile() + ": " : "";
    return e instanceof IOException io ? file + cause(io) : e.getMessage();
  }
}
