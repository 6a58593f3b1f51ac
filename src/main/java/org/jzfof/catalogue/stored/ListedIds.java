package org.jzfof.catalogue.stored;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;

/** The list of member IDs in the files of a catalogue, as one column over all files. */
final class ListedIds implements IdColumn.Reader {
  private final List<Path> files;
  private final String path;
  private final long[] starts;

  ListedIds(StoredCatalogue catalogue) {
    this.files = catalogue.files();
    this.path = catalogue.header().ids();
    this.starts = new long[files.size() + 1];
    for (int k = 0; k < files.size(); k++) {
      starts[k + 1] = starts[k] + StoredCatalogue.reading(files.get(k), this::rows);
    }
  }

  private long rows(Hdf5File file) {
    if (path.isEmpty() || !file.exists(path)) {
      return 0;
    }
    try (Hdf5Dataset ids = file.dataset(path)) {
      return ids.info().rows();
    }
  }

  /** Whether the members of a subhalo, if there are any, are listed type by type. */
  boolean areByType() {
    return StoredCatalogue.reading(
        files.get(0), file -> file.exists(path) && file.hasAttribute(path, GroupLayout.BY_TYPE));
  }

  /** Number of IDs in all files. */
  long count() {
    return starts[files.size()];
  }

  @Override
  public void read(long from, int rows, long[] into) {
    for (int k = 0; k < files.size(); k++) {
      long start = Math.max(from, starts[k]);
      int n = (int) (Math.min(from + rows, starts[k + 1]) - start);
      if (n > 0) {
        long[] values = n == rows ? into : new long[n];
        long row = start - starts[k];
        StoredCatalogue.reading(
            files.get(k),
            file -> {
              try (Hdf5Dataset ids = file.dataset(path)) {
                ids.read(row, n, values);
                return null;
              }
            });
        if (values != into) {
          System.arraycopy(values, 0, into, (int) (start - from), n);
        }
      }
    }
  }
}
