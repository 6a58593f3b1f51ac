package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jzfof.error.Scope;
import org.jzfof.hdf5.chunks.ChunkIndex;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * An HDF5 file that is open for reading. Objects have paths such as "/PartType1/Coordinates". The
 * owner closes the file.
 */
public final class Hdf5File implements AutoCloseable {
  /** H5P_DEFAULT; its constant would load the library outside of {@link Hdf5Library#call}. */
  private static final long DEFAULT = 0;

  /** Bytes by which a file in memory grows. */
  private static final long MEMORY_STEP = 1 << 14;

  private final Hdf5Id id;

  /** Chunk indices by path of the dataset; each is read once. */
  private final Map<String, ChunkIndex> indices = new ConcurrentHashMap<>();

  private Hdf5File(Hdf5Id id) {
    this.id = id;
  }

  /**
   * Opens a file read-only.
   *
   * @throws Hdf5Exception if the file does not exist, is a pipe or a device (the library would
   *     wait), is not HDF5, is truncated or cannot be read
   */
  public static Hdf5File open(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new Hdf5Exception(Hdf5Exception.NOT_REGULAR);
    }
    return Hdf5Library.call(
        () ->
            new Hdf5File(
                new Hdf5Id(
                    H5.H5Fopen(Hdf5Library.name(file), HDF5Constants.H5F_ACC_RDONLY, DEFAULT),
                    H5::H5Fclose)));
  }

  /**
   * Creates a file in memory, which is lost when it is closed.
   *
   * @param name for messages of the library; no file is read or written
   * @param content writes the content
   */
  public static Hdf5File inMemory(String name, Consumer<Hdf5Writer> content) {
    return Hdf5Library.call(
        () -> {
          try (Hdf5Id access = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_FILE_ACCESS));
              Scope made = new Scope()) {
            H5.H5Pset_fapl_core(access.value(), MEMORY_STEP, false);
            // The library takes two files in memory with the same name for one.
            String unique = name + "." + UUID.randomUUID();
            Hdf5Id id =
                made.add(
                    new Hdf5Id(
                        H5.H5Fcreate(unique, HDF5Constants.H5F_ACC_EXCL, DEFAULT, access.value()),
                        H5::H5Fclose));
            content.accept(new Hdf5Writer(id));
            return made.keep(new Hdf5File(id));
          }
        });
  }

  long id() {
    return id.value();
  }

  /** Whether a path leads to a dataset (not a group). */
  public boolean isDataset(String path) {
    return exists(path)
        && Hdf5Library.call(
            () ->
                // basic information only: for more the library reads the index of all chunks
                H5.H5Oget_info_by_name(id.value(), path, HDF5Constants.H5O_INFO_BASIC, DEFAULT).type
                    == HDF5Constants.H5O_TYPE_DATASET);
  }

  /** Whether a path is a soft link to another path of the file. */
  public boolean isSoftLink(String path) {
    return Hdf5Library.call(
        () -> H5.H5Lget_info(id.value(), path, DEFAULT).type == HDF5Constants.H5L_TYPE_SOFT);
  }

  /** Whether a path is an external link to a file or an object that does not exist. */
  public boolean isBrokenLink(String path) {
    return Hdf5Library.call(
            () -> H5.H5Lget_info(id.value(), path, DEFAULT).type == HDF5Constants.H5L_TYPE_EXTERNAL)
        && !canOpen(path);
  }

  private boolean canOpen(String path) {
    try {
      return Hdf5Library.call(() -> H5.H5Oexists_by_name(id.value(), path, DEFAULT));
    } catch (Hdf5Exception e) { // the library has no query without an error
      return false;
    }
  }

  /** The path to which a soft link leads. */
  public String softLinkTarget(String path) {
    return Hdf5Library.call(
        () -> {
          String[] value = new String[2];
          H5.H5Lget_value(id.value(), path, value, DEFAULT);
          return value[0];
        });
  }

  /** Whether a path leads to a group or dataset. */
  public boolean exists(String path) {
    return Hdf5Library.call(
        () -> {
          for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
            if (!H5.H5Lexists(id.value(), path.substring(0, end), DEFAULT)) {
              return false;
            }
          }
          return path.equals("/")
              || H5.H5Lexists(id.value(), path, DEFAULT)
                  && H5.H5Oexists_by_name(id.value(), path, DEFAULT);
        });
  }

  /** Names of the members of a group, sorted. */
  public List<String> children(String group) {
    return Hdf5Library.call(
        () -> {
          List<String> names = new ArrayList<>();
          try (Hdf5Id g = Hdf5Id.group(H5.H5Gopen(id.value(), group, DEFAULT))) {
            long n = H5.H5Gget_info(g.value()).nlinks;
            for (long i = 0; i < n; i++) {
              names.add(
                  H5.H5Lget_name_by_idx(
                      g.value(),
                      ".",
                      HDF5Constants.H5_INDEX_NAME,
                      HDF5Constants.H5_ITER_INC,
                      i,
                      DEFAULT));
            }
          }
          return names;
        });
  }

  /** Opens a dataset, which the caller closes. */
  public Hdf5Dataset dataset(String path) {
    return Hdf5Library.call(() -> Hdf5Dataset.open(id.value(), path, indices));
  }

  /** Whether an object exists and has an attribute. */
  public boolean hasAttribute(String object, String name) {
    return exists(object)
        && Hdf5Library.call(() -> H5.H5Aexists_by_name(id.value(), object, name, DEFAULT));
  }

  /** Names of the attributes of an object; empty if the object does not exist. */
  public List<String> attributeNames(String object) {
    List<String> names = new ArrayList<>();
    if (exists(object)) {
      Hdf5Library.run(
          () ->
              Hdf5Attributes.visit(
                  id.value(),
                  object,
                  (attribute, type, space) -> names.add(H5.H5Aget_name(attribute))));
    }
    return names;
  }

  /** Shape and type of an attribute. */
  public Hdf5Info attribute(String object, String name) {
    return withAttribute(object, name, (attribute, type, info) -> info);
  }

  /** Values of a numeric attribute as double, with the last dimension fastest. */
  public double[] doubles(String object, String name) {
    ByteBuffer bytes = numbers(object, name, HDF5Constants.H5T_NATIVE_DOUBLE);
    double[] values = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(values);
    return values;
  }

  /**
   * Values of a numeric attribute as long, with the last dimension fastest; larger values become
   * Long.MAX_VALUE.
   */
  public long[] longs(String object, String name) {
    ByteBuffer bytes = numbers(object, name, HDF5Constants.H5T_NATIVE_INT64);
    long[] values = new long[bytes.remaining() / Long.BYTES];
    bytes.asLongBuffer().get(values);
    return values;
  }

  /** The value of a text attribute, or its first text, without trailing padding. */
  public String text(String object, String name) {
    return withAttribute(
        object,
        name,
        (attribute, type, info) -> {
          if (info.kind() != Hdf5Info.Kind.STRING) {
            throw new Hdf5Exception(
                "attribute %s of %s is %s, not text".formatted(name, object, info.describe()));
          }
          int n = Math.toIntExact(info.rows() * info.columns());
          if (n == 0) {
            return "";
          }
          if (H5.H5Tis_variable_str(type)) {
            String[] texts = new String[n];
            H5.H5AreadVL(attribute, type, texts);
            return texts[0] == null ? "" : texts[0];
          }
          byte[] bytes = new byte[n * info.bytes()];
          H5.H5Aread(attribute, type, bytes);
          int end = 0;
          while (end < info.bytes() && bytes[end] != 0) {
            end++;
          }
          return new String(bytes, 0, end, StandardCharsets.UTF_8).stripTrailing();
        });
  }

  private ByteBuffer numbers(String object, String name, long memoryType) {
    return withAttribute(
        object,
        name,
        (attribute, type, info) -> {
          if (info.kind() != Hdf5Info.Kind.INTEGER && info.kind() != Hdf5Info.Kind.FLOAT) {
            throw new Hdf5Exception(
                "attribute %s of %s is %s, not a number".formatted(name, object, info.describe()));
          }
          byte[] bytes = new byte[Math.toIntExact(info.rows() * info.columns() * Long.BYTES)];
          if (bytes.length > 0) {
            H5.H5Aread(attribute, memoryType, bytes);
          }
          return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        });
  }

  private <T> T withAttribute(String object, String name, AttributeReader<T> reader) {
    return Hdf5Library.call(
        () -> {
          try (Hdf5Id attribute =
                  Hdf5Id.attribute(H5.H5Aopen_by_name(id.value(), object, name, DEFAULT, DEFAULT));
              Hdf5Id type = Hdf5Id.type(H5.H5Aget_type(attribute.value()));
              Hdf5Id space = Hdf5Id.space(H5.H5Aget_space(attribute.value()))) {
            Hdf5Info info = Hdf5Info.of(type.value(), space.value(), List.of());
            return reader.read(attribute.value(), type.value(), info);
          }
        });
  }

  @Override
  public void close() {
    Hdf5Library.run(id::close);
  }

  @FunctionalInterface
  private interface AttributeReader<T> {
    T read(long attribute, long type, Hdf5Info info);
  }
}
