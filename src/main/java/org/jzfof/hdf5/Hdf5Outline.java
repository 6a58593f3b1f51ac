package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import hdf.hdf5lib.structs.H5O_info_t;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * The content of a file except the values of datasets, as bytes in a fixed order: names of objects,
 * types and shapes of datasets, and attributes with their values (only the size of values of
 * compound and other rare types).
 */
public final class Hdf5Outline {
  /** H5P_DEFAULT; its constant would load the library outside of {@link Hdf5Library#call}. */
  private static final long DEFAULT = 0;

  private final long file;
  private final String without;
  private final Consumer<byte[]> sink;
  private final Set<Long> visited = new HashSet<>();

  private Hdf5Outline(long file, String without, Consumer<byte[]> sink) {
    this.file = file;
    this.without = without;
    this.sink = sink;
  }

  /**
   * Outlines a complete file.
   *
   * @param without name of a root attribute to leave out
   */
  public static void of(Hdf5File file, String without, Consumer<byte[]> sink) {
    Hdf5Library.run(() -> new Hdf5Outline(file.id(), without, sink).object("/"));
  }

  /** Outlines a file that is being written, as {@link #of(Hdf5File, String, Consumer)}. */
  public static void of(Hdf5Writer file, String without, Consumer<byte[]> sink) {
    Hdf5Library.run(() -> new Hdf5Outline(file.id(), without, sink).object("/"));
  }

  /** Outlines the attributes of one object. */
  public static void attributes(Hdf5File file, String object, Consumer<byte[]> sink) {
    Hdf5Library.run(() -> new Hdf5Outline(file.id(), "", sink).attributes(object));
  }

  private void add(String text) {
    sink.accept(text.getBytes(StandardCharsets.UTF_8));
  }

  private void object(String path) {
    H5O_info_t info = H5.H5Oget_info_by_name(file, path, HDF5Constants.H5O_INFO_BASIC, DEFAULT);
    add(path + " " + info.type);
    if (!visited.add(info.addr)) { // an object with several names
      return;
    }
    attributes(path);
    if (info.type == HDF5Constants.H5O_TYPE_DATASET) {
      dataset(path);
    } else if (info.type == HDF5Constants.H5O_TYPE_GROUP) {
      links(path);
    }
  }

  private void dataset(String path) {
    try (Hdf5Id dataset = Hdf5Id.dataset(H5.H5Dopen(file, path, DEFAULT));
        Hdf5Id type = Hdf5Id.type(H5.H5Dget_type(dataset.value()));
        Hdf5Id space = Hdf5Id.space(H5.H5Dget_space(dataset.value()))) {
      Hdf5Info info = Hdf5Info.of(type.value(), space.value(), List.of());
      add(info.describe());
      type(type.value(), info.kind());
    }
  }

  /** Adds the details of a type, on which the meaning of the same bytes depends. */
  private void type(long type, Hdf5Info.Kind kind) {
    if (kind == Hdf5Info.Kind.STRING) {
      add(H5.H5Tget_cset(type) + " " + H5.H5Tget_strpad(type));
      return;
    }
    if (kind == Hdf5Info.Kind.OTHER) {
      return;
    }
    int[] pad = new int[2];
    H5.H5Tget_pad(type, pad);
    add(H5.H5Tget_order(type) + " " + H5.H5Tget_precision(type) + " " + H5.H5Tget_offset(type));
    add(Arrays.toString(pad));
    if (kind == Hdf5Info.Kind.FLOAT) {
      int[] fields = new int[5];
      H5.H5Tget_fields(type, fields);
      add(Arrays.toString(fields) + " " + H5.H5Tget_ebias_long(type));
      add(H5.H5Tget_norm(type) + " " + H5.H5Tget_inpad(type));
    }
  }

  private void links(String path) {
    // Verifies the index of a group without links, which no other call reads.
    H5.H5Oget_info_by_name(file, path, HDF5Constants.H5O_INFO_ALL, DEFAULT);
    try (Hdf5Id group = Hdf5Id.group(H5.H5Gopen(file, path, DEFAULT))) {
      long n = H5.H5Gget_info(group.value()).nlinks;
      for (long i = 0; i < n; i++) {
        String name =
            H5.H5Lget_name_by_idx(
                group.value(),
                ".",
                HDF5Constants.H5_INDEX_NAME,
                HDF5Constants.H5_ITER_INC,
                i,
                DEFAULT);
        if (H5.H5Lget_info(group.value(), name, DEFAULT).type == HDF5Constants.H5L_TYPE_HARD) {
          object((path.equals("/") ? "" : path) + "/" + name);
        } else {
          add(name + " elsewhere");
        }
      }
    }
  }

  private void attributes(String path) {
    Hdf5Attributes.visit(
        file,
        path,
        (attribute, type, space) -> {
          String name = H5.H5Aget_name(attribute);
          if (!(path.equals("/") && name.equals(without))) {
            Hdf5Info info = Hdf5Info.of(type, space, List.of());
            add(name + " " + info.describe());
            type(type, info.kind());
            value(attribute, type, info, H5.H5Sget_simple_extent_npoints(space));
          }
        });
  }

  private void value(long attribute, long type, Hdf5Info info, long points) {
    int n = Math.toIntExact(points);
    if (n == 0 || info.kind() == Hdf5Info.Kind.OTHER) {
      add(String.valueOf(info.bytes()));
    } else if (info.kind() == Hdf5Info.Kind.STRING && H5.H5Tis_variable_str(type)) {
      String[] texts = new String[n];
      H5.H5AreadVL(attribute, type, texts);
      for (String text : texts) {
        add(text == null ? "" : text);
      }
    } else {
      byte[] bytes = new byte[Math.multiplyExact(n, info.bytes())];
      H5.H5Aread(attribute, type, bytes);
      sink.accept(bytes);
    }
  }
}
