package org.jzfof.catalogue.layout;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzfof.comm.Communicator;
import org.jzfof.error.Cleanup;
import org.jzfof.error.OutputException;
import org.jzfof.output.OutputFiles;

/** Files with reserved space for columns, into which this rank writes rows. */
public final class OpenOutputs implements AutoCloseable {
  private final Map<Path, Opened> files = new LinkedHashMap<>();
  private final Set<OpenOption> options;

  private record Opened(Path file, FileChannel channel) {}

  public OpenOutputs(CollectiveWriters writers) {
    options = writers.options();
  }

  /**
   * Opens the files of extents; collective over all ranks. If a rank fails, the files are removed
   * and slower ranks cannot open them; therefore the ranks synchronise before one reports a missing
   * file as its own failure.
   *
   * @throws OutputException if this rank cannot write a file, with the cause
   */
  public void openTogether(Communicator comm, List<ColumnExtent> extents) {
    OutputException failure = null;
    try {
      extents.forEach(this::open);
    } catch (OutputException e) {
      failure = e;
    }
    comm.sum(new long[1]);
    if (failure != null) {
      throw failure;
    }
  }

  /** Opens the file of an extent unless it is open. */
  private void open(ColumnExtent extent) {
    if (files.containsKey(extent.part())) {
      return;
    }
    try {
      FileChannel channel = FileChannel.open(extent.part(), options);
      files.put(extent.part(), new Opened(extent.file(), channel));
    } catch (IOException e) {
      throw OutputFiles.failure(extent.file(), e);
    }
  }

  /**
   * Writes rows to an extent whose file is open.
   *
   * @param row first row, counted over the catalogue
   * @throws OutputException if the rows cannot be written, with the cause
   */
  public void write(ColumnExtent extent, int rowBytes, long row, ByteBuffer bytes) {
    long position = extent.position() + rowBytes * (row - extent.rows().first());
    try {
      while (bytes.hasRemaining()) {
        position += files.get(extent.part()).channel.write(bytes, position);
      }
    } catch (IOException e) {
      throw OutputFiles.failure(extent.file(), e);
    }
  }

  /**
   * Flushes all files to the disk. The writing rank must call this, because on a network file
   * system no other rank can.
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

  /**
   * @throws OutputException if a file cannot be closed: some file systems report only then that
   *     there was no space
   */
  @Override
  public void close() {
    Cleanup.all(files.values().stream().<Runnable>map(file -> () -> close(file)).toList());
  }

  private static void close(Opened file) {
    try {
      file.channel.close();
    } catch (IOException e) {
      throw OutputFiles.failure(file.file, e);
    }
  }
}
