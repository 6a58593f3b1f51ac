package org.jzfof.cli.ranks;

import java.io.PrintStream;
import org.jzfof.progress.ProgressListener;

/**
 * A progress bar on one line of the terminal, redrawn in place. It is synchronized because a batch
 * writes and computes on two threads.
 */
public final class ProgressBar implements ProgressListener, AutoCloseable {
  private static final int WIDTH = 30;
  private static final int LINE = 78;

  private final PrintStream terminal;
  private String currentLine = "";

  private ProgressBar(PrintStream terminal) {
    this.terminal = terminal;
  }

  /**
   * Creates a bar on a terminal.
   *
   * @param enabled whether a bar is drawn at all. Only the launcher knows whether {@code err} is a
   *     terminal (property jzfof.terminal), because Java can only test its standard input and
   *     output together.
   */
  public static ProgressBar on(PrintStream err, boolean enabled) {
    return new ProgressBar(enabled && Boolean.getBoolean("jzfof.terminal") ? err : null);
  }

  @Override
  public synchronized void at(String stage, double fraction) {
    if (terminal == null) {
      return;
    }
    int percent = (int) (100 * Math.min(1, Math.max(0, fraction)));
    int filled = percent * WIDTH / 100;
    String line =
        "[" + "#".repeat(filled) + "-".repeat(WIDTH - filled) + "] " + percent + " % " + stage;
    line = line.length() > LINE ? line.substring(0, LINE) : line;
    if (!line.equals(currentLine)) {
      terminal.print("\r" + line + " ".repeat(Math.max(0, currentLine.length() - line.length())));
      terminal.flush();
      currentLine = line;
    }
  }

  /** Removes the bar, so that further output starts on an empty line. */
  @Override
  public synchronized void close() {
    if (!currentLine.isEmpty()) {
      terminal.print("\r" + " ".repeat(currentLine.length()) + "\r");
      terminal.flush();
      currentLine = "";
    }
  }
}
