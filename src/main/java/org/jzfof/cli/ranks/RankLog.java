package org.jzfof.cli.ranks;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;
import org.jzfof.comm.Communicator;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.output.OutputFiles;
import org.jzfof.progress.ProgressListener;

/** A log file with the stages of one rank; every line is flushed at once. */
final class RankLog implements ProgressListener, AutoCloseable {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

  private final Communicator comm;
  private final ProgressListener next;
  private final Path path;
  private final Writer file;
  private IOException failure;
  private String stage;
  private long since;
  private long bytes;
  private long messages;

  /**
   * @param folder folder for the files of all ranks; created if missing
   * @param next listener that receives the progress as well
   * @throws OutputException if the file cannot be written
   */
  private RankLog(Path folder, Communicator comm, ProgressListener next) {
    this.comm = comm;
    this.next = next;
    path = folder.resolve("rank-%04d.log".formatted(comm.rank()));
    try {
      Files.createDirectories(folder);
      OutputFiles.check(path, "--log-ranks");
      file = Files.newBufferedWriter(path);
    } catch (IOException e) {
      throw unwritable(e);
    }
    line("rank %d of %d, process %d", comm.rank(), comm.size(), ProcessHandle.current().pid());
  }

  /**
   * Performs the work of a rank, with a log if a folder is given.
   *
   * @param folder folder for the logs, or null
   * @param next listener that receives the progress in any case
   * @throws OutputException if the log cannot be written; after the work if the error occurs during
   *     it
   */
  static <T> T withLog(
      Path folder, Communicator comm, ProgressListener next, Function<ProgressListener, T> work) {
    if (folder == null) {
      return work.apply(next);
    }
    try (RankLog log = new RankLog(folder, comm, next)) {
      T result;
      try {
        result = work.apply(log);
        log.endStage();
        log.line("done");
      } catch (RuntimeException | Error e) {
        log.line("failed: %s", e);
        throw e;
      }
      log.requireWritten();
      return result;
    }
  }

  @Override
  public void at(String name, double fraction) {
    next.at(name, fraction);
    if (!name.equals(stage)) {
      endStage();
      begin(name);
      line("begin %s", name);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) { // the loss of the last line has been recorded already
      failure = e;
    }
  }

  private void requireWritten() {
    if (failure != null) {
      throw unwritable(failure);
    }
  }

  private OutputException unwritable(IOException e) {
    return new OutputException(
        "cannot write "
            + path
            + " ("
            + SystemFault.cause(e)
            + "): give --log-ranks a folder that can be written",
        e);
  }

  private void begin(String name) {
    stage = name;
    since = System.nanoTime();
    bytes = comm.bytesSent();
    messages = comm.messagesSent();
  }

  private void endStage() {
    if (stage != null) {
      line(
          "end %s: %.3f s, sent %d bytes in %d messages",
          stage,
          (System.nanoTime() - since) * 1e-9,
          comm.bytesSent() - bytes,
          comm.messagesSent() - messages);
    }
  }

  private void line(String format, Object... values) {
    String text = String.format(Locale.ROOT, format, values);
    try {
      file.write(LocalDateTime.now().format(TIME) + " " + text + System.lineSeparator());
      file.flush();
    } catch (IOException e) { // reported at the end of the work
      failure = e;
    }
  }
}
