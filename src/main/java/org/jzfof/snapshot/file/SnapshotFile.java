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
import org.jzfof.snapshot.binary.SnapshotFormats;
import org.jzfof.snapshot.header.FileState;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/** One open file of a snapshot; failures become {@link SnapshotException}s. */
public final class SnapshotFile implements AutoCloseable {
  public static final String HEADER = "/Header";

  /** Particle types that files without numbers of types can have. */
  public static final int TYPES = 7;

  /** Group that light cones of SWIFT have instead of a header. */
  private static final String LIGHTCONE = "/Lightcone";

  /** Groups of the particle types in light cones of SWIFT. */
  private static final List<String> SWIFT_TYPES =
      List.of("Gas", "DM", "DMBackground", "Sink", "Stars", "BH", "Neutrino");

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
      return new SnapshotFile(path, SnapshotFormats.open(path), sources);
    } catch (Hdf5Exception e) {
      throw unreadable(path.toString(), e);
    }
  }

  /**
   * Requires that the file is not recognised as a file of another kind.
   *
   * @throws SnapshotException naming the kind of the file
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
   * Opens a file of a snapshot, reads from it and closes it.
   *
   * @throws SnapshotException if the file cannot be read, or has changed since the snapshot was
   *     opened
   */
  public static <T> T read(Piece piece, Function<SnapshotFile, T> read) {
    try (SnapshotFile f = open(piece)) {
      T result = read.apply(f);
      piece.state().requireUnchanged();
      return result;
    } catch (SnapshotException e) {
      piece
          .state()
          .requireUnchanged(); // a file that is being written must not be reported as damaged
      throw e;
    }
  }

  /** Opens a file of a snapshot, uses it and closes it, as {@link #read} without a result. */
  public static void use(Piece piece, Consumer<SnapshotFile> use) {
    read(
        piece,
        f -> {
          use.accept(f);
          return null;
        });
  }

  /** The state of a source file of a virtual dataset when the snapshot was opened. */
  public FileState source(String name) {
    FileState known = sources.get(name);
    return known != null ? known : FileState.of(SnapshotFiles.source(path, name));
  }

  Hdf5Dataset dataset(String name) {
    return file.dataset(name);
  }

  /**
   * Runs a read; a failure becomes an exception that names the object, the cause and the remedy.
   *
   * @param what name of the object that is read, for messages
   */
  static <T> T reading(String what, Supplier<T> read) {
    try {
      return read.get();
    } catch (Hdf5Exception e) {
      throw unreadable(what, e);
    }
  }

  private static SnapshotException unreadable(String what, Hdf5Exception e) {
    String remedy =
        e.remedy(
            "give a snapshot in HDF5 format (SnapFormat 3 in Gadget), or in binary format 1 or 2, whose bytes 0 to 3 are 256 or 8");
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

  /** Opens positions that belong to no particle type. */
  public Column positions(String dataset) {
    return Column.ofPositions(this, dataset);
  }

  /** Whether the file is a light cone of SWIFT, which names particle types and has no header. */
  public boolean isLightconeOfSwift() {
    return exists(LIGHTCONE) && !exists(HEADER);
  }

  /** Path of the group of a particle type. */
  public String group(int type) {
    return type < SWIFT_TYPES.size() && isLightconeOfSwift()
        ? "/" + SWIFT_TYPES.get(type)
        : "/PartType" + type;
  }

  /** Path of a dataset of a particle type. */
  public String column(int type, String name) {
    return group(type) + "/" + name;
  }

  public boolean hasColumn(int type, String name) {
    return exists(column(type, name));
  }

  /**
   * Whether the values of each of the datasets that exist for a type are contiguous in the file.
   */
  public boolean isContiguous(int type, List<String> names) {
    return names.stream()
        .filter(name -> hasColumn(type, name))
        .allMatch(name -> inspect(type, name, Hdf5Dataset::isContiguous));
  }

  /** Opens a dataset of any shape, inspects it and closes it. */
  public <T> T inspect(int type, String name, Function<Hdf5Dataset, T> inspection) {
    return reading(
        path.toString(),
        () -> {
          try (Hdf5Dataset data = file.dataset(column(type, name))) {
            return inspection.apply(data);
          }
        });
  }

  public boolean has(String group, String name) {
    return reading(path.toString(), () -> file.hasAttribute(group, name));
  }

  /** Passes all attributes of an object to a consumer, as stored. */
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

  /** Names of the attributes of a group; empty if the group is missing. */
  public List<String> attributeNames(String group) {
    return reading(path.toString(), () -> file.attributeNames(group));
  }

  /** First value of an attribute; NaN if it is missing or not a number. */
  public double numberOrNaN(String group, String name) {
    boolean number = has(group, name) && attribute(group, name).kind() != Hdf5Info.Kind.STRING;
    return number ? number(group, name) : Double.NaN;
  }

  /** Values of a numeric attribute; empty if it is missing. */
  public double[] numbers(String group, String name) {
    return has(group, name)
        ? reading(path.toString(), () -> file.doubles(group, name))
        : new double[0];
  }

  /** First value of a numeric attribute; NaN if it is missing. */
  public double number(String group, String name) {
    double[] values = numbers(group, name);
    return values.length == 0 ? Double.NaN : values[0];
  }

  /**
   * First value of the first attribute that is present, group by group; NaN if all are missing.
   *
   * @param names alternative names of the attribute, in order of precedence
   */
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

  /** The value of a text attribute; "" if it is missing or not a text. */
  public String text(String group, String name) {
    return has(group, name) && attribute(group, name).kind() == Hdf5Info.Kind.STRING
        ? reading(path.toString(), () -> file.text(group, name))
        : "";
  }

  /** Particle counts per type; 32-bit counts are unsigned even if their stored type is signed. */
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
