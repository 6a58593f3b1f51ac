package org.jzfof.cli.reports;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jzfof.cli.common.ExitCodes;

/** Standard output that remembers its first failure; a PrintStream would swallow it. */
public final class StandardOutput extends OutputStream {
  private static final int BUFFER_BYTES = 8192;

  private final OutputStream file = new FileOutputStream(FileDescriptor.out);
  private final PrintStream stream =
      new PrintStream(new BufferedOutputStream(this, BUFFER_BYTES), true, StandardCharsets.UTF_8);
  private volatile IOException failure;

  /** Where to print. */
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
   * The exit code of a program whose output may be lost. A reader that has gone, such as head,
   * hears nothing.
   *
   * @param code of the program otherwise
   * @param err gets one line on output that could not be written
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
