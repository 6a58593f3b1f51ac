package org.jzfof.cli.serve;

import java.util.Map;
import org.jzfof.arrays.ArrayNeighbours;
import org.jzfof.arrays.RawFile;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.NeighbourOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A request for nearest neighbours. */
@Command(name = "knn")
final class KnnRequest implements Request {
  @Option(names = "-k", required = true)
  private int k;

  @Mixin private SearchOptions options = new SearchOptions();

  @Override
  public Map<String, Object> answer(Searcher searcher) {
    NeighbourOptions.requireNeighbours(k);
    ArrayNeighbours.Task task = options.task(NeighbourMethod.Search.NEAREST);
    NeighbourOptions.requireNeighbours(options.method(), options.excludeSelf() ? k + 1 : k);
    try (RawFile rows = RawFile.open(options.rows());
        RawFile distances = RawFile.open(options.distances())) {
      ArrayNeighbours.Files files = new ArrayNeighbours.Files(rows, distances);
      searcher.search(
          run -> {
            new ArrayNeighbours(run).nearest(task, k, files);
            return true;
          });
      return Map.of();
    }
  }
}
