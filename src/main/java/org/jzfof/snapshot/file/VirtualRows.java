package org.jzfof.snapshot.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Mapping;
import org.jzfof.snapshot.header.FileState;

/**
 * Consecutive rows of a virtual dataset that are also consecutive rows of one source dataset. Reads
 * of such parts, with one source open at a time, cost no more than reads of ordinary files even for
 * thousands of sources; HDF5 itself would search all sources for every block.
 *
 * @param source file of the source dataset
 * @param dataset path of the source dataset in that file
 * @param row first row of the virtual dataset
 * @param sourceRow first row of the source
 */
record VirtualRows(FileState source, String dataset, long row, long rows, long sourceRow) {

  /**
   * Returns the parts of a virtual dataset in order. The result is empty if the mapping is too
   * complex, so that HDF5 must assemble the rows, and for a dataset that is not virtual.
   *
   * @param what name of the dataset, for messages
   * @throws SnapshotException if HDF5 would substitute fill values: for rows that no source has, or
   *     for a missing source
   */
  static List<VirtualRows> of(String what, SnapshotFile file, String path, Hdf5Dataset data) {
    if (!data.isVirtual()) {
      return List.of();
    }
    requireValues(what, data);
    requireOthers(what, file, path, data);
    List<VirtualRows> parts = new ArrayList<>();
    for (Hdf5Mapping m : data.mappings()) {
      if (m.row() == Hdf5Mapping.NO_ROWS) {
        requireSources(what, file, data);
        return List.of();
      }
      FileState source = file.source(m.file());
      parts.add(new VirtualRows(source, m.dataset(), m.row(), m.rows(), m.sourceRow()));
    }
    parts.sort(Comparator.comparingLong(VirtualRows::row));
    long next = 0;
    for (VirtualRows part : parts) {
      if (part.row != next) { // HDF5 resolves overlapping sources
        requireSources(what, file, data);
        return List.of();
      }
      next += part.rows;
    }
    return List.copyOf(parts);
  }

  private static void requireOthers(String what, SnapshotFile file, String path, Hdf5Dataset data) {
    for (Hdf5Mapping m : data.mappings()) {
      boolean inThisFile = m.file().equals(".") || file.path().endsWith(m.file());
      if (inThisFile && (path.equals(m.dataset()) || path.equals("/" + m.dataset()))) {
        throw new SnapshotException(
            "%s is virtual, and its own source: write the virtual file again".formatted(what));
      }
    }
  }

  private static void requireValues(String what, Hdf5Dataset data) {
    long mapped = 0;
    for (Hdf5Mapping m : data.mappings()) {
      if (m.values() == Hdf5Mapping.ANY) {
        return;
      }
      mapped += m.values();
    }
    long all = data.info().rows() * data.info().columns();
    if (mapped < all) {
      throw new SnapshotException(
          "%s is virtual, and its sources hold %d of its %d values: write the virtual file again"
              .formatted(what, mapped, all));
    }
  }

  private static void requireSources(String what, SnapshotFile file, Hdf5Dataset data) {
    for (Hdf5Mapping m : data.mappings()) {
      if (m.values() == Hdf5Mapping.ANY) {
        continue; // the source is a pattern of file names
      }
      try (SnapshotFile f = SnapshotFile.open(file.source(m.file()).file())) {
        requireSource(what, m.dataset(), f);
      }
    }
  }

  /**
   * @throws SnapshotException if a source dataset is not in its file
   */
  static void requireSource(String what, String dataset, SnapshotFile source) {
    if (!source.exists(dataset)) {
      throw new SnapshotException(
          "%s is virtual, and its source %s is not in %s: write the virtual file again"
              .formatted(what, dataset, source.path()));
    }
  }
}
