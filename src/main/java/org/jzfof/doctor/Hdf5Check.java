package org.jzfof.doctor;

import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jzfof.doctor.Finding.State;
import org.jzfof.error.SetupException;
import org.jzfof.hdf5.Hdf5Library;
import org.jzfof.hdf5.filters.LibDeflate;

/** Checks the HDF5 library and the filters that can be decoded. */
final class Hdf5Check {
  /** Filters that occur in snapshots. */
  private static final List<Filter> FILTERS =
      List.of(
          new Filter("gzip", 1),
          new Filter("shuffle", 2),
          new Filter("fletcher32", 3),
          new Filter("szip", 4),
          new Filter("n-bit", 5),
          new Filter("scale-offset", 6),
          new Filter("bzip2", 307),
          new Filter("lzf", 32000),
          new Filter("blosc", 32001),
          new Filter("lz4", 32004),
          new Filter("bitshuffle", 32008),
          new Filter("zfp", 32013),
          new Filter("zstd", 32015),
          new Filter("blosc2", 32026));

  /** A filter with its registered number. */
  private record Filter(String name, int id) {
    private static final int LAST_OF_THE_LIBRARY = 6;

    /** The name, with the registered number for filters that need a plugin. */
    @Override
    public String toString() {
      return id > LAST_OF_THE_LIBRARY ? name + " (" + id + ")" : name;
    }
  }

  private Hdf5Check() {}

  static List<Finding> examine(Map<String, String> environment) {
    try {
      return List.of(Finding.ok("HDF5", Hdf5Library.version()), filters(environment), deflate());
    } catch (SetupException e) {
      return List.of(Finding.of("HDF5", State.FAULT, e));
    }
  }

  private static Finding deflate() {
    return Finding.ok(
        "deflate",
        LibDeflate.isAvailable()
            ? "gzip by libdeflate"
            : "gzip by the JDK; libdeflate would take half the time (it needs libdeflate.so.0, and a build where there was a C++ compiler)");
  }

  private static Finding filters(Map<String, String> environment) {
    String available = names(Hdf5Library::hasFilter);
    String missing = names(id -> !Hdf5Library.hasFilter(id));
    if (missing.isEmpty()) {
      return Finding.ok("HDF5 filters", available);
    }
    String folder = environment.getOrDefault("HDF5_PLUGIN_PATH", "");
    return Finding.note(
        "HDF5 filters",
        available + "; without " + missing,
        "for snapshots compressed with one of these set HDF5_PLUGIN_PATH ("
            + (folder.isEmpty() ? "not set" : "now " + folder)
            + ") to the folder with its plugin");
  }

  private static String names(IntPredicate condition) {
    return FILTERS.stream()
        .filter(filter -> condition.test(filter.id))
        .map(Filter::toString)
        .collect(Collectors.joining(", "));
  }
}
