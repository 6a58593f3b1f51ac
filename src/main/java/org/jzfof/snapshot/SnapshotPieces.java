package org.jzfof.snapshot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.SnapshotFiles;

/**
 * Finds the files of a snapshot: as many as the header states, or all files with the name of the
 * snapshot if the header states no number.
 */
final class SnapshotPieces {
  private static final String NUM_FILES = "NumFilesPerSnapshot";

  /** Light cones of Gadget-4 state their number of files under another name. */
  private static final String[] NAMES = {NUM_FILES, HeaderAgreement.NUM_FILES};

  private static final List<String> HEADER = List.of(SnapshotFile.HEADER);

  private SnapshotPieces() {}

  /**
   * Returns all files, in order.
   *
   * @param f any file of the snapshot
   * @param trusted whether contradictions between headers are accepted
   * @param doubts list that receives one sentence if the header does not give the number of files
   * @throws SnapshotException if a file is missing, or more files are present
   */
  static List<Path> of(SnapshotFile f, boolean trusted, List<String> doubts) {
    double claimed = claimed(f);
    if (Double.isNaN(claimed) || claimed == 0) {
      return isComplete(f) ? List.of(f.path()) : numberedFiles(f.path(), doubts);
    }
    if (!trusted) {
      requireNoFurtherFile(f.path(), (long) claimed);
    }
    return SnapshotFiles.pieces(f.path(), (long) claimed);
  }

  /**
   * Returns all files of a light cone, each once: those of named folders, and named files with the
   * others of their shell.
   *
   * @param named files and folders
   * @throws UsageException if a name is repeated
   * @throws SnapshotException if a file is missing, or a folder has none
   */
  static List<Path> ofLightcone(List<Path> named) {
    Set<Path> names = new HashSet<>();
    Map<Path, Path> files = new LinkedHashMap<>(); // by their absolute names
    for (Path path : named) {
      if (!names.add(path.toAbsolutePath().normalize())) {
        throw new UsageException(path + " is named twice: name each part of a light cone once");
      }
      List<Path> found =
          Files.isDirectory(path)
              ? SnapshotFiles.ofLightcone(path)
              : ofShell(SnapshotFiles.find(path));
      found.forEach(file -> files.putIfAbsent(file.toAbsolutePath().normalize(), file));
    }
    return List.copyOf(files.values());
  }

  /** Returns all files of the shell of a light cone; a header without a number stands for one. */
  private static List<Path> ofShell(Path file) {
    try (SnapshotFile f = SnapshotFile.open(file)) {
      double claimed = claimed(f);
      return claimed > 1 ? SnapshotFiles.pieces(file, (long) claimed) : List.of(file);
    }
  }

  /**
   * Requires that the shells of a light cone are complete.
   *
   * @param headers headers of all files
   * @throws SnapshotException naming the first file that is missing
   */
  static void requireShells(List<FileHeader> headers) {
    Set<Path> found = new HashSet<>();
    for (FileHeader header : headers) {
      double[] count = header.statements().get(HeaderAgreement.NUM_FILES);
      if (count.length > 0 && count[0] > 1 && !found.contains(header.file())) {
        found.addAll(SnapshotFiles.pieces(header.file(), (long) count[0]));
      }
    }
  }

  private static double claimed(SnapshotFile f) {
    return f.number(HEADER, NAMES);
  }

  /** Whether a file holds all particles of its snapshot. */
  private static boolean isComplete(SnapshotFile f) {
    double[] total = f.numbers(SnapshotFile.HEADER, "NumPart_Total");
    double[] countsOfFile = f.numbers(SnapshotFile.HEADER, "NumPart_ThisFile");
    if (total.length == 0 || total.length != countsOfFile.length) {
      return false;
    }
    for (int type = 0; type < total.length; type++) {
      if (total[type] != countsOfFile[type]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the numbered files in the same folder; the numbers must begin at 0 without a gap. */
  private static List<Path> numberedFiles(Path file, List<String> doubts) {
    TreeMap<Long, Path> pieces = SnapshotFiles.numbered(file);
    if (pieces.size() < 2) {
      return List.of(file);
    }
    if (pieces.lastKey() != pieces.size() - 1) {
      throw new SnapshotException(
          "%s does not say how many files its snapshot has, and those that are there have the numbers %s: put the missing ones beside them, or write %s into their headers"
              .formatted(
                  file,
                  pieces.keySet().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                  NUM_FILES));
    }
    doubts.add(
        "%s does not say how many files its snapshot has: the %d that are there are taken, to %s"
            .formatted(file, pieces.size(), pieces.lastEntry().getValue().getFileName()));
    return List.copyOf(pieces.values());
  }

  /**
   * Requires that no further file belongs to the snapshot. Snapshots of one file each may be
   * numbered like files of one snapshot; each of them then states a number of files of 1.
   */
  private static void requireNoFurtherFile(Path file, long files) {
    for (Path further : SnapshotFiles.furtherFiles(file, files)) {
      try (SnapshotFile f = SnapshotFile.open(further)) {
        if (claimed(f) > files) {
          throw HeaderAgreement.contradiction(
              further, NUM_FILES, "" + (long) claimed(f), file, "" + files);
        }
      }
    }
  }
}
