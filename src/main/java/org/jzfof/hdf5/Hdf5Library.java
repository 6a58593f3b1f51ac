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
  /** Maximum number of threads: more threads would only wait for the storage. */
  private static final int MAXIMUM_THREADS = 32;

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

  /** Number of threads that read the chunks of a dataset. */
  public static int readingThreads() {
    return Math.min(MAXIMUM_THREADS, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Whether chunks with a compression filter can be read, by threads, by the library or by a
   * plugin.
   *
   * @param id registered number of the filter
   */
  public static boolean hasFilter(int id) {
    return Packing.FILTERS.contains(id) || call(() -> H5.H5Zfilter_avail(id) > 0);
  }

  /**
   * Runs calls of the C library. Failures become an {@link Hdf5Exception}, or a {@link
   * SetupException} if the library cannot be loaded.
   */
  static <T> T call(Supplier<T> calls) {
    try {
      // Each thread has its own error stack, which prints to stderr by default.
      H5.H5error_off();
      return calls.get();
    } catch (HDF5Exception e) {
      throw Hdf5Exception.of(e);
    } catch (InternalError e) { // thrown by JHDF5 if the library cannot read texts
      throw new Hdf5Exception(e.getMessage(), e);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw unloadable(e);
    }
  }

  /** Finds the cause, which JHDF5 does not report, by another attempt to load the library. */
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
   * Returns a file name for the C library.
   *
   * @throws Hdf5Exception if the library would receive other bytes than those of the name
   */
  static String name(Path file) {
    String name = file.toString();
    if (name.chars().anyMatch(c -> c == '\uFFFD' || Character.isSurrogate((char) c))) {
      throw new Hdf5Exception(Hdf5Exception.NAME);
    }
    return name;
  }

  /** Runs calls without a result, as {@link #call(Supplier)}. */
  static void run(Runnable calls) {
    call(
        () -> {
          calls.run();
          return null;
        });
  }
}
