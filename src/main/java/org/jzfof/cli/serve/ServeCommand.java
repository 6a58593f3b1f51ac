package org.jzfof.cli.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ComputerOptions;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.ParentWatch;
import org.jzfof.cli.ranks.Ranks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jzfof serve}: answers requests of another program about arrays in raw files. */
@Command(
    name = "serve",
    hidden = true,
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Searches arrays for another program, such as Python.",
    description = {
      "Reads requests from standard input until it ends, each in one line: a JSON array of words."
          + " Each answer is one line on standard output: a JSON object with the exit code, and"
          + " the error if it is not 0. Ends with the process that has started it.",
      "",
      "  ping",
      "  fof         --positions A [--box L] [-b B | --linking-length L]",
      "              [--min-length N] --labels FILE --lengths FILE --centres FILE",
      "  knn         --positions A [--box L] -k K [--queries A] [--exclude-self]",
      "              [--method M] --rows FILE --distances FILE",
      "  neighbours  --positions A [--box L] (--radius R | --radii A) [--queries A]",
      "              [--exclude-self] [--method M] --offsets FILE --rows FILE",
      "              --distances FILE",
      "  pairs       --positions A [--box L] --bins EDGE,EDGE,... [--weights A]",
      "              [--others A] [--other-weights A] [--mode M] [--pimax N]",
      "              [--mu-bins N] [--los X]",
      "",
      "An array A is a raw file in native byte order: f4:FILE (float32) or f8:FILE (float64)."
          + " Positions are x, y, z. Without --box LX,LY,LZ the box is open; a side of 0 is a flat"
          + " dimension. Results are raw files, too: distances of the type of the positions,"
          + " centres float64, all others int64. The package jzfof for Python does all this."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  echo '[\"ping\"]' | jzfof serve",
      "  echo '[\"fof\", \"--positions\", \"f4:positions.f32\", \"--box\", \"100,100,100\","
          + " \"--labels\", \"labels.i64\", \"--lengths\", \"lengths.i64\", \"--centres\","
          + " \"centres.f64\"]' | jzfof serve --threads 2"
    })
public final class ServeCommand implements Callable<Integer> {
  /** Garbage above which the heap is cleaned while nobody waits for an answer. */
  private static final long GARBAGE_BYTES = 256L << 20;

  @Option(names = "--progress", description = "Write lines about the progress of each search.")
  private boolean progress;

  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  private final Ranks ranks;
  private final InputStream in;
  private long usedBytes;

  /**
   * @param in requests
   */
  public ServeCommand(Ranks ranks, InputStream in) {
    this.ranks = ranks;
    this.in = in;
  }

  @Override
  public Integer call() {
    Replies replies = new Replies(ranks.out());
    // There is nothing to clean up, and nobody who would read an answer.
    ParentWatch watch = ParentWatch.start(() -> Runtime.getRuntime().halt(ExitCodes.INTERNAL));
    try (watch;
        Searcher searcher =
            new Searcher(
                ranks,
                rankOptions,
                computer.computer(),
                progress ? replies::progress : (stage, fraction) -> {});
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          replies.write(answer(line, searcher));
          cleanHeap();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // standard input cannot be read
    }
    return ExitCodes.OK;
  }

  private static Map<String, Object> answer(String line, Searcher searcher) {
    Map<String, Object> answer = new LinkedHashMap<>();
    try {
      List<String> words = Replies.words(line);
      answer.put("code", ExitCodes.OK);
      answer.putAll(Request.of(words).answer(searcher));
      answer.put("warnings", searcher.warnings());
    } catch (RuntimeException | Error e) {
      answer.clear();
      answer.put("code", ExitCodes.of(e));
      answer.put("error", ExitCodes.message(e));
      if (ExitCodes.isInternal(e)) {
        answer.put("trace", Replies.trace(e));
      }
    }
    return answer;
  }

  /** Java would otherwise keep the garbage of many searches until the heap is full. */
  private void cleanHeap() {
    Runtime java = Runtime.getRuntime();
    if (java.totalMemory() - java.freeMemory() > usedBytes + GARBAGE_BYTES) {
      System.gc();
      usedBytes = java.totalMemory() - java.freeMemory();
    }
  }
}
