package org.jzfof.cli.common;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jzfof.config.TextFile;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.SystemFault;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.header.SnapshotFiles;

/** Converts names, patterns and lists of snapshots into paths. */
public final class SnapshotList {
  private static final int MAX_BYTES = 1 << 24;

  private SnapshotList() {}

  /**
   * Returns whether a name contains a special character of shell patterns, and no file has that
   * name.
   */
  public static boolean isPattern(String name) {
    return name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0) && !Files.exists(Path.of(name));
  }

  /**
   * Returns the snapshots for given names; the matches of each pattern are sorted.
   *
   * @throws UsageException if a pattern has no match
   */
  public static List<Path> expand(List<String> names) {
    List<Path> paths = new ArrayList<>();
    for (String name : names) {
      if (name.isBlank()) { // most likely from an unset shell variable
        throw new UsageException("a name is empty: name a file or a folder");
      }
      Path path = Path.of(name);
      if (!isPattern(name)) {
        paths.add(path);
        continue;
      }
      List<Path> matches = match(path);
      if (matches.isEmpty()) {
        throw new UsageException(
            "nothing matches '" + name + "': check the pattern, or name the snapshots");
      }
      paths.addAll(matches);
    }
    return paths;
  }

  /**
   * Returns the snapshots without repetitions: of several named pieces of a snapshot, only the
   * first remains.
   */
  public static List<Path> withoutRepeatedPieces(List<Path> named) {
    Set<Path> seenBases = new HashSet<>();
    return named.stream()
        .filter(
            path -> {
              Path base = SnapshotFiles.base(path);
              return base.equals(path) || seenBases.add(base.toAbsolutePath().normalize());
            })
        .toList();
  }

  /**
   * Reads the snapshots from a file with one name or pattern per line; blank lines and comments are
   * ignored.
   */
  public static List<Path> read(Path file) {
    try {
      return expand(
          TextFile.read(file, MAX_BYTES)
              .lines()
              .map(line -> line.replaceFirst("(^|\\s)#.*", "").strip())
              .filter(line -> !line.isEmpty())
              .toList());
    } catch (IOException e) {
      throw new SnapshotException(
          "the list "
              + file
              + " cannot be read ("
              + SystemFault.cause(e)
              + "): give --list a text file",
          e);
    }
  }

  /** Matches a pattern folder by folder, starting at the outermost one. */
  private static List<Path> match(Path pattern) {
    List<Path> found = new ArrayList<>();
    found.add(pattern.isAbsolute() ? pattern.getRoot() : Path.of(""));
    for (Path part : pattern) {
      List<Path> inside = new ArrayList<>();
      for (Path folder : found) {
        inside.addAll(isPattern(part.toString()) ? list(folder, part) : existing(folder, part));
      }
      found = inside;
    }
    return found;
  }

  private static List<Path> existing(Path folder, Path name) {
    Path path = folder.resolve(name);
    return Files.exists(path) ? List.of(path) : List.of();
  }

  private static List<Path> list(Path folder, Path part) {
    List<Path> inside = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> matches = Files.newDirectoryStream(folder, part.toString())) {
        matches.forEach(inside::add);
      } catch (PatternSyntaxException e) {
        throw new UsageException(
            "'"
                + part
                + "' is no pattern ("
                + e.getDescription()
                + "): correct it, or put \\ before special characters",
            e);
      } catch (DirectoryIteratorException e) {
        throw SnapshotFiles.unreadable(folder, e.getCause());
      } catch (IOException e) {
        throw SnapshotFiles.unreadable(folder, e);
      }
    }
    inside.removeIf(path -> path.getFileName().toString().startsWith("."));
    inside.sort(null);
    return inside;
  }
}
