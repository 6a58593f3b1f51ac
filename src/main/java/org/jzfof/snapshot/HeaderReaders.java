package org.jzfof.snapshot;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Distributes the reading of the headers of the files of a snapshot. */
@FunctionalInterface
public interface HeaderReaders {
  /** This process reads all headers. */
  HeaderReaders ALONE = (files, read) -> files.stream().map(read).toList();

  /**
   * Reads the headers of all files.
   *
   * @return headers in the order of the files
   */
  List<FileHeader> read(List<Path> files, Function<Path, FileHeader> read);
}
