package org.jzfof.cli.serve;

import java.nio.file.Path;
import org.jzfof.arrays.ArrayBox;
import org.jzfof.arrays.ArrayNeighbours;
import org.jzfof.cli.common.MethodNames;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.error.UsageException;
import picocli.CommandLine.Option;

/** The options of both requests for neighbours. */
final class SearchOptions {
  @Option(names = "--positions", required = true)
  private ArrayName positions;

  @Option(names = "--box", split = ",")
  private double[] box;

  @Option(names = "--queries")
  private ArrayName queries;

  @Option(names = "--exclude-self")
  private boolean excludeSelf;

  @Option(names = "--method", defaultValue = "tree", converter = MethodNames.class)
  private SearchMethod method;

  @Option(names = "--rows", required = true)
  private Path rows;

  @Option(names = "--distances", required = true)
  private Path distances;

  ArrayNeighbours.Task task(NeighbourMethod.Search search) {
    method.kind().require(search);
    if (excludeSelf && queries != null) {
      throw new UsageException(
          "--exclude-self is for neighbours of the positions themselves: leave it out with --queries");
    }
    return new ArrayNeighbours.Task(
        ArrayName.positions(positions, "pos"),
        ArrayName.positions(queries, "queries"),
        new ArrayBox(box),
        excludeSelf,
        method);
  }

  SearchMethod method() {
    return method;
  }

  boolean excludeSelf() {
    return excludeSelf;
  }

  Path rows() {
    return rows;
  }

  Path distances() {
    return distances;
  }
}
