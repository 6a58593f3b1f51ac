package org.jzfof.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Edit;

/**
 * Subhaloes of the example, said to be of z = 1, in the formats gadget, swift and yt.
 *
 * @param place folder with the output of each format, by its name
 * @param snapshot that they are of
 */
record FormattedSubhaloes(Path place, Path snapshot) {
  static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");
  static final String SWIFT = "groups_001/halo_properties_0001.hdf5";
  static final String YT = "groups_001/subhalos_001.0.h5";

  /** Hubble parameter of the example. */
  static final double H = 0.678;

  /** Scale factor. */
  static final double A = 0.5;

  /** Finds them. */
  static FormattedSubhaloes in(Path place) throws IOException {
    Path snapshot = Files.copy(EXAMPLE, place.resolve("snapshot_001.hdf5"));
    Hdf5Edit.attribute(snapshot, "/Header", "Time", A);
    Hdf5Edit.attribute(snapshot, "/Header", "Redshift", 1 / A - 1);
    for (String format : List.of("gadget", "swift", "yt")) {
      Object[] more = {"--so", "200c", "--membership"};
      Jzfof.run(command(snapshot, place.resolve(format), format, more)).succeeded();
    }
    return new FormattedSubhaloes(place, snapshot);
  }

  /** The words of a run. */
  static Object[] command(Path in, Path out, String format, Object... options) {
    List<Object> words =
        new ArrayList<>(List.of("run", in, "-q", "-o", out, "--subhaloes", "--format", format));
    words.addAll(List.of(options));
    return words.toArray();
  }

  /** The catalogue of a format. */
  Path folder(String format) {
    return place.resolve(format).resolve("groups_001");
  }

  CatalogueFile gadget() {
    return CatalogueFile.in(place.resolve("gadget"), "001");
  }

  /** A file of a format. */
  CatalogueFile file(String format, String name) {
    return CatalogueFile.of(place.resolve(format).resolve(name));
  }
}
