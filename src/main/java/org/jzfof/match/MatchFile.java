package org.jzfof.match;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jzfof.config.catalogues.MatchOptions;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.RunRecord;
import org.jzfof.output.Scaling;
import org.jzfof.output.SnapshotAttributes;

/** Writes a file of matches; its columns have the names that SOAP's matches have. */
final class MatchFile {
  /** Name of the product in the provenance. */
  static final String PRODUCT = "match";

  static final String HEADER = "/Header";

  private final Hdf5Writer out;

  private MatchFile(Hdf5Writer out) {
    this.out = out;
  }

  /**
   * Writes the file and flushes it to the disk; no file of this name may exist.
   *
   * @param directions matches of the haloes of each catalogue
   * @param counted types of the members that count, for the user
   */
  static void write(
      Path file,
      RunRecord run,
      MatchOptions options,
      List<MatchedCatalogue> catalogues,
      List<Direction> directions,
      String counted) {
    try (Hdf5Writer out = Hdf5Writer.create(file)) {
      run.provenance().writeTo(out, PRODUCT);
      out.group(HEADER);
      out.attribute(HEADER, "MatchedBy", catalogues.get(0).ofSubhaloes() ? "subhalo" : "group");
      out.attribute(HEADER, "Types", counted);
      out.attribute(HEADER, "MostBound", Hdf5Type.INT32, options.mostBound());
      out.attribute(HEADER, "Weights", options.weights().toString().toLowerCase(Locale.ROOT));
      for (int c = 0; c < catalogues.size(); c++) {
        MatchedCatalogue catalogue = catalogues.get(c);
        String number = String.valueOf(c + 1);
        out.attribute(HEADER, "Catalogue" + number, catalogue.file().toString());
        out.attribute(
            HEADER,
            "Redshift" + number,
            Hdf5Type.FLOAT64,
            catalogue.catalogue().header("Redshift"));
        out.attribute(HEADER, "Haloes" + number, Hdf5Type.INT64, catalogue.haloes());
        MatchOptions.Side side = c == 0 ? options.first() : options.second();
        out.attribute(HEADER, "IdMap" + number, side.ids().toString());
      }
      new SnapshotAttributes(out, HEADER).run(run);
      MatchFile content = new MatchFile(out);
      content.write(directions.get(0), catalogues.get(0).massUnit(), "1", "2");
      content.write(directions.get(1), catalogues.get(1).massUnit(), "2", "1");
      Provenance.seal(out);
    }
    OutputFiles.sync(file);
  }

  private void write(Direction of, Scaling mass, String one, String other) {
    String to = one + "to" + other;
    int n = of.haloes();
    long[] integers = new long[n];
    Arrays.setAll(integers, h -> of.match()[h]);
    integers(
        "MatchIndex" + to,
        Hdf5Type.INT64,
        integers,
        "halo of catalogue %s that has most of the members of the halo of catalogue %s, from 0; -1 for none"
            .formatted(other, one));
    Arrays.setAll(integers, h -> of.shared()[h]);
    integers(
        "MatchCount" + to, Hdf5Type.INT64, integers, "members that count and are in the match");
    Arrays.setAll(integers, h -> of.agrees()[h] ? 1 : 0);
    integers(
        "Consistent" + to, Hdf5Type.INT32, integers, "1 if the match of the match is this halo");
    double[] numbers = new double[n];
    Arrays.setAll(numbers, of::fraction);
    numbers(
        "MatchFraction" + to,
        numbers,
        Scaling.NUMBER,
        "share of the members that count that is in the match");
    if (of.meanMass() != null) {
      Arrays.setAll(numbers, of::sharedMass);
      numbers(
          "MatchMass" + to,
          numbers,
          mass,
          "MatchCount%s times the mean mass of the members of the halo of the types that count"
              .formatted(to));
    }
    integers(
        "Members" + one,
        Hdf5Type.INT64,
        of.counting(),
        "members of the halo of catalogue %s that count".formatted(one));
    numbers("Mass" + one, of.mass(), mass, "mass of the halo of catalogue " + one);
  }

  private void integers(String name, Hdf5Type type, long[] values, String description) {
    out.dataset("/" + name, type, values.length);
    out.write("/" + name, 0, values.length, values);
    Scaling.NUMBER.writeTo(out, "/" + name, description);
  }

  private void numbers(String name, double[] values, Scaling unit, String description) {
    out.dataset("/" + name, Hdf5Type.FLOAT64, values.length);
    out.write("/" + name, 0, values.length, values);
    unit.writeTo(out, "/" + name, description);
  }
}
