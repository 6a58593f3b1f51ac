package org.jzfof.cli.serve;

import java.nio.file.Path;
import java.util.Map;
import org.jzfof.arrays.ArrayNeighbours;
import org.jzfof.arrays.RawFile;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.positions.RawColumn;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A request for all neighbours within radii. */
@Command(name = "neighbours")
final class NeighboursRequest implements Request {
  @ArgGroup(multiplicity = "1")
  private Radius radius;

  /** One radius, or one of each query. */
  private static final class Radius {
    @Option(names = "--radius")
    private Double same;

    @Option(names = "--radii")
    private ArrayName each;
  }

  @Option(names = "--offsets", required = true)
  private Path offsets;

  @Mixin private SearchOptions options = new SearchOptions();

  @Override
  public Map<String, Object> answer(Searcher searcher) {
    ArrayNeighbours.Task task = options.task(NeighbourMethod.Search.RADIUS);
    RawColumn radii = ArrayName.numbers(radius.each, "radius");
    RadiusChoice.Fixed same = new RadiusChoice.Fixed(radii == null ? radius.same : 0);
    if (radii != null && radii.rows() != task.rows()) {
      throw new UsageException(
          "--radii has %d radii for %d queries: give one for each"
              .formatted(radii.rows(), task.rows()));
    }
    try (RawFile starts = RawFile.open(offsets);
        RawFile rows = RawFile.open(options.rows());
        RawFile distances = RawFile.open(options.distances())) {
      ArrayNeighbours.Files files = new ArrayNeighbours.Files(rows, distances);
      long pairs =
          searcher.search(run -> new ArrayNeighbours(run).within(task, same, radii, starts, files));
      return Map.of("pairs", pairs);
    }
  }
}
