package org.jzfof.cli.reports;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jzfof.cli.common.ExitCodes;

/** Standard output that records its first failure; a PrintStream would hide it. */
public final class StandardOutput extends OutputStream {
  private static final int BUFFER_BYTES = 8192;

  private final OutputStream file = new FileOutputStream(FileDescriptor.out);
  private final PrintStream stream =
      new PrintStream(new BufferedOutputStream(this, BUFFER_BYTES), true, StandardCharsets.UTF_8);
  private volatile IOException failure;

  /** Returns the stream for printing. */
  public PrintStream stream() {
    return stream;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      file.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /**
   * Returns the exit code of a program whose output may be incomplete. A closed pipe, such as that
   * of head, causes no message.
   *
   * @param code exit code of the program without failures of the output
   * @param err stream for one line about a failure of the output
   */
  public int end(int code, PrintStream err) {
    stream.flush();
    if (failure == null) {
      return code;
    }
    if (!String.valueOf(failure.getMessage()).contains("Broken pipe")) {
      err.println(
          "jzfof: error: cannot write to standard output: "
              + failure.getMessage()
              + ": free space, or redirect the output");
    }
    return code == ExitCodes.OK || code == ExitCodes.DIFFERENT ? ExitCodes.OUTPUT : code;
  }
}
