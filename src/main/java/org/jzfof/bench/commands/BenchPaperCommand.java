package org.jzfof.bench.commands;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jzfof.bench.papers.Paper;
import org.jzfof.bench.papers.PaperBenchmark;
import org.jzfof.bench.papers.PaperFigure;
import org.jzfof.bench.papers.PaperResults;
import org.jzfof.bench.papers.PaperResults.MeasuredLine;
import org.jzfof.cli.common.ComputerOptions;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReadFiles;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.comm.Communicator;
import org.jzfof.error.SystemFault;
import org.jzfof.error.UsageException;
import org.jzfof.output.AtomicFile;
import org.jzfof.plot.lines.PaperChart;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jzfof bench paper}: measures and draws the figures of a publication. */
@Command(
    name = "paper",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    description =
        "Measures the figures of a publication on this machine and draws them with the published"
            + " points: jz-tree, kd-tree (left-balanced), b-tree (SPH) or clover. Each line ends"
            + " before a search that would take too long or too much memory.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof bench paper clover --figures table2 --seconds 0.1 -o clover",
      "  jzfof bench paper jz-tree --ranks 2 --figures fig7b --seconds 0.05 -o scaling",
      "  jzfof bench paper clover --draw clover.json -o clover"
    })
final class BenchPaperCommand implements Callable<Integer> {
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};

  @Parameters(index = "0", paramLabel = "PAPER", description = "Name of the publication.")
  private String name;

  @Option(
      names = "--figures",
      paramLabel = "F",
      split = ",",
      description = "Figures and tables, such as fig6,table1 (default: all).")
  private String[] figures = {};

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description =
          "Time for the runs of one point; a line ends before a search that takes longer"
              + " (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--draw",
      paramLabel = "FILE",
      split = ",",
      description = "Draw results of earlier measurements instead of measuring.")
  private List<Path> draw = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FOLDER",
      defaultValue = ".",
      description =
          "Folder for the results, PAPER.json, and a picture of each figure, PAPER-FIGURE.png"
              + " (default: the current folder).")
  private Path folder;

  @Option(
      names = "--height",
      paramLabel = "PIXELS",
      defaultValue = "560",
      description = "Height of the pictures (default: ${DEFAULT-VALUE}).")
  private int height;

  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Spec private CommandSpec command;

  private final Ranks ranks;

  BenchPaperCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public Integer call() {
    Paper paper = Paper.of(name);
    List<PaperFigure> chosen = paper.figures(figures);
    if (!(seconds > 0)) {
      throw new UsageException("--seconds is " + seconds + ": give a time above 0");
    }
    AtomicFile json =
        new AtomicFile(folder.resolve(name + ".json"), "-o", "JSON file", new byte[] {'{'});
    if (draw.isEmpty()) {
      json.check(ReadFiles.of(command), false);
    }
    List<PaperResults> results = new ArrayList<>();
    if (draw.isEmpty()) {
      results.add(ranks.run(rankOptions, comm -> measure(comm, paper, chosen, json)));
    } else {
      draw.forEach(file -> results.add(read(paper, file)));
    }
    if (ranks.printsOutput()) {
      draw(paper, chosen, results);
    }
    return ExitCodes.OK;
  }

  /** Measures figures; the results are written after each, so that an interruption loses one. */
  private PaperResults measure(
      Communicator comm, Paper paper, List<PaperFigure> chosen, AtomicFile json) {
    return BenchRuns.onDevice(
        computer.computer(),
        comm,
        device -> {
          String machine = device.backend().name() + ", " + device.backend().description();
          boolean prints = comm.rank() == 0;
          if (prints) {
            ranks.out().printf("%s (%s)%n%s%n", paper.title(), paper.reference(), machine);
          }
          PaperBenchmark benchmark =
              new PaperBenchmark(
                  device,
                  seconds,
                  text -> {
                    if (prints) {
                      ranks.out().println(text);
                    }
                  });
          Map<String, List<MeasuredLine>> measured = new LinkedHashMap<>();
          PaperResults results =
              new PaperResults(
                  name,
                  VersionProvider.jzfof(),
                  LocalDate.now().toString(),
                  machine,
                  comm.size(),
                  measured);
          for (PaperFigure figure : chosen) {
            measured.put(figure.name(), benchmark.measure(figure));
            if (prints) {
              warn(json.write(results.json()));
            }
          }
          return results;
        });
  }

  private static PaperResults read(Paper paper, Path file) {
    try {
      PaperResults results =
          PaperResults.parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
      if (!results.paper().equals(paper.name())) {
        throw new UsageException(
            "%s has results of %s, not of %s".formatted(file, results.paper(), paper.name()));
      }
      return results;
    } catch (IOException e) {
      throw new UsageException(
          "%s cannot be read (%s): give --draw results of jzfof bench paper"
              .formatted(file, SystemFault.cause(e)),
          e);
    }
  }

  private void draw(Paper paper, List<PaperFigure> chosen, List<PaperResults> results) {
    List<String> drawn = new ArrayList<>();
    for (PaperFigure figure : chosen) {
      PaperChart chart = new PaperChart(paper, figure, results);
      if (!chart.isEmpty()) {
        Path file = folder.resolve(name + "-" + figure.name() + ".png");
        AtomicFile picture = new AtomicFile(file, "-o", "picture", PNG);
        picture.check(ReadFiles.of(command), false);
        warn(picture.write(chart.png(height)));
        drawn.add(file.toString());
      }
    }
    ranks.out().println("pictures: " + String.join(" ", drawn));
  }

  private void warn(List<String> warnings) {
    warnings.forEach(warning -> ExitCodes.warn(ranks.err(), warning));
  }
}
