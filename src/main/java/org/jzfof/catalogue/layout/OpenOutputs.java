package org.jzfof.catalogue.layout;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.comm.Communicator;
import org.jzfof.error.Cleanup;
import org.jzfof.error.OutputException;
import org.jzfof.output.OutputFiles;

/** Files that have room for columns, into which this rank writes some of their rows. */
public final class OpenOutputs implements AutoCloseable {
  private final Map<Path, Opened> files = new LinkedHashMap<>();

  private record Opened(Path file, FileChannel channel) {}

  /**
   * Opens the files of places; every rank calls it. A rank that fails has the files removed, which
   * keeps slower ones from opening them: these meet the others before they take that for a failure
   * of their own.
   *
   * @throws OutputException if this rank cannot write one, with the cause
   */
  public void openTogether(Communicator comm, List<ColumnExtent> places) {
    OutputException failure = null;
    try {
      places.forEach(this::open);
    } catch (OutputException e) {
      failure = e;
    }
    comm.sum(new long[1]);
    if (failure != null) {
      throw failure;
    }
  }

  /** Opens the file of a place, unless it is open. */
  private void open(ColumnExtent place) {
    if (files.containsKey(place.part())) {
      return;
    }
    try {
      FileChannel channel =
          FileChannel.open(place.part(), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      files.put(place.part(), new Opened(place.file(), channel));
    } catch (IOException e) {
      throw OutputFiles.failure(place.file(), e);
    }
  }

  /**
   * Writes rows to a place whose file is open.
   *
   * @param row first of them, counted over the catalogue
   * @throws OutputException if they cannot be written, with the cause
   */
  public void write(ColumnExtent place, int rowBytes, long row, ByteBuffer bytes) {
    long position = place.position() + rowBytes * (row - place.rows().first());
    try {
      while (bytes.hasRemaining()) {
        position += files.get(place.part()).channel.write(bytes, position);
      }
    } catch (IOException e) {
      throw OutputFiles.failure(place.file(), e);
    }
  }

  /**
   * Waits until all is on the disk, for who has written: on a network file system nobody else can.
   */
  public void sync() {
    for (Opened file : files.values()) {
      try {
        file.channel.force(true);
      } catch (IOException e) {
        throw OutputFiles.failure(file.file, e);
      }
    }
  }

  @Override
  public void close() {
    Cleanup.close(files.values().stream().map(Opened::channel).toArray(AutoCloseable[]::new));
  }
}
