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
        if (!Files.isRegularFile(file) || !isNewer(file)) {
          return false;
        }
        try (Hdf5File piece = Hdf5File.open(file)) {
          groups += piece.longs(HEADER, "Ngroups_ThisFile")[0];
          ids += piece.longs(HEADER, "Nids_ThisFile")[0];
          boolean last = file.equals(files.get(files.size() - 1));
          if (!isRight(piece, files.size())
              || !isWhole(piece)
              || last && !adds(piece, groups, ids)) {
            return false;
          }
        }
      }
      return true;
    } catch (Hdf5Exception | IOException e) {
      return false; // damaged, or not from jzfof: it is made anew, and a lasting fault shows then
    }
  }

  private boolean isNewer(Path file) throws IOException {
    FileTime made = Files.getLastModifiedTime(file);
    for (SnapshotHeader.Piece piece : snapshot.pieces()) {
      if (Files.getLastModifiedTime(piece.file()).compareTo(made) > 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isRight(Hdf5File piece, int files) {
    return piece.hasAttribute(PARAMETERS, "JzfofOptions")
        && piece.text(PARAMETERS, "JzfofOptions").equals(options)
        && absolute(Path.of(piece.text(PARAMETERS, "Snapshot"))).equals(absolute(snapshotPath))
        && piece.doubles(HEADER, "Time")[0] == snapshot.time()
        && piece.doubles(HEADER, "Redshift")[0] == snapshot.redshift()
        && piece.longs(HEADER, "NumFiles")[0] == files;
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static boolean isWhole(Hdf5File piece) {
    return hasRows(piece, "/Group/GroupLen", piece.longs(HEADER, "Ngroups_ThisFile")[0])
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
