package org.jzfof.pairs.search;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.output.Provenance;
import org.jzfof.output.Scaling;
import org.jzfof.pairs.Correlation;
import org.jzfof.pairs.Jackknife;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;

/** Writes a file of pair counts. */
public final class PairFile {
  private static final String PAIRS = "/Pairs";
  private static final String CORRELATION = "/Correlation";
  private static final String JACKKNIFE = "/Jackknife";

  private final PairInfo info;
  private final PairBins bins;
  private final Hdf5Writer out;

  private PairFile(PairInfo info, Hdf5Writer out) {
    this.info = info;
    this.bins = info.bins();
    this.out = out;
  }

  /** Writes the file, which must not exist. */
  public static void write(Path file, PairInfo info) {
    try (Hdf5Writer out = Hdf5Writer.create(file)) {
      info.origin().run().provenance().writeTo(out, "pairs");
      PairFile content = new PairFile(info, out);
      content.writeHeader();
      content.writePairs();
      if (info.correlation() != null) {
        content.writeCorrelation(info.correlation());
      }
      if (info.jackknife() != null) {
        content.writeJackknife(info.jackknife());
      }
      Provenance.seal(out);
    }
  }

  private void writeHeader() {
    String header = NeighbourOrigin.HEADER;
    info.origin().writeTo(out, new NeighbourOrigin.Rows(0, info.partners(), info.partners(), 1));
    out.attribute(header, "Mode", bins.separation().name().toLowerCase(Locale.ROOT));
    out.attribute(header, "Autocorrelation", Hdf5Type.INT32, info.autocorrelation() ? 1 : 0);
    out.attribute(
        header,
        "SelfPairs",
        Hdf5Type.INT64,
        info.autocorrelation() && bins.holdSelf() ? info.partners() : 0L);
    if (info.weighted() != null) {
      out.attribute(header, "Weights", info.weighted().name());
      out.attribute(header, "SourceWeight", Hdf5Type.FLOAT64, info.weighted().sources());
      out.attribute(header, "QueryWeight", Hdf5Type.FLOAT64, info.weighted().partners());
      if (info.autocorrelation()) {
        out.attribute(header, "SquaredWeight", Hdf5Type.FLOAT64, info.weighted().self());
      }
    }
    if (bins.separation() != Separation.R) {
      out.attribute(header, "LineOfSight", String.valueOf("xyz".charAt(bins.axis())));
    }
  }

  private void writePairs() {
    Scaling length = Scaling.length(info.origin().snapshot());
    out.group(PAIRS);
    write(
        PAIRS + "/Edges",
        length,
        "edges of the bins of "
            + switch (bins.separation()) {
              case R -> "the distance r";
              case RPPI -> "the distance rp across the line of sight";
              case SMU -> "the distance s";
            }
            + "; each bin has its lower edge and not its upper one",
        bins.edges());
    double[] parts = IntStream.rangeClosed(0, bins.parts()).asDoubleStream().toArray();
    if (bins.separation() == Separation.RPPI) {
      write(PAIRS + "/PiEdges", length, "edges of the bins of pi", parts);
    } else if (bins.separation() == Separation.SMU) {
      double[] mu =
          IntStream.range(0, parts.length).mapToDouble(i -> parts[i] / bins.parts()).toArray();
      write(
          PAIRS + "/MuEdges",
          Scaling.NUMBER,
          "edges of the bins of mu; the last bin has mu = 1",
          mu);
    }
    out.dataset(PAIRS + "/Count", Hdf5Type.INT64, shape());
    out.write(PAIRS + "/Count", 0, bins.bins(), info.counts());
    Scaling.NUMBER.writeTo(
        out,
        PAIRS + "/Count",
        info.autocorrelation()
            ? "ordered pairs in each bin: every pair twice, with SelfPairs in the first bin"
            : "pairs of a source and a query in each bin");
    if (info.weighted() != null) {
      writeWeighted(info.weighted());
    }
  }

  private void writeWeighted(WeightedPairs weighted) {
    Scaling unit = unit(weighted);
    double[] average = new double[weighted.sums().length];
    Arrays.setAll(average, i -> info.counts()[i] == 0 ? 0 : weighted.sums()[i] / info.counts()[i]);
    writeMatrix(
        PAIRS + "/WeightedCount",
        unit,
        "sum of the products of the weights of the pairs of Count",
        weighted.sums());
    writeMatrix(PAIRS + "/WeightAvg", unit, "WeightedCount over Count; 0 without pairs", average);
  }

  /** Returns the unit of the product of two weights. */
  private Scaling unit(WeightedPairs weighted) {
    Scaling unit =
        weighted.masses()
            ? Scaling.mass(info.origin().snapshot().units())
            : new Scaling(weighted.name(), 0, 0, 0, 0, 0, Double.NaN);
    return unit.squared();
  }

  private long[] shape() {
    return bins.separation() == Separation.R
        ? new long[] {bins.bins()}
        : new long[] {bins.bins(), bins.parts()};
  }

  private void write(String dataset, Scaling unit, String description, double... values) {
    out.dataset(dataset, Hdf5Type.FLOAT64, values.length);
    out.write(dataset, 0, values.length, values);
    unit.writeTo(out, dataset, description);
  }

  private void writeCorrelation(Correlation correlation) {
    out.group(CORRELATION);
    writeMatrix(
        CORRELATION + "/xi",
        Scaling.NUMBER,
        (info.weighted() == null ? "pairs" : "weighted pairs")
            + " over those expected without correlation, less 1; no point with itself",
        correlation.xi());
    writeMatrix(
        CORRELATION + "/error",
        Scaling.NUMBER,
        "Poisson error of xi; NaN where there are no pairs",
        correlation.error());
    if (correlation.wp() != null) {
      Scaling length = Scaling.length(info.origin().snapshot());
      write(CORRELATION + "/wp", length, "twice the integral of xi over pi", correlation.wp());
      write(CORRELATION + "/wp_error", length, "Poisson error of wp", correlation.wpError());
    }
  }

  private void writeJackknife(Jackknife jackknife) {
    Scaling length = Scaling.length(info.origin().snapshot());
    out.group(JACKKNIFE);
    int regions = jackknife.counts().length;
    write("NumSources", "particles without each region", jackknife.points());
    write("NumQueries", "partners without each region", jackknife.partners());
    out.dataset(JACKKNIFE + "/Count", Hdf5Type.INT64, regions, bins.count());
    for (int r = 0; r < regions; r++) {
      out.write(JACKKNIFE + "/Count", r, 1, jackknife.counts()[r]);
    }
    Scaling.NUMBER.writeTo(out, JACKKNIFE + "/Count", "pairs without each region, as Pairs/Count");
    if (jackknife.sums() != null) {
      write(
          "WeightedCount",
          unit(info.weighted()),
          "sums without each region, as Pairs/WeightedCount",
          jackknife.sums());
    }
    write("xi", Scaling.NUMBER, "xi without each region", jackknife.xi());
    write(
        "xi_covariance",
        Scaling.NUMBER,
        "covariance of xi; the root of its diagonal is an error",
        jackknife.xiCovariance());
    if (jackknife.wp() != null) {
      write("wp", length, "wp without each region", jackknife.wp());
      write("wp_covariance", length.squared(), "covariance of wp", jackknife.wpCovariance());
    }
  }

  private void write(String name, String description, long[] values) {
    String dataset = JACKKNIFE + "/" + name;
    out.dataset(dataset, Hdf5Type.INT64, values.length);
    out.write(dataset, 0, values.length, values);
    Scaling.NUMBER.writeTo(out, dataset, description);
  }

  private void write(String name, Scaling unit, String description, double[][] rows) {
    String dataset = JACKKNIFE + "/" + name;
    out.dataset(dataset, Hdf5Type.FLOAT64, rows.length, rows[0].length);
    for (int row = 0; row < rows.length; row++) {
      out.write(dataset, row, 1, rows[row]);
    }
    unit.writeTo(out, dataset, description);
  }

  private void writeMatrix(String dataset, Scaling unit, String description, double[] values) {
    out.dataset(dataset, Hdf5Type.FLOAT64, shape());
    out.write(dataset, 0, bins.bins(), values);
    unit.writeTo(out, dataset, description);
  }
}
