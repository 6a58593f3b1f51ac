package org.jzfof.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jzfof.doctor.Finding.State;
import org.jzfof.hdf5.Hdf5Exception;
import org.jzfof.hdf5.Hdf5Library;

/** The HDF5 library and the filters that it can undo. */
final class Hdf5Check {
  /** Registered numbers of filters that snapshots are compressed with. */
  private static final Map<String, Integer> FILTERS = new LinkedHashMap<>();

  static {
    FILTERS.put("gzip", 1);
    FILTERS.put("shuffle", 2);
    FILTERS.put("fletcher32", 3);
    FILTERS.put("szip", 4);
    FILTERS.put("n-bit", 5);
    FILTERS.put("scale-offset", 6);
    FILTERS.put("bzip2", 307);
    FILTERS.put("lzf", 32000);
    FILTERS.put("blosc", 32001);
    FILTERS.put("lz4", 32004);
    FILTERS.put("bitshuffle", 32008);
    FILTERS.put("zfp", 32013);
    FILTERS.put("zstd", 32015);
    FILTERS.put("blosc2", 32026);
  }

  private Hdf5Check() {}

  static List<Finding> examine(Map<String, String> environment) {
    try {
      return List.of(Finding.ok("HDF5", Hdf5Library.version()), filters(environment));
    } catch (Hdf5Exception e) {
      return List.of(
          new Finding(
              "HDF5",
              State.FAULT,
              e.getMessage(),
              "start jzfof by scripts/jzfof; run scripts/setup.sh, or set JZFOF_NATIVE to the"
                  + " folder with libsis-jhdf5.so"));
    }
  }

  private static Finding filters(Map<String, String> environment) {
    String there = names(Hdf5Library::hasFilter);
    String missing = names(id -> !Hdf5Library.hasFilter(id));
    if (missing.isEmpty()) {
      return Finding.ok("HDF5 filters", there);
    }
    String folder = environment.getOrDefault("HDF5_PLUGIN_PATH", "");
    return Finding.note(
        "HDF5 filters",
        there + "; without " + missing,
        "for snapshots compressed with one of these set HDF5_PLUGIN_PATH ("
            + (folder.isEmpty() ? "not set" : "now " + folder)
            + ") to the folder with its plugin");
  }

  private static String names(Predicate<Integer> which) {
    return FILTERS.entrySet().stream()
        .filter(filter -> which.test(filter.getValue()))
        .map(
            filter ->
                filter.getKey() + (filter.getValue() > 6 ? " (" + filter.getValue() + ")" : ""))
        .collect(Collectors.joining(", "));
  }
}
