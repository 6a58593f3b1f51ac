package org.jzfof.config.search;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzfof.config.Decimal;
import org.jzfof.error.SystemFault;
import org.jzfof.error.UsageException;

/** Reads the edges of bins from the value of {@code --bins}. */
public final class BinEdges {
  private static final Pattern RANGE = Pattern.compile("([^:]+):([^:]+):(\\d+)(log)?");

  private static final BigInteger MAXIMUM_BINS = BigInteger.valueOf(999_999);

  private BinEdges() {}

  /**
   * Reads edges: those of bins of equal width, those of bins of equal ratio with "log", or those in
   * a file. Each line of a file has one edge, or the lower and the upper edge of a bin; text after
   * a # is a comment.
   *
   * @param given text of the form RMIN:RMAX:N or RMIN:RMAX:Nlog, or the path of a file
   * @return edges in the given order, not yet validated
   * @throws UsageException if a text is no number, or the file cannot be read
   */
  public static double[] of(String given) {
    Matcher range = RANGE.matcher(given);
    if (!range.matches()) {
      return ofFile(Path.of(given));
    }
    double first = number(range.group(1), "--bins " + given);
    double last = number(range.group(2), "--bins " + given);
    BigInteger count = new BigInteger(range.group(3));
    if (count.compareTo(MAXIMUM_BINS) > 0) {
      throw new UsageException(
          "--bins " + given + " has too many bins: give at most " + MAXIMUM_BINS);
    }
    int bins = count.intValue();
    boolean log = range.group(4) != null;
    if (bins < 1) {
      throw new UsageException("--bins " + given + " has no bins: give at least 1");
    }
    if (log && !(first > 0)) {
      throw new UsageException(
          "--bins " + given + " begins at " + first + ": logarithmic bins begin above 0");
    }
    double[] edges = new double[bins + 1];
    for (int i = 0; i < bins; i++) {
      double part = (double) i / bins;
      edges[i] = log ? first * Math.pow(last / first, part) : first + (last - first) * part;
    }
    edges[bins] = last;
    return edges;
  }

  private static double[] ofFile(Path file) {
    List<Double> edges = new ArrayList<>();
    for (String line : lines(file)) {
      String[] words = line.replaceAll("#.*", "").trim().split("[\\s,]+");
      String where = "--bins " + file + " in the line '" + line.trim() + "'";
      if (words.length > 2) {
        throw new UsageException(
            where + " has " + words.length + " numbers: give one edge, or the two of a bin");
      }
      for (int i = 0; i < words.length && !words[i].isEmpty(); i++) {
        double edge = number(words[i], where);
        boolean repeated = words.length == 2 && i == 0 && !edges.isEmpty();
        if (repeated && edge != edges.get(edges.size() - 1)) {
          throw new UsageException(
              where
                  + " leaves a gap after "
                  + edges.get(edges.size() - 1)
                  + ": let each bin begin where the last one ends");
        }
        if (!repeated) {
          edges.add(edge);
        }
      }
    }
    return edges.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UsageException(
          "--bins %s is neither RMIN:RMAX:N nor a file that can be read (%s): give bins such as 0.1:20:30log"
              .formatted(file, SystemFault.cause(e)));
    }
  }

  private static double number(String word, String where) {
    try {
      return Decimal.parse(word);
    } catch (NumberFormatException e) {
      throw new UsageException(where + ": '" + word + "' is no number");
    }
  }
}
