package org.jzfof.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Exception;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.SnapshotHeader;

/** Tells a catalogue that is complete, of a certain snapshot, and made with certain options. */
public final class CompleteCatalogue {
  private static final String HEADER = "/Header";
  private static final String NUM_FILES = "NumFiles";
  private static final String PARAMETERS = "/Parameters";

  private final Path snapshotPath;
  private final SnapshotHeader snapshot;
  private final String options;

  /**
   * @param snapshotPath the snapshot as the user names it
   * @param snapshot its header
   * @param options as in {@link CatalogueInfo#options}
   */
  public CompleteCatalogue(Path snapshotPath, SnapshotHeader snapshot, String options) {
    this.snapshotPath = snapshotPath;
    this.snapshot = snapshot;
    this.options = options;
  }

  /**
   * Whether these files are that catalogue: all are there, open, are newer than the snapshot, say
   * that they come from it and from the same options, and hold what their headers claim.
   */
  public boolean is(List<Path> files) {
    long groups = 0;
    long ids = 0;
    try {
      for (Path file : files) {
        if (!isNewer(file)) {
          return false;
        }
        try (Hdf5File piece = Hdf5File.open(file)) {
          if (!isRight(piece)) {
            return false;
          }
          if (!piece.hasAttribute(HEADER, NUM_FILES)) { // a layout of one file, made in one go
            continue;
          }
          groups += piece.longs(HEADER, "Ngroups_ThisFile")[0];
          ids += piece.longs(HEADER, "Nids_ThisFile")[0];
          boolean last = file.equals(files.get(files.size() - 1));
          if (!isWhole(piece, files.size()) || last && !adds(piece, groups, ids)) {
            return false;
          }
        }
      }
      return true;
    } catch (Hdf5Exception e) {
      return false; // damaged, or not from jzfof: it is made anew, and a lasting fault shows then
    }
  }

  /** Whether a file is there and as new as the snapshot. */
  public boolean isNewer(Path file) {
    try {
      FileTime made = Files.getLastModifiedTime(file);
      for (Path read : snapshot.files()) {
        if (Files.getLastModifiedTime(read).compareTo(made) > 0) {
          return false;
        }
      }
      return Files.isRegularFile(file);
    } catch (IOException e) {
      return false; // not there, or not to be read: it is made anew, and a lasting fault shows then
    }
  }

  private boolean isRight(Hdf5File piece) {
    return piece.hasAttribute(PARAMETERS, "JzfofOptions")
        && piece.text(PARAMETERS, "JzfofOptions").equals(options)
        && absolute(Path.of(piece.text(PARAMETERS, "Snapshot"))).equals(absolute(snapshotPath));
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private boolean isWhole(Hdf5File piece, int files) {
    return piece.longs(HEADER, NUM_FILES)[0] == files
        && piece.doubles(HEADER, "Time")[0] == snapshot.time()
        && piece.doubles(HEADER, "Redshift")[0] == snapshot.redshift()
        && hasRows(piece, "/Group/GroupLen", piece.longs(HEADER, "Ngroups_ThisFile")[0])
        && hasRows(piece, "/IDs/ID", piece.longs(HEADER, "Nids_ThisFile")[0]);
  }

  private static boolean hasRows(Hdf5File piece, String dataset, long rows) {
    if (rows == 0) {
      return true;
    }
    try (Hdf5Dataset stored = piece.dataset(dataset)) {
      return stored.info().rows() == rows;
    }
  }

  private static boolean adds(Hdf5File piece, long groups, long ids) {
    return groups == piece.longs(HEADER, "Ngroups_Total")[0]
        && ids == piece.longs(HEADER, "Nids_Total")[0];
  }
}
