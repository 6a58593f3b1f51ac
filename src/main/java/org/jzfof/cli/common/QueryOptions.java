package org.jzfof.cli.common;

import java.nio.file.Path;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.search.QueryChoice;
import org.jzfof.config.search.SearchQueries;
import picocli.CommandLine.Option;

/** Options that select the queries of a neighbour search and their order. */
@Heading(Heading.QUERIES)
public final class QueryOptions {
  /** The order of rows of neighbours. */
  public enum Order {
    /** The order of the queries. */
    FILE,
    /** The order along a space-filling curve. */
    MORTON
  }

  @Option(
      names = "--query-types",
      paramLabel = "T",
      split = ",",
      description = "Particle types of the queries (default: those of --types).")
  private int[] types;

  @Option(
      names = "--queries",
      paramLabel = "FILE",
      description =
          "Read the query positions from FILE: a snapshot, an HDF5 file with a dataset Coordinates"
              + " or Positions of shape [M, 3], little-endian x, y, z of float32 (.f32) or float64"
              + " (.f64), a text of x y z (.xyz, .txt, .csv), or a PLY file (.ply).")
  private Path file;

  @Option(
      names = "--exclude-self",
      description =
          "Do not count a particle as its own neighbour; other particles at its position still count.")
  private boolean excludeSelf;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      defaultValue = "file",
      description =
          "Order of the rows: file, or morton (along a space-filling curve; with"
              + " /Queries/Row) (default: ${DEFAULT-VALUE}).")
  private Order order;

  /** Returns the selected queries. */
  public SearchQueries searchQueries() {
    return new SearchQueries(new QueryChoice(file, types), excludeSelf, order == Order.MORTON);
  }
}
