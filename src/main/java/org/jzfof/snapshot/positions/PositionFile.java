package org.jzfof.snapshot.positions;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.Column;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.FileState;

/**
 * Positions in an HDF5 file that is no snapshot: a dataset of shape [rows, 3], float32 or float64,
 * called Coordinates or Positions, at the top of the file.
 */
public final class PositionFile implements PositionSource {
  private static final List<String> NAMES = List.of("Coordinates", "Positions");

  /** What reads a file, by the ending of its name. */
  private static final Map<String, Function<Path, PositionSource>> READERS =
      Map.of(
          ".f32", RawPositions::open,
          ".f64", RawPositions::open,
          ".xyz", TextPositions::read,
          ".txt", TextPositions::read,
          ".csv", TextPositions::read,
          ".ply", PlyPositions::read);

  private final Path path;
  private final String dataset;
  private final long rows;
  private final boolean doubles;
  private final FileState state;

  private PositionFile(Path path, String dataset) {
    this.path = path;
    this.state = FileState.of(path);
    this.dataset = dataset;
    try (SnapshotFile file = SnapshotFile.open(path);
        Column column = file.positions(dataset)) {
      this.rows = column.info().rows();
      this.doubles = column.isDouble();
    }
  }

  /**
   * Opens a file of positions, which is read after the ending of its name, or else as HDF5.
   *
   * @throws SnapshotException if the file cannot be read or holds no positions
   */
  public static PositionSource open(Path path) {
    if (!hasNameOfPositions(path)) {
      return new PositionFile(path, datasetIn(path));
    }
    requireRegular(path);
    return READERS.get(ending(path)).apply(path);
  }

  /** Whether the ending of a name is that of a file of positions. */
  public static boolean hasNameOfPositions(Path path) {
    return READERS.containsKey(ending(path));
  }

  static String ending(Path path) {
    String name = path.toString();
    return name.substring(Math.max(0, name.lastIndexOf('.'))).toLowerCase(Locale.ROOT);
  }

  /**
   * @throws SnapshotException if the path exists and is a folder or a device
   */
  static void requireRegular(Path path) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw SnapshotException.unreadable(
          path, new FileSystemException(path.toString(), null, "it is not a regular file"));
    }
  }

  /**
   * Whether a path names a file of positions rather than a snapshot.
   *
   * @throws SnapshotException if the file is not HDF5 and has no name of a file of positions
   */
  public static boolean isPositionFile(Path path) {
    if (hasNameOfPositions(path) || !Files.isRegularFile(path)) {
      return hasNameOfPositions(path);
    }
    try (SnapshotFile file = SnapshotFile.open(path)) {
      return !file.has(SnapshotFile.HEADER, "NumPart_ThisFile");
    } catch (SnapshotException e) {
      throw new SnapshotException(
          e.getMessage()
              + "; a raw file of positions is named .f32 or .f64, a text .xyz, .txt or .csv, a PLY file .ply",
          e);
    }
  }

  /**
   * Reads consecutive numbers of a dataset of shape [rows].
   *
   * @param rows required number of rows
   * @param sink receiver of the values in their stored type; rows are counted from 0
   * @throws SnapshotException if the dataset is missing, has another shape or holds no floats
   */
  public static void numbers(
      Path path, String dataset, long rows, long from, long count, ColumnSink sink) {
    FileState state = FileState.of(path);
    try (SnapshotFile file = SnapshotFile.open(path);
        Column column = Column.numbers(file, dataset, rows)) {
      column.read(new Blocks(from, count, 0, RowReader.BLOCK_ROWS), sink);
    }
    state.requireUnchanged();
  }

  private static String datasetIn(Path path) {
    try (SnapshotFile file = SnapshotFile.open(path)) {
      List<String> datasets = NAMES.stream().filter(name -> file.exists("/" + name)).toList();
      if (datasets.isEmpty()) {
        file.requireSnapshot(); // its message names the kind of the file where it is known
      }
      if (datasets.size() != 1) {
        throw new SnapshotException(
            "%s has %s: positions are expected in one dataset of shape [any, 3] called %s; a snapshot has Header/NumPart_ThisFile"
                .formatted(
                    path,
                    datasets.isEmpty()
                        ? "no positions (at the top: %s)"
                            .formatted(String.join(", ", file.children("/")))
                        : "both " + String.join(" and ", datasets),
                    String.join(" or ", NAMES)));
      }
      return datasets.get(0);
    }
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public boolean isDouble() {
    return doubles;
  }

  @Override
  public void read(long from, long count, ColumnSink sink) {
    try (SnapshotFile file = SnapshotFile.open(path);
        Column column = file.positions(dataset)) {
      Blocks blocks = new Blocks(from, count, 0, RowReader.BLOCK_ROWS);
      column.read(blocks, sink);
    }
    state.requireUnchanged();
  }

  @Override
  public String describeRow(long row) {
    return "row %d of %s in %s".formatted(row, dataset, path);
  }
}
