package org.jzfof.cli.ranks;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Predicts from the unparsed command line which GPUs a command will need, so that their contexts
 * can be created while the program starts.
 */
public final class DeviceWarmUp {
  /** Commands that may use a GPU. */
  private static final Set<String> ON_DEVICE =
      Set.of("run", "knn", "neighbours", "pairs", "cluster", "bench", "serve");

  private static final String RANKS = "--ranks";

  /** Environment variables with the number of a process among those of its host. */
  private static final List<String> LOCAL_RANK =
      List.of(
          "OMPI_COMM_WORLD_LOCAL_RANK",
          "MPI_LOCALRANKID",
          "PMI_LOCAL_RANK",
          "PALS_LOCAL_RANKID",
          "MV2_COMM_WORLD_LOCAL_RANK",
          "MVP_COMM_WORLD_LOCAL_RANK",
          "FLUX_TASK_LOCAL_ID",
          "SLURM_LOCALID");

  private static final int MAX_RANKS = 64;

  private DeviceWarmUp() {}

  /**
   * Returns the numbers, among the ranks of this host, of the ranks of this process that will each
   * use a GPU: an empty array if they are unknown, and an empty result if no GPU is needed.
   */
  public static Optional<int[]> localRanks(Map<String, String> variables, String... args) {
    List<String> words = List.of(args);
    if (!mayUseDevice(words)) {
      return Optional.empty();
    }
    if (words.stream().anyMatch(word -> word.startsWith("--device"))) {
      return Optional.of(new int[0]);
    }
    if (RankEnvironment.of(variables).hasSeveralProcesses()) {
      return Optional.of(
          LOCAL_RANK.stream()
              .flatMap(name -> Stream.ofNullable(variables.get(name)))
              .limit(1)
              .flatMapToInt(DeviceWarmUp::number)
              .toArray());
    }
    return Optional.of(IntStream.range(0, Math.min(MAX_RANKS, ranks(words))).toArray());
  }

  private static boolean mayUseDevice(List<String> words) {
    return words.stream().limit(1).anyMatch(ON_DEVICE::contains)
        && !words.subList(0, Math.min(2, words.size())).equals(List.of("bench", "run"))
        && Collections.disjoint(words, List.of("cpu", "--backend=cpu", "-h", "--help"));
  }

  private static int ranks(List<String> words) {
    int index = words.indexOf(RANKS);
    Stream<String> value =
        index >= 0
            ? words.stream().skip(index + 1L).limit(1)
            : words.stream()
                .filter(word -> word.startsWith(RANKS + "="))
                .map(word -> word.substring(RANKS.length() + 1));
    return value.flatMapToInt(DeviceWarmUp::number).findFirst().orElse(1);
  }

  private static IntStream number(String word) {
    return Arrays.stream(
        word.matches("[0-9]{1,9}") ? new int[] {Integer.parseInt(word)} : new int[0]);
  }
}
