package org.jzfof.snapshot.header;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.SystemFault;
import org.jzfof.snapshot.binary.BinaryFormat;

/**
 * Names of snapshot files: BASE.hdf5, or BASE.K.hdf5 for the file with number K. The ending may
 * also be .h5. PKDGRAV3's files and binary ones have none; which of these a file is, its content
 * tells.
 */
public final class SnapshotFiles {
  private static final Pattern ENDING = Pattern.compile("\\.(hdf5|h5)$");
  private static final Pattern PIECE = Pattern.compile("(?s)(.+)\\.(\\d+)(\\.hdf5|\\.h5|)");

  /** Name of the folder of a shell of a light cone of Gadget-4. */
  private static final Pattern SHELL = Pattern.compile("conedir_\\d+");

  /** Beginnings of the names of result files in the folders of snapshots. */
  private static final Pattern RESULT = Pattern.compile("^(fof|neighbours)_");

  /** The number of a snapshot: digits after a separator, or a scale factor with a decimal point. */
  private static final Pattern NUMBER =
      Pattern.compile("(?:^|[_-]|(?<!\\d)\\.)(\\d+(?:\\.\\d+)?)$");

  private static final String[] ENDINGS_OF_A_BASE = {".hdf5", ".h5", ".0.hdf5", ".0.h5", ".0"};

  private SnapshotFiles() {}

  /**
   * Returns the part of a name that distinguishes the snapshots of a series and becomes part of the
   * names of result files. It is the number in the name, such as "001" for snapshot_001.2.hdf5 and
   * snapdir_001 or "0.500" for snap_0.500.hdf5. Without a number it is the name itself, such as
   * "final_A" for final_A.hdf5.
   */
  public static String number(Path path) {
    String name = ENDING.matcher(base(path).getFileName().toString()).replaceFirst("");
    Matcher number = NUMBER.matcher(name);
    return number.find() ? number.group(1) : name;
  }

  /**
   * Returns the name without the number of the file within its snapshot. Digits before the ending
   * are such a number if they are 0, or if the file with the preceding number exists: the digits in
   * snap_0.500.hdf5 are a part of the scale factor.
   */
  public static Path base(Path file) {
    Matcher m = PIECE.matcher(file.getFileName().toString());
    if (!m.matches() || !hasPieces(file, m) && !m.group(1).matches("(?s).*\\.\\d+")) {
      return file;
    }
    String number = m.group(2);
    BigInteger piece = new BigInteger(number);
    BigInteger next = piece.signum() > 0 ? piece.subtract(BigInteger.ONE) : BigInteger.ONE;
    String padded = "0".repeat(Math.max(0, number.length() - next.toString().length())) + next;
    boolean one =
        number.equals("0")
            || Stream.of(next.toString(), padded)
                .anyMatch(
                    k -> Files.exists(file.resolveSibling(m.group(1) + "." + k + m.group(3))));
    return one ? file.resolveSibling(m.group(1) + m.group(3)) : file;
  }

  /**
   * Whether the number in the name of a file may be that of the file within its snapshot: without
   * an ending, NAME.00100 and NAME.00101 of PKDGRAV3 are different snapshots.
   *
   * @param name match of its name
   */
  private static boolean hasPieces(Path file, Matcher name) {
    return !name.group(3).isEmpty() || isBinary(file);
  }

  private static boolean isBinary(Path file) {
    return BinaryFormat.of(file).isPresent();
  }

  /**
   * Returns one file of a snapshot.
   *
   * @param named path of a file, the base name or the folder of the snapshot
   * @throws SnapshotException if no such file exists, or a folder holds several snapshots
   */
  public static Path find(Path named) {
    if (Files.isDirectory(named)) {
      return findIn(named);
    }
    if (Files.exists(named)) {
      return named;
    }
    for (String ending : ENDINGS_OF_A_BASE) {
      Path file = named.resolveSibling(named.getFileName() + ending);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    Path folder = named.toAbsolutePath().getParent();
    if (folder != null && Files.isDirectory(folder)) {
      for (Path file : list(folder)) {
        Matcher m = PIECE.matcher(file.getFileName().toString());
        if (m.matches() && m.group(1).equals(named.getFileName().toString())) {
          return file;
        }
      }
    }
    throw new SnapshotException(
        "%s does not exist: name a snapshot file, any piece of a split snapshot, its name without .K.hdf5, or its folder"
            .formatted(named));
  }

  private static Path findIn(Path folder) {
    Map<String, Path> snapshots = new TreeMap<>();
    for (Path file : list(folder)) {
      String name = file.getFileName().toString();
      Matcher m = PIECE.matcher(name);
      String base = m.matches() ? m.group(1) : ENDING.matcher(name).replaceFirst("");
      if (!snapshots.containsKey(base)
          && !RESULT.matcher(name).find()
          && (ENDING.matcher(name).find() || isBinary(file))) {
        snapshots.put(base, file);
      }
    }
    if (snapshots.isEmpty()) {
      throw new SnapshotException(
          "folder %s holds no .hdf5 or .h5 file and no binary snapshot: name the folder with the snapshot's files"
              .formatted(folder));
    }
    if (snapshots.size() > 1) {
      throw new SnapshotException(
          "folder %s holds %d snapshots (%s): name one of them"
              .formatted(folder, snapshots.size(), String.join(", ", snapshots.keySet())));
    }
    return snapshots.values().iterator().next();
  }

  /**
   * Returns the files in a folder of a light cone, and in its folders conedir_SSSS, in which
   * Gadget-4 puts the files of a shell if there are several.
   *
   * @throws SnapshotException if there is none
   */
  public static List<Path> ofLightcone(Path folder) {
    List<Path> found = new ArrayList<>();
    for (Path in : foldersOfLightcone(folder)) {
      list(in).stream().filter(file -> ENDING.matcher(file.toString()).find()).forEach(found::add);
    }
    if (found.isEmpty()) {
      throw new SnapshotException(
          "folder %s holds no .hdf5 or .h5 file: name the folder with the particles of the light cone"
              .formatted(folder));
    }
    return found;
  }

  private static List<Path> foldersOfLightcone(Path folder) {
    try (Stream<Path> inside = Files.list(folder)) {
      Stream<Path> shells =
          inside
              .filter(Files::isDirectory)
              .filter(path -> SHELL.matcher(path.getFileName().toString()).matches())
              .sorted();
      return Stream.concat(Stream.of(folder), shells).toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  /**
   * Returns the folder of the light cone that a file belongs to.
   *
   * @param file file of a light cone
   */
  public static Path lightcone(Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return SHELL.matcher(folder.getFileName().toString()).matches() ? folder.getParent() : folder;
  }

  /**
   * Returns a file of the snapshot that a simulation code wrote together with a group catalogue.
   * Its name begins with "snap" and has the number of the catalogue. It lies in the folder of the
   * catalogue or in the folder snapdir_NNN next to that folder.
   */
  public static Optional<Path> snapshotOf(Path catalogue) {
    String number = number(catalogue);
    Path folder = catalogue.resolveSibling("");
    return Stream.of(folder, folder.resolve("../snapdir_" + number).normalize())
        .filter(Files::isDirectory)
        .flatMap(f -> list(f).stream())
        .filter(f -> f.getFileName().toString().startsWith("snap"))
        .filter(f -> ENDING.matcher(f.toString()).find() || isBinary(f))
        .filter(f -> number(f).equals(number))
        .findFirst();
  }

  /** Returns the exception for a folder whose files cannot be listed. */
  public static SnapshotException unreadable(Path folder, IOException e) {
    return new SnapshotException(
        "folder %s cannot be read (%s): check its permissions"
            .formatted(folder, SystemFault.cause(e)),
        e);
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  /**
   * Returns all files of a snapshot, in order.
   *
   * @param file any file of the snapshot
   * @param count number of files according to its header
   * @throws SnapshotException if a file is missing
   */
  public static List<Path> pieces(Path file, long count) {
    if (count == 1) {
      return List.of(file);
    }
    if (count < 1) {
      throw new SnapshotException(
          "NumFilesPerSnapshot of %s is %d: write the number of its files there"
              .formatted(file, count));
    }
    Matcher m = PIECE.matcher(file.getFileName().toString());
    if (!m.matches()) {
      throw new SnapshotException(
          "%s says NumFilesPerSnapshot = %d, but its name has no piece number: name pieces BASE.K.hdf5"
              .formatted(file, count));
    }
    List<Path> pieces = new ArrayList<>();
    for (long k = 0; k < count; k++) {
      Path piece = piece(file, m, k);
      if (!Files.exists(piece)) {
        throw new SnapshotException(
            "%s is missing: the header of %s says that the snapshot has %d files; put them all into one folder"
                .formatted(piece, file.getFileName(), count));
      }
      pieces.add(piece);
    }
    return List.copyOf(pieces);
  }

  /**
   * Returns the files whose names differ from the name of a given file only in the number K, by
   * that number; K may have leading zeros. The result is empty if the name has no such number.
   */
  public static TreeMap<Long, Path> numbered(Path file) {
    TreeMap<Long, Path> pieces = new TreeMap<>();
    Matcher name = PIECE.matcher(file.getFileName().toString());
    if (name.matches() && hasPieces(file, name)) {
      for (Path other : list(file.resolveSibling(""))) {
        Matcher m = PIECE.matcher(other.getFileName().toString());
        if (m.matches()
            && m.group(1).equals(name.group(1))
            && m.group(3).equals(name.group(3))
            && m.group(2).length() < 10) {
          pieces.put(Long.parseLong(m.group(2)), other);
        }
      }
    }
    return pieces;
  }

  /**
   * Returns the path of file k of a snapshot. Its number has as many digits as that of another file
   * if a file of that name exists, and no leading zeros otherwise.
   */
  private static Path piece(Path other, Matcher name, long k) {
    Path plain = other.resolveSibling(name.group(1) + "." + k + name.group(3));
    String padded = ("%0" + name.group(2).length() + "d").formatted(k);
    Path wide = other.resolveSibling(name.group(1) + "." + padded + name.group(3));
    return Files.exists(plain) || !Files.exists(wide) ? plain : wide;
  }

  /**
   * Returns existing files whose numbers are adjacent to those of the files of a snapshot: more
   * files than its header states.
   *
   * @param file any file of the snapshot
   * @param count number of files according to its header
   */
  public static List<Path> furtherFiles(Path file, long count) {
    Matcher m = PIECE.matcher(file.getFileName().toString());
    if (!m.matches() || !hasPieces(file, m)) {
      return List.of();
    }
    return LongStream.of(0, count)
        .filter(k -> count == 1 || k > 0)
        .mapToObj(k -> piece(file, m, k))
        .filter(other -> Files.isRegularFile(other) && !other.equals(file))
        .filter(other -> !m.group(3).isEmpty() || isBinary(other))
        .toList();
  }

  /**
   * Returns the source file of a virtual dataset, in the folder in which HDF5 looks for it.
   *
   * @param name stored name of the source file; "." is the same file
   * @throws SnapshotException if the source file does not exist
   */
  public static Path source(Path virtual, String name) {
    Path file = name.equals(".") ? virtual : virtual.resolveSibling(name);
    if (!Files.exists(file)) {
      throw new SnapshotException(
          "%s is missing: the virtual file %s refers to it; keep both where they were written"
              .formatted(file, virtual));
    }
    return file;
  }
}
