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

/** Turns names, patterns and lists of snapshots into paths. */
public final class SnapshotList {
  private static final int MOST_BYTES = 1 << 24;

  private SnapshotList() {}

  /** Whether a name has one of the special characters of a shell's patterns. */
  public static boolean isPattern(String name) {
    return name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0) && !Files.exists(Path.of(name));
  }

  /**
   * The snapshots that some names stand for: those that a pattern matches are sorted.
   *
   * @throws UsageException if a pattern matches nothing
   */
  public static List<Path> expand(List<String> names) {
    List<Path> paths = new ArrayList<>();
    for (String name : names) {
      if (name.isBlank()) { // most likely an unset shell variable
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

  /** The same snapshots, of whose pieces only the first that is named stands for it. */
  public static List<Path> once(List<Path> named) {
    Set<Path> split = new HashSet<>();
    return named.stream()
        .filter(
            path -> {
              Path base = SnapshotFiles.base(path);
              return base.equals(path) || split.add(base.toAbsolutePath().normalize());
            })
        .toList();
  }

  /** The snapshots in a file: a name or a pattern in each line that is not empty or a comment. */
  public static List<Path> read(Path file) {
    try {
      return expand(
          TextFile.read(file, MOST_BYTES)
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

  /** Matches name by name, from the outermost folder inwards. */
  private static List<Path> match(Path pattern) {
    List<Path> found = new ArrayList<>();
    found.add(pattern.isAbsolute() ? pattern.getRoot() : Path.of(""));
    for (Path part : pattern) {
      List<Path> inside = new ArrayList<>();
      for (Path folder : found) {
        inside.addAll(isPattern(part.toString()) ? list(folder, part) : one(folder, part));
      }
      found = inside;
    }
    return found;
  }

  private static List<Path> one(Path folder, Path name) {
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
