package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.exceptions.HDF5Exception;
import java.util.function.Supplier;

/** The native library as a whole. */
public final class Hdf5Library {
  private Hdf5Library() {}

  /**
   * Version of the HDF5 C library in use, such as "1.10.8".
   *
   * @throws Hdf5Exception if the native library cannot be loaded
   */
  public static String version() {
    return call(
        () -> {
          int[] v = new int[3];
          H5.H5get_libversion(v);
          return v[0] + "." + v[1] + "." + v[2];
        });
  }

  /**
   * Whether data compressed with a filter can be read, by the library itself or by a plugin.
   *
   * @param id registered number of the filter
   */
  public static boolean hasFilter(int id) {
    return call(() -> H5.H5Zfilter_avail(id) > 0);
  }

  /** Runs calls of the C library; its failures become {@link Hdf5Exception}. */
  static <T> T call(Supplier<T> calls) {
    try {
      // Each thread has its own error stack, which prints itself on stderr unless told not to.
      H5.H5error_off();
      return calls.get();
    } catch (HDF5Exception e) {
      throw Hdf5Exception.of(e);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw new Hdf5Exception(
          "the native HDF5 library (libsis-jhdf5) cannot be loaded: %s; start Java with -Djava.library.path=FOLDER"
              .formatted(e.getMessage()),
          e);
    }
  }

  /** As {@link #call(Supplier)}, for calls without a result. */
  static void run(Runnable calls) {
    call(
        () -> {
          calls.run();
          return null;
        });
  }
}
