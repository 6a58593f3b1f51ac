package org.jzfof.cli.serve;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jzfof.arrays.ArrayBox;
import org.jzfof.arrays.ArrayPairs;
import org.jzfof.config.search.PairsOptions;
import org.jzfof.error.UsageException;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A request for counts of pairs. */
@Command(name = "pairs")
final class PairsRequest implements Request {
  /** The possible lines of sight. */
  private enum Axis {
    X,
    Y,
    Z
  }

  @Option(names = "--positions", required = true)
  private ArrayName positions;

  @Option(names = "--box", split = ",")
  private double[] box;

  @Option(names = "--bins", required = true, split = ",")
  private double[] edges;

  @Option(names = "--others")
  private ArrayName others;

  @Option(names = "--weights")
  private ArrayName weights;

  @Option(names = "--other-weights")
  private ArrayName otherWeights;

  @Option(names = "--mode", defaultValue = "r")
  private Separation mode;

  @Option(names = "--pimax")
  private Integer pimax;

  @Option(names = "--mu-bins")
  private Integer muBins;

  @Option(names = "--los", defaultValue = "z")
  private Axis sight;

  @Override
  public Map<String, Object> answer(Searcher searcher) {
    PairBins bins = PairsOptions.bins(mode, edges, pimax, muBins, sight.ordinal());
    PairsOptions.requireBins(bins);
    if (otherWeights != null && others == null
        || others != null && (weights == null) != (otherWeights == null)) {
      throw new UsageException(
          "--weights and --other-weights belong to --positions and --others: give both or none with --others, and --weights alone without");
    }
    ArrayPairs.Weighted points = set(positions, "pos", weights, "weights");
    ArrayPairs.Weighted partners =
        others == null ? null : set(others, "others", otherWeights, "other_weights");
    ArrayBox sides = new ArrayBox(box);
    ArrayPairs.Result found =
        searcher.search(run -> new ArrayPairs(run).count(points, partners, sides, bins));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("counts", found.counts());
    if (found.sums() != null) {
      answer.put("sums", found.sums());
    }
    if (found.correlation() != null) {
      answer.put("xi", found.correlation().xi());
      answer.put("xi_error", found.correlation().error());
      if (found.correlation().wp() != null) {
        answer.put("wp", found.correlation().wp());
        answer.put("wp_error", found.correlation().wpError());
      }
    }
    return answer;
  }

  private static ArrayPairs.Weighted set(
      ArrayName positions, String name, ArrayName weights, String weightsName) {
    ArrayPairs.Weighted set =
        new ArrayPairs.Weighted(
            ArrayName.positions(positions, name), ArrayName.numbers(weights, weightsName));
    if (weights != null && set.weights().rows() != set.positions().rows()) {
      throw new UsageException(
          "%s has %d numbers for %d positions: give one for each"
              .formatted(weightsName, set.weights().rows(), set.positions().rows()));
    }
    return set;
  }
}
