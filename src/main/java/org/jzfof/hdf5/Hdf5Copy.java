package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.Arrays;
import org.jzfof.hdf5.EmptyDataset.Filling;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/** Copies objects between files without interpreting them. */
public final class Hdf5Copy {
  /** H5P_DEFAULT; its constant would load the library outside of {@link Hdf5Library#call}. */
  private static final long DEFAULT = 0;

  private Hdf5Copy() {}

  /** Copies a group with all its members, or a dataset, to the same path. */
  public static void object(Hdf5File from, Hdf5Writer to, String path) {
    Hdf5Library.run(() -> H5.H5Ocopy(from.id(), path, to.id(), path, DEFAULT, DEFAULT));
  }

  /** Copies a link; its target need not exist. */
  public static void link(Hdf5File from, Hdf5Writer to, String path) {
    Hdf5Library.run(() -> H5.H5Lcopy(from.id(), path, to.id(), path, DEFAULT, DEFAULT));
  }

  /**
   * Creates a dataset without values, with the type, the columns, the storage (chunks, filters,
   * maximum size) and the attributes of another dataset. Lossy filters are replaced by lossless
   * ones. The values of a contiguous dataset are allocated in the file, so that they can be written
   * directly after the file has been closed.
   */
  public static EmptyDataset emptyDataset(Hdf5File from, Hdf5Writer to, String path, long rows) {
    return Hdf5Library.call(
        () -> {
          try (Hdf5Id source = Hdf5Id.dataset(H5.H5Dopen(from.id(), path, DEFAULT));
              Hdf5Id type = Hdf5Id.type(H5.H5Dget_type(source.value()));
              Hdf5Id sourceSpace = Hdf5Id.space(H5.H5Dget_space(source.value()));
              Hdf5Id stored = Hdf5Id.properties(H5.H5Dget_create_plist(source.value()))) {
            long[] dims = Hdf5Info.dims(sourceSpace.value());
            long[] maxDims = new long[dims.length]; // chunks may be larger than the present dataset
            H5.H5Sget_simple_extent_dims(sourceSpace.value(), null, maxDims);
            dims[0] = rows;
            if (maxDims[0] != HDF5Constants.H5S_UNLIMITED) {
              maxDims[0] = Math.max(maxDims[0], rows);
            }
            boolean chunked = H5.H5Pget_layout(stored.value()) == HDF5Constants.H5D_CHUNKED;
            boolean pointers = hasPointers(type.value());
            boolean allocated = !chunked && !pointers;
            try (Hdf5Id properties =
                    withoutTimes(
                        chunked
                            ? LosslessFilters.properties(stored.value(), dims.length)
                            : creationProperties(allocated));
                Hdf5Id space =
                    Hdf5Id.space(H5.H5Screate_simple(dims.length, dims, chunked ? maxDims : null));
                Hdf5Id target =
                    Hdf5Id.dataset(
                        H5.H5Dcreate(
                            to.id(),
                            path,
                            type.value(),
                            space.value(),
                            DEFAULT,
                            properties.value(),
                            DEFAULT))) {
              copyAttributes(source.value(), target.value());
              if (Arrays.stream(dims).anyMatch(length -> length == 0)) {
                return new EmptyDataset(Filling.NONE, 0);
              }
              return allocated
                  ? new EmptyDataset(Filling.DIRECT, H5.H5Dget_offset(target.value()))
                  : new EmptyDataset(pointers ? Filling.POINTERS : Filling.LIBRARY, 0);
            }
          }
        });
  }

  /**
   * Whether values of a type contain pointers to memory. For a compound type with a text the answer
   * is true, because the text may have variable length.
   */
  private static boolean hasPointers(long type) {
    int kind = H5.H5Tget_class(type);
    return H5.H5Tdetect_class(type, HDF5Constants.H5T_VLEN)
        || H5.H5Tdetect_class(type, HDF5Constants.H5T_REFERENCE)
        || (kind == HDF5Constants.H5T_STRING
            ? H5.H5Tis_variable_str(type)
            : H5.H5Tdetect_class(type, HDF5Constants.H5T_STRING));
  }

  private static Hdf5Id creationProperties(boolean allocated) {
    Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
    if (allocated) {
      H5.H5Pset_alloc_time(properties.value(), HDF5Constants.H5D_ALLOC_TIME_EARLY);
    }
    return properties;
  }

  /** Sets properties without times, so that the file does not depend on the time of writing. */
  private static Hdf5Id withoutTimes(Hdf5Id properties) {
    H5.H5Pset_obj_track_times(properties.value(), false);
    return properties;
  }

  /** Copies those attributes of a group that the target group lacks. */
  public static void attributes(Hdf5File from, Hdf5Writer to, String path) {
    Hdf5Library.run(
        () -> {
          try (Hdf5Id source = Hdf5Id.group(H5.H5Gopen(from.id(), path, DEFAULT));
              Hdf5Id target = Hdf5Id.group(H5.H5Gopen(to.id(), path, DEFAULT))) {
            copyAttributes(source.value(), target.value());
          }
        });
  }

  private static void copyAttributes(long from, long to) {
    Hdf5Attributes.visit(
        from, ".", (attribute, type, space) -> copyAttribute(attribute, type, space, to));
  }

  /** Copies an attribute; texts of variable length as pointers, which the library keeps valid. */
  private static void copyAttribute(long attribute, long type, long space, long to) {
    long size = H5.H5Tget_size(type) * H5.H5Sget_simple_extent_npoints(space);
    byte[] bytes = new byte[Math.toIntExact(size)];
    String name = H5.H5Aget_name(attribute);
    if (H5.H5Aexists(to, name)) {
      return;
    }
    try (Hdf5Id copy = Hdf5Id.attribute(H5.H5Acreate(to, name, type, space, DEFAULT, DEFAULT))) {
      if (bytes.length > 0) {
        H5.H5Aread(attribute, type, bytes);
        H5.H5Awrite(copy.value(), type, bytes);
      }
    }
  }
}
