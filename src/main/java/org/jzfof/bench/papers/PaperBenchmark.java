package org.jzfof.bench.papers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jzfof.backend.RankDevice;
import org.jzfof.bench.Distribution;
import org.jzfof.bench.FofBenchmark;
import org.jzfof.bench.NeighbourBenchmark;
import org.jzfof.bench.ParticleSource;
import org.jzfof.bench.StageStatistics;
import org.jzfof.bench.WorkStatistics;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.error.JzfofException;
import org.jzfof.error.UsageException;
import org.jzfof.threads.Parallel;

/**
 * Measures the lines of figures from the smallest search to the largest. A line ends before a
 * search that would take too long or too much memory, by the growth of those before it; the reason
 * is part of the result.
 */
public final class PaperBenchmark {
  private static final double LINKING_LENGTH = 0.2;
  private static final int MIN_LENGTH = 20;
  private static final long SEED = 1;

  /** Tolerance of iterated numbers of neighbours. */
  private static final double TOLERANCE = 0.1;

  /** Maximum number of measured runs of a point, and of warm-up runs before them. */
  private static final int MAX_RUNS = 9;

  private final RankDevice device;
  private final double seconds;
  private final Consumer<String> progress;
  private final Map<Setting, Timed> timed = new HashMap<>(); // figures share settings
  private final Map<Setting, double[]> radii = new HashMap<>(); // and settings share radii

  /**
   * @param seconds time that the runs of one point may take
   * @param progress receives a line of text for each point
   */
  public PaperBenchmark(RankDevice device, double seconds, Consumer<String> progress) {
    this.device = device;
    this.seconds = seconds;
    this.progress = progress;
  }

  /** Measures all lines of a figure; every rank calls it. */
  public List<PaperResults.MeasuredLine> measure(PaperFigure figure) {
    return figure.lines().stream().map(line -> measure(figure, line)).toList();
  }

  private PaperResults.MeasuredLine measure(PaperFigure figure, PaperLine line) {
    List<Measured> points = new ArrayList<>();
    String ended = "";
    for (double x : line.at()) {
      ended = obstacle(line.setting(x), points, x);
      if (ended.isEmpty()) {
        try {
          Measured point = measure(line, x);
          points.add(point);
          progress.accept(
              String.format(
                  Locale.ROOT,
                  "%-8s %-30s %10.4g %12.4g %12.1f B/point %3d runs",
                  figure.name(),
                  line.label(),
                  x,
                  figure.value().of(point),
                  Value.BYTES.of(point),
                  point.runs()));
        } catch (JzfofException e) {
          if (device.arrays().comm().size() > 1) {
            throw e; // the other ranks may be in the middle of the search
          }
          ended = e.getMessage();
        }
      }
      if (!ended.isEmpty()) {
        ended = String.format(Locale.ROOT, "not run at %.4g: %s", x, ended);
        progress.accept("%-8s %-30s %s".formatted(figure.name(), line.label(), ended));
        break;
      }
    }
    return new PaperResults.MeasuredLine(line.label(), points, ended);
  }

  /** Returns why a search cannot be run; empty if it can. The answer is the same on all ranks. */
  private String obstacle(Setting setting, List<Measured> before, double x) {
    NeighbourMethod method = setting.method().kind();
    boolean gpu = device.backend().methodKernels().cells().isPresent();
    if (method.isGpuOnly() && !gpu || method.isCpuOnly() && gpu) {
      return method.optionName() + " runs on " + (gpu ? "CPUs" : "GPUs") + " only";
    }
    if (!setting.work().isEmpty() && device.arrays().comm().size() > 1) {
      return "work is counted on one rank";
    }
    if (setting.threads() > Parallel.threads()) {
      return "there are " + Parallel.threads() + " cores";
    }
    if (before.isEmpty() || timed.containsKey(setting)) {
      return "";
    }
    Measured last = before.get(before.size() - 1);
    double ratio = x / last.x();
    double power = setting.points() > last.points() ? 1 : 0;
    if (before.size() > 1) {
      Measured earlier = before.get(before.size() - 2);
      power = Math.log(last.total() / earlier.total()) / Math.log(last.x() / earlier.x());
    }
    double expected = last.total() * Math.pow(ratio, Math.max(0, power));
    if (expected > seconds) {
      return String.format(Locale.ROOT, "it would take about %.3g s", expected);
    }
    boolean more = setting.points() > last.points();
    double bytes = more ? last.peakBytes() * ratio : last.peakBytes();
    double limit = device.backend().memoryLimit();
    return bytes > limit
        ? String.format(
            Locale.ROOT,
            "it would take about %.3g GiB of %.3g",
            bytes / (1 << 30),
            limit / (1 << 30))
        : "";
  }

  private Measured measure(PaperLine line, double x) {
    Setting setting = line.setting(x);
    Timed runs = run(setting);
    double other = line.isCompared() ? run(line.other(x)).total() : Double.NaN;
    return new Measured(
        x,
        setting.points(),
        runs.total(),
        runs.build(),
        other,
        runs.count(setting.work(), x),
        runs.stages(),
        runs.peak(),
        runs.runs);
  }

  /** The statistics of repeated runs. */
  private record Timed(List<StageStatistics> statistics, int runs, WorkStatistics work) {
    double total() {
      return statistics.get(endOfStages()).medianSeconds();
    }

    long peak() {
      return statistics.get(endOfStages()).peakBytes();
    }

    /** Index of the total, which parts of stages may follow. */
    private int endOfStages() {
      return statistics.stream().map(StageStatistics::name).toList().indexOf(StageStatistics.TOTAL);
    }

    /** The quantile at a percentage; of lanes, the percentage of steps with this number of them. */
    double count(String kind, double x) {
      if (work == null) {
        return Double.NaN;
      }
      Distribution counts = work.distributions().get(kind);
      if (counts == null) {
        throw new UsageException("the method does not count " + kind);
      }
      if (!kind.equals(WorkStatistics.LANES)) {
        return counts.quantile((int) x);
      }
      return 100.0 * counts.histogram()[(int) x] / LongStream.of(counts.histogram()).sum();
    }

    double build() {
      return stages().getOrDefault(NeighbourBenchmark.BUILD, 0.0);
    }

    Map<String, Double> stages() {
      Map<String, Double> stages = new LinkedHashMap<>();
      statistics
          .subList(0, endOfStages())
          .forEach(stage -> stages.merge(stage.name(), stage.medianSeconds(), Double::sum));
      return stages;
    }
  }

  /** Returns the result of a setting, which is measured once. */
  private Timed run(Setting setting) {
    return timed.computeIfAbsent(
        setting,
        s -> s.threads() == 0 ? measured(s) : Parallel.with(s.threads(), () -> measured(s)));
  }

  /** Runs a search once, and then as often as the time allows; work is counted once. */
  private Timed measured(Setting setting) {
    Runs runs = search(setting);
    return setting.work().isEmpty() ? repeated(runs) : runs.of(0, 1);
  }

  private Timed repeated(Runs runs) {
    Timed first = runs.of(0, 1);
    int fit = (int) Math.min(2 * MAX_RUNS, seconds / first.total() - 1);
    int warmup = fit / 2;
    return fit < 2 ? first : runs.of(warmup, fit - warmup);
  }

  /** Runs a search repeatedly. */
  @FunctionalInterface
  private interface Runs {
    /** Returns the statistics of the runs after those to warm up. */
    Timed of(int warmup, int repeat);
  }

  private Runs search(Setting setting) {
    int ranks = device.arrays().comm().size();
    long points = setting.perRank() ? setting.points() * ranks : setting.points();
    ParticleSource source = setting.source(points, SEED);
    if (setting.search() == Setting.Search.FOF) {
      FofBenchmark benchmark = new FofBenchmark(device.backend(), source, device.arrays());
      FofBenchmark.Task task =
          new FofBenchmark.Task(
              LINKING_LENGTH * source.box().meanSeparation(points), MIN_LENGTH, false, false);
      return (warmup, repeat) ->
          new Timed(benchmark.run(task, warmup, repeat).stages(), repeat, null);
    }
    NeighbourBenchmark benchmark =
        new NeighbourBenchmark(device.backend(), held(source), device.arrays());
    NeighbourBenchmark.Request request =
        switch (setting.search()) {
          case RADIUS ->
              new NeighbourBenchmark.Request.RadiusRequest(radii(setting, benchmark), true);
          case SMOOTHING ->
              new NeighbourBenchmark.Request.LengthRequest(
                  radii(setting, benchmark), setting.k(), TOLERANCE);
          case INDEX -> new NeighbourBenchmark.Request.IndexRequest();
          default ->
              new NeighbourBenchmark.Request.NearestRequest(
                  setting.k(),
                  setting.mortonOrder(),
                  setting.queries() == 0
                      ? null
                      : held(setting.source(setting.queries(), SEED + 1)));
        };
    NeighbourBenchmark.Task task =
        new NeighbourBenchmark.Task(
            setting.method(), request, !setting.work().isEmpty(), !setting.work().isEmpty());
    return (warmup, repeat) -> {
      NeighbourBenchmark.Result result = benchmark.run(task, warmup, repeat);
      return new Timed(result.stages(), repeat, result.work().orElse(null));
    };
  }

  /** Returns the distance of the k-th neighbour of each point, whatever method is measured. */
  private double[] radii(Setting setting, NeighbourBenchmark benchmark) {
    return radii.computeIfAbsent(
        setting.ofPoints(), points -> benchmark.neighbourRadii(points.k()));
  }

  private ParticleSource held(ParticleSource source) {
    return HeldSource.of(source, device.backend(), device.arrays().comm());
  }
}
