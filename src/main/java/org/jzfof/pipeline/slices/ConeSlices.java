package org.jzfof.pipeline.slices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;
import org.jzfof.snapshot.particles.ConeScan;

/**
 * The division of a light cone into slices of distance, between the files of its shells.
 *
 * @param near how far before a slice all particles are needed
 * @param far how far behind it
 */
public record ConeSlices(List<Piece> files, ConeScan scan, double near, double far) {

  /** The largest number of slices: files that begin at the same distance are one shell. */
  public int most() {
    return (int) Arrays.stream(scan.nearest()).filter(Double::isFinite).distinct().count();
  }

  /** Number of particles of all files. */
  public long rows() {
    return Arrays.stream(scan.rows()).sum();
  }

  /**
   * Returns slices with about equal numbers of particles, nearest first.
   *
   * @param number number of slices, at most {@link #most}
   */
  public List<ConeSlice> divide(int number) {
    int[] order =
        IntStream.range(0, files.size())
            .filter(f -> Double.isFinite(scan.nearest()[f]))
            .boxed()
            .sorted((a, b) -> Double.compare(scan.nearest()[a], scan.nearest()[b]))
            .mapToInt(f -> f)
            .toArray();
    double[] starts = Arrays.stream(order).mapToDouble(f -> scan.nearest()[f]).distinct().toArray();
    long[] before = new long[starts.length]; // particles of files that begin earlier
    long counted = 0;
    int next = 0;
    for (int s = 0; s < starts.length; s++) {
      for (; scan.nearest()[order[next]] < starts[s]; next++) {
        counted += scan.rows()[order[next]];
      }
      before[s] = counted;
    }
    List<ConeSlice> slices = new ArrayList<>();
    double from = 0;
    int start = 0;
    for (int i = 1; i <= number; i++) {
      int last = starts.length - (number - i); // leaves a start for each further slice
      start++;
      while (i < number && start < last - 1 && before[start] < (double) rows() / number * i) {
        start++;
      }
      double to = i == number ? Double.POSITIVE_INFINITY : starts[start];
      slices.add(slice(i - 1, from, to));
      from = to;
    }
    return slices;
  }

  private ConeSlice slice(int number, double from, double to) {
    List<Piece> read = new ArrayList<>();
    double completeFrom = Double.NEGATIVE_INFINITY;
    double completeTo = Double.POSITIVE_INFINITY;
    long rows = 0;
    for (int f = 0; f < files.size(); f++) {
      if (Double.isInfinite(scan.nearest()[f])) {
        continue; // without particles
      }
      if (scan.farthest()[f] < from - near) {
        completeFrom = Math.max(completeFrom, scan.farthest()[f]);
      } else if (scan.nearest()[f] > to + far) {
        completeTo = Math.min(completeTo, scan.nearest()[f]);
      } else {
        read.add(files.get(f));
        rows += scan.rows()[f];
      }
    }
    return new ConeSlice(number, from, to, completeFrom, completeTo, read, rows);
  }
}
