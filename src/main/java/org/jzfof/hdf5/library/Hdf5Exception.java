package org.jzfof.hdf5.library;

import hdf.hdf5lib.exceptions.HDF5Exception;
import hdf.hdf5lib.exceptions.HDF5LibraryException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A failure of the HDF5 library or of a read without it. The message is a short cause without the
 * file's name, such as "No such file or directory", "not an HDF5 file" or "truncated file". Callers
 * add the failed operation.
 */
public final class Hdf5Exception extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The environment variable that names the folder of external files. */
  public static final String EXTERNAL_PREFIX = "HDF5_EXTFILE_PREFIX";

  public static final String NOT_REGULAR = "it is not a regular file";

  /** Message about a file name that the library cannot receive. */
  public static final String NAME = "its name is not valid UTF-8, or has characters beyond U+FFFF";

  /** Message about a file system that refuses the library's locks, whatever its reason. */
  public static final String NO_LOCKS = "No locks available";

  private static final String BUSY = "Resource temporarily unavailable";

  private static final Pattern SYSTEM_ERROR =
      Pattern.compile("errno = \\d+, error message = '([^']*)'");
  private static final Pattern TRUNCATED =
      Pattern.compile("truncated file: eof = (\\d+).*stored_eof = (\\d+)");
  private static final Pattern MISSING_FILTER =
      Pattern.compile("required filter '([^']*)' is not registered");
  private static final Pattern ENTRY =
      Pattern.compile("#\\d+: \\S+ line \\d+ in (\\w+)\\(\\): (.*)");

  public Hdf5Exception(String message) {
    super(message);
  }

  public Hdf5Exception(String message, Throwable cause) {
    super(message, cause);
  }

  public static Hdf5Exception of(HDF5Exception e) {
    String stack = e instanceof HDF5LibraryException l ? l.getHDF5ErrorStackAsString() : null;
    return new Hdf5Exception(stack == null ? String.valueOf(e.getMessage()) : reason(stack), e);
  }

  /**
   * Returns the remedy for users, as text after the message: ": ...", or "" if the message contains
   * it.
   *
   * @param format expected file format, for the message about a file that is not HDF5
   */
  public String remedy(String format) {
    String cause = String.valueOf(getMessage());
    return switch (cause) {
      case NOT_REGULAR -> ": write what it gives into one first";
      case "not an HDF5 file" -> ": " + format;
      case "No such file or directory" -> ": check the name";
      case BUSY -> ": another program writes it; wait, or set HDF5_USE_FILE_LOCKING=FALSE";
      case NO_LOCKS -> ": its file system has no locks; set HDF5_USE_FILE_LOCKING=FALSE";
      case NAME -> ": rename it";
      case "Permission denied" -> ": check its permissions";
      default ->
          cause.contains("HDF5_PLUGIN_PATH") || cause.contains(EXTERNAL_PREFIX)
              ? ""
              : ": it seems damaged or incomplete; copy or write it again";
    };
  }

  /** The part of the library's error stack that a user can act on. */
  private static String reason(String stack) {
    Matcher m = SYSTEM_ERROR.matcher(stack);
    if (m.find()) {
      boolean refused = stack.contains("unable to lock file") && !m.group(1).equals(BUSY);
      return refused ? NO_LOCKS : m.group(1);
    }
    m = TRUNCATED.matcher(stack);
    if (m.find()) {
      return "truncated file: it has %s bytes and should have %s".formatted(m.group(1), m.group(2));
    }
    if (stack.contains("file signature not found")) {
      return "not an HDF5 file";
    }
    m = MISSING_FILTER.matcher(stack);
    if (m.find()) {
      return "filter '%s' is not available; set HDF5_PLUGIN_PATH to the folder with its plugin"
          .formatted(m.group(1));
    }
    String last = "unknown error of the HDF5 library";
    m = ENTRY.matcher(stack);
    while (m.find()) {
      last = "%s (%s)".formatted(m.group(2), m.group(1));
    }
    return last;
  }
}
