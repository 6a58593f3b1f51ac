package org.jzfof.snapshot.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Outline;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.output.FileKind;
import org.jzfof.snapshot.header.FileState;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/** One open file of a snapshot; failures become {@link SnapshotException}s. */
public final class SnapshotFile implements AutoCloseable {
  public static final String HEADER = "/Header";

  private final Path path;
  private final Hdf5File file;
  private final Map<String, FileState> sources;

  private SnapshotFile(Path path, Hdf5File file, Map<String, FileState> sources) {
    this.path = path;
    this.file = file;
    this.sources = sources;
  }

  public static SnapshotFile open(Path path) {
    return open(path, Map.of());
  }

  /** Opens a file of a snapshot; the caller checks its state after reading. */
  public static SnapshotFile open(Piece piece) {
    return open(piece.file(), piece.sources());
  }

  private static SnapshotFile open(Path path, Map<String, FileState> sources) {
    try {
      return new SnapshotFile(path, Hdf5File.open(path), sources);
    } catch (Hdf5Exception e) {
      throw unreadable(path.toString(), e);
    }
  }

  /**
   * Requires that it is not recognised as something else.
   *
   * @throws SnapshotException naming what it is
   */
  public void requireSnapshot() {
    try {
      FileKind.unlessSnapshot(file)
          .ifPresent(
              kind -> {
                throw new SnapshotException(
                    "%s is %s, and no snapshot: name the snapshot".formatted(path, kind));
              });
    } catch (Hdf5Exception e) {
      throw unreadable(path.toString(), e);
    }
  }

  /**
   * Reads a piece of a snapshot.
   *
   * @throws SnapshotException if it cannot be read, or is not as it was when the snapshot was
   *     opened
   */
  public static <T> T read(Piece piece, Function<SnapshotFile, T> read) {
    try (SnapshotFile f = open(piece)) {
      T result = read.apply(f);
      piece.state().requireUnchanged();
      return result;
    } catch (SnapshotException e) {
      piece.state().requireUnchanged(); // else a file half written would seem damaged
      throw e;
    }
  }

  /** As {@link #read}, without a result. */
  public static void use(Piece piece, Consumer<SnapshotFile> use) {
    read(
        piece,
        f -> {
          use.accept(f);
          return null;
        });
  }

  /** The file of a source of a virtual dataset, as it was when the snapshot was opened. */
  public FileState source(String name) {
    FileState known = sources.get(name);
    return known != null ? known : FileState.of(SnapshotFiles.source(path, name));
  }

  Hdf5Dataset dataset(String name) {
    return file.dataset(name);
  }

  /** Runs a read; a failure names what could not be read, the cause and the remedy. */
  static <T> T reading(String what, Supplier<T> read) {
    try {
      return read.get();
    } catch (Hdf5Exception e) {
      throw unreadable(what, e);
    }
  }

  private static SnapshotException unreadable(String what, Hdf5Exception e) {
    String remedy = e.remedy("give a snapshot in HDF5 format (SnapFormat 3 in Gadget)");
    return new SnapshotException("cannot read %s: %s%s".formatted(what, e.getMessage(), remedy), e);
  }

  public Path path() {
    return path;
  }

  public boolean exists(String object) {
    return reading(path.toString(), () -> file.exists(object));
  }

  public List<String> children(String group) {
    return reading(path.toString(), () -> file.children(group));
  }

  /** Positions that belong to no particle type. */
  public Column positions(String dataset) {
    return Column.ofPositions(this, dataset);
  }

  public boolean hasColumn(int type, String name) {
    return exists(Column.name(type, name));
  }

  /**
   * Whether the values of each of some datasets of a type, as far as there are any, lie in one
   * piece.
   */
  public boolean isContiguous(int type, List<String> names) {
    return names.stream()
        .filter(name -> hasColumn(type, name))
        .allMatch(name -> inspect(type, name, Hdf5Dataset::isContiguous));
  }

  /** Looks at a dataset whose shape is not known yet. */
  public <T> T inspect(int type, String name, Function<Hdf5Dataset, T> inspection) {
    return reading(
        path.toString(),
        () -> {
          try (Hdf5Dataset data = file.dataset(Column.name(type, name))) {
            return inspection.apply(data);
          }
        });
  }

  public boolean has(String group, String name) {
    return reading(path.toString(), () -> file.hasAttribute(group, name));
  }

  /** Hands over all attributes of an object, as they are stored. */
  public void attributes(String object, Consumer<byte[]> sink) {
    reading(
        path.toString(),
        () -> {
          Hdf5Outline.attributes(file, object, sink);
          return null;
        });
  }

  public Hdf5Info attribute(String group, String name) {
    return reading(path.toString(), () -> file.attribute(group, name));
  }

  /** Names of the attributes of a group; none where it is missing. */
  public List<String> attributeNames(String group) {
    return reading(path.toString(), () -> file.attributeNames(group));
  }

  /** First value of an attribute, or NaN where it is missing or no number. */
  public double numberIfAny(String group, String name) {
    boolean number = has(group, name) && attribute(group, name).kind() != Hdf5Info.Kind.STRING;
    return number ? number(group, name) : Double.NaN;
  }

  /** Values of a numeric attribute; none where it is missing. */
  public double[] numbers(String group, String name) {
    return has(group, name)
        ? reading(path.toString(), () -> file.doubles(group, name))
        : new double[0];
  }

  /** First value of a numeric attribute, or NaN where it is missing. */
  public double number(String group, String name) {
    double[] values = numbers(group, name);
    return values.length == 0 ? Double.NaN : values[0];
  }

  /** First of several spellings that is there, group by group; NaN where there is none. */
  public double number(List<String> groups, String... names) {
    for (String group : groups) {
      for (String name : names) {
        double value = number(group, name);
        if (!Double.isNaN(value)) {
          return value;
        }
      }
    }
    return Double.NaN;
  }

  /** A text attribute, or "" where it is missing or not text. */
  public String text(String group, String name) {
    return has(group, name) && attribute(group, name).kind() == Hdf5Info.Kind.STRING
        ? reading(path.toString(), () -> file.text(group, name))
        : "";
  }

  /** Particle counts per type; 32-bit ones are unsigned, whatever their stored type says. */
  public long[] counts(String name) {
    if (!has(HEADER, name)) {
      throw new SnapshotException(
          "%s has no Header/%s: name a snapshot file".formatted(path, name));
    }
    long[] counts = reading(path.toString(), () -> file.longs(HEADER, name));
    boolean narrow = attribute(HEADER, name).bytes() == Integer.BYTES;
    for (int t = 0; t < counts.length; t++) {
      if (narrow) {
        counts[t] &= 0xffffffffL;
      }
      if (counts[t] < 0) {
        throw new SnapshotException(
            "%s[%d] of %s is %d: write or copy the file again".formatted(name, t, path, counts[t]));
      }
    }
    return counts;
  }

  @Override
  public void close() {
    file.close();
  }
}
