package org.jzfof.bench;

import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * The bytes sent between ranks.
 *
 * @param total bytes of a complete run
 * @param search bytes of the search stage, after the redistribution and indexing of the points
 */
public record Traffic(long total, long search) {
  /** Adds up the bytes of the stages of a run. */
  static Traffic of(List<StageTiming> stages) {
    return new Traffic(
        stages.stream().mapToLong(StageTiming::bytesSent).sum(),
        stages.stream()
            .filter(stage -> stage.name().equals("search"))
            .mapToLong(StageTiming::bytesSent)
            .sum());
  }
}
