package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.search.BruteForceNeighbours;

/**
 * What a file of nearest neighbours should hold, by looking at every pair.
 *
 * @param sources coordinates in source order [3n], as they are stored
 * @param queries coordinates in file order [3m]; the same array where the sources ask themselves
 * @param box that holds them
 * @param k neighbours per query
 * @param excludeSelf whether query i leaves out source i
 */
record KnnExpected(double[] sources, double[] queries, Box box, int k, boolean excludeSelf) {
  /** Coordinates as float32 stores them. */
  static double[] narrow(double... xyz) {
    return Arrays.stream(xyz).map(x -> (float) x).toArray();
  }

  int queryCount() {
    return queries.length / 3;
  }

  /** Rows of the neighbours of a query [k], -1 where there is none. */
  long[] row(int query) {
    int[] nearest = brute().nearest(queries, query, Double.POSITIVE_INFINITY, k + 1);
    int[] kept = excludeSelf ? Arrays.stream(nearest).filter(s -> s != query).toArray() : nearest;
    return IntStream.range(0, k).mapToLong(i -> i < kept.length ? kept[i] : -1).toArray();
  }

  /** Distances of neighbours from a query; infinite where there is none. */
  double[] distances(int query, long... row) {
    return Arrays.stream(row)
        .mapToDouble(
            s -> s < 0 ? Double.POSITIVE_INFINITY : brute().distance(queries, query, (int) s))
        .toArray();
  }

  private BruteForceNeighbours brute() {
    return new BruteForceNeighbours(sources, box);
  }

  /** Asserts that a file holds just that, in file order, with float32 distances or float64. */
  void check(CatalogueFile file, boolean doubles) {
    long[] index = file.longs("/Neighbours/Index");
    double[] distance = file.doubles("/Neighbours/Distance");
    assertEquals(k * queryCount(), index.length);
    assertEquals(k * queryCount(), distance.length);
    for (int query = 0; query < queryCount(); query++) {
      check(query, index, distance, query, doubles);
    }
  }

  /** Asserts that a row of a file is that of a query. */
  void check(int query, long[] index, double[] distance, int row, boolean doubles) {
    long[] wanted = row(query);
    double[] expected = distances(query, wanted);
    String what = "query " + query;
    assertArrayEquals(wanted, Arrays.copyOfRange(index, k * row, k * row + k), what);
    assertArrayEquals(
        doubles ? expected : narrow(expected),
        Arrays.copyOfRange(distance, k * row, k * row + k),
        what);
  }
}
