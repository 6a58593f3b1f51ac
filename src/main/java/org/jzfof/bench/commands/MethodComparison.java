package org.jzfof.bench.commands;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jzfof.bench.NeighbourBenchmark;
import org.jzfof.bench.StageStatistics;
import org.jzfof.bench.WorkStatistics;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.error.BackendException;

/**
 * Compares the times of several methods for the same neighbours.
 *
 * @param results result of each method; all digests are equal
 */
record MethodComparison(Map<SearchMethod, NeighbourBenchmark.Result> results) {
  /**
   * Measures methods and reports the first, together with a comparison if there are several.
   *
   * @throws BackendException if the methods have found different neighbours
   */
  static BenchReport report(
      Set<SearchMethod> methods,
      Function<SearchMethod, NeighbourBenchmark.Result> measurement,
      Function<NeighbourBenchmark.Result, BenchReport> reportOfFirst) {
    Map<SearchMethod, NeighbourBenchmark.Result> results = new LinkedHashMap<>();
    methods.forEach(method -> results.put(method, measurement.apply(method)));
    BenchReport report = reportOfFirst.apply(results.values().iterator().next());
    return (results.size() == 1 ? report : of(results).addTo(report)).with(work(results));
  }

  private static Map<String, WorkStatistics> work(
      Map<SearchMethod, NeighbourBenchmark.Result> results) {
    Map<String, WorkStatistics> work = new LinkedHashMap<>();
    results.forEach(
        (method, result) ->
            result.work().ifPresent(statistics -> work.put(method.optionName(), statistics)));
    return work;
  }

  /**
   * @throws BackendException if the methods have found different neighbours
   */
  private static MethodComparison of(Map<SearchMethod, NeighbourBenchmark.Result> results) {
    Map.Entry<SearchMethod, NeighbourBenchmark.Result> first = results.entrySet().iterator().next();
    results.forEach(
        (method, result) -> {
          if (result.digest() != first.getValue().digest()) {
            throw new BackendException(
                "%s and %s found different neighbours (digests %016x and %016x): report it with the command"
                    .formatted(
                        first.getKey().optionName(),
                        method.optionName(),
                        first.getValue().digest(),
                        result.digest()));
          }
        });
    return new MethodComparison(results);
  }

  /** Adds a line, numbers and stages of each method to a report. */
  private BenchReport addTo(BenchReport report) {
    StringBuilder summary = new StringBuilder(report.summary());
    Map<String, Object> numbers = new LinkedHashMap<>(report.numbers());
    List<StageStatistics> stages = new ArrayList<>();
    NeighbourBenchmark.Result first = results.values().iterator().next();
    boolean searched = first.queries() > 0;
    if (searched) {
      numbers.put("digest", "%016x".formatted(first.digest()));
    }
    summary.append(
        "%n%n%-18s %11s %11s %12s"
            .formatted(
                searched ? "same neighbours" : "index alone",
                "build ms",
                "query ms",
                "B/particle"));
    results.forEach(
        (method, result) -> {
          String name = method.optionName();
          StageStatistics build =
              stages(result, List.of(NeighbourBenchmark.BUILD)).findFirst().orElseThrow();
          double bytes = (double) build.peakBytes() / result.particles();
          double query =
              stages(result, NeighbourBenchmark.QUERY)
                  .mapToDouble(StageStatistics::medianSeconds)
                  .sum();
          summary.append(
              String.format(
                  Locale.ROOT,
                  "%n%-18s %11.3f %11.3f %12.1f",
                  name,
                  1e3 * build.medianSeconds(),
                  1e3 * query,
                  bytes));
          numbers.put(name + ".buildSeconds", build.medianSeconds());
          numbers.put(name + ".querySeconds", query);
          numbers.put(name + ".bytesPerParticle", bytes);
          result.stages().forEach(stage -> stages.add(stage.withPrefix(name)));
        });
    return new BenchReport(summary.toString(), numbers, report.rows(), report.repeat(), stages);
  }

  private static Stream<StageStatistics> stages(
      NeighbourBenchmark.Result result, List<String> names) {
    return result.stages().stream().filter(stage -> names.contains(stage.name()));
  }
}
