package org.jzfof.config.search;

import java.nio.file.Path;
import org.jzfof.error.UsageException;

/** The search radius of each query. */
public sealed interface RadiusChoice {
  /** Whether the radii are smoothing lengths. */
  default boolean isSmoothing() {
    return this instanceof Smoothing || this instanceof Iterated;
  }

  /**
   * One radius for all queries.
   *
   * @param radius search radius in the length unit of the snapshot, at least 0
   */
  record Fixed(double radius) implements RadiusChoice {
    /**
     * @throws UsageException if the radius is negative or not finite
     */
    public Fixed {
      if (!(radius >= 0) || Double.isInfinite(radius)) {
        throw new UsageException(
            "--radius is %s: give a finite length of at least 0, in the unit of the snapshot"
                .formatted(radius));
      }
    }
  }

  /**
   * Radii from the smoothing lengths of the queries. If the snapshot has no smoothing lengths, the
   * radius is the distance of the k-th nearest neighbour.
   *
   * @param scale factor of the smoothing lengths; NaN for the factor of the code that wrote them
   * @param k number of the neighbour; a query that is a source counts itself
   */
  record Smoothing(double scale, int k) implements RadiusChoice {
    /**
     * @throws UsageException naming the value at fault
     */
    public Smoothing {
      if (!Double.isNaN(scale) && (!(scale > 0) || Double.isInfinite(scale))) {
        throw new UsageException(
            "--smoothing is %s: give a factor above 0, or none".formatted(scale));
      }
      NeighbourOptions.requireNeighbours(k);
    }
  }

  /**
   * Smoothing lengths that are iterated until the kernel counts a wanted number of neighbours.
   *
   * @param start lengths with which the iteration starts, and the wanted number k
   * @param tolerance largest difference from the wanted number
   */
  record Iterated(Smoothing start, double tolerance) implements RadiusChoice {
    /**
     * @throws UsageException if the tolerance is not between 0 and the number of neighbours
     */
    public Iterated {
      if (!(tolerance > 0 && tolerance < start.k())) {
        throw new UsageException(
            "--iterate is %s: give a tolerance above 0 and below -k, which is %d, in neighbours"
                .formatted(tolerance, start.k()));
      }
    }
  }

  /**
   * A radius for each query from a file.
   *
   * @param dataset path of a dataset with one radius per query, in the order of the queries
   */
  record Stored(Path file, String dataset) implements RadiusChoice {
    /**
     * Reads the value of an option.
     *
     * @param text text of the form FILE:DATASET
     * @throws UsageException if the text is not of that form
     */
    public static Stored of(String text) {
      int colon = text.lastIndexOf(':');
      if (colon < 1 || colon == text.length() - 1) {
        throw new UsageException(
            "--radii is '%s': give FILE:DATASET, such as radii.hdf5:Radii".formatted(text));
      }
      return new Stored(Path.of(text.substring(0, colon)), text.substring(colon + 1));
    }
  }
}
