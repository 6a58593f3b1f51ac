package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.exceptions.HDF5Exception;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jzfof.error.SetupException;
import org.jzfof.hdf5.filters.Packing;
import org.jzfof.hdf5.library.Hdf5Exception;

/** The native HDF5 library. */
public final class Hdf5Library {
  /** More threads than this wait for the storage, not for the cores. */
  private static final int MOST_THREADS = 32;

  private static final String NAME = "sis-jhdf5";

  private Hdf5Library() {}

  /**
   * Version of the HDF5 C library in use, such as "1.10.8".
   *
   * @throws SetupException if the native library cannot be loaded
   */
  public static String version() {
    return call(
        () -> {
          int[] v = new int[3];
          H5.H5get_libversion(v);
          return v[0] + "." + v[1] + "." + v[2];
        });
  }

  /** By how many threads the chunks of a dataset are read. */
  public static int readingThreads() {
    return Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Whether chunks of numbers packed with a filter can be read: by threads, by the library itself
   * or by a plugin.
   */
  public static boolean hasFilter(int id) {
    return Packing.FILTERS.contains(id) || call(() -> H5.H5Zfilter_avail(id) > 0);
  }

  /**
   * Runs calls of the C library; its failures become {@link Hdf5Exception}, or {@link
   * SetupException} where it cannot be loaded.
   */
  static <T> T call(Supplier<T> calls) {
    try {
      // Each thread has its own error stack, which prints itself on stderr unless told not to.
      H5.H5error_off();
      return calls.get();
    } catch (HDF5Exception e) {
      throw Hdf5Exception.of(e);
    } catch (InternalError e) { // JHDF5's own, where the library cannot read texts
      throw new Hdf5Exception(e.getMessage(), e);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw unloadable(e);
    }
  }

  /** JHDF5 does not say why its library cannot be loaded: that is asked of Java once more. */
  private static SetupException unloadable(Throwable failure) {
    Throwable cause = failure;
    try {
      System.loadLibrary(NAME);
    } catch (UnsatisfiedLinkError e) {
      cause = e;
    }
    return new SetupException(
        ("the native HDF5 library (lib%s.so) cannot be loaded: %s; correct JZFOF_NATIVE or"
                + " LD_LIBRARY_PATH, or run scripts/setup.sh")
            .formatted(NAME, cause.getMessage()),
        cause);
  }

  /**
   * A file's name as the C library gets it.
   *
   * @throws Hdf5Exception if its bytes would be others than those of the file
   */
  static String name(Path file) {
    String name = file.toString();
    if (name.chars().anyMatch(c -> c == '\uFFFD' || Character.isSurrogate((char) c))) {
      throw new Hdf5Exception(Hdf5Exception.NAME);
    }
    return name;
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
