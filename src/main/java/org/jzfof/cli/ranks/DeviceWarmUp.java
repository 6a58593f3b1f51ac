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
 * Guesses from the command line, before it is parsed, which GPUs a command will need, so that their
 * contexts are created while the program starts.
 */
public final class DeviceWarmUp {
  /** Commands that may take a GPU. */
  private static final Set<String> ON_DEVICE =
      Set.of("run", "knn", "neighbours", "pairs", "cluster", "bench");

  private static final String RANKS = "--ranks";

  /** Variables with the number of a process among those of its host. */
  private static final List<String> LOCAL_RANK =
      List.of("OMPI_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID");

  private static final int MOST_RANKS = 64;

  private DeviceWarmUp() {}

  /**
   * The ranks of this process, by their number among those of its host, that will take a GPU each;
   * an array without any where that is not known; nothing where no GPU is needed.
   *
   * @param variables environment of the process
   * @param args words of the command line
   */
  public static Optional<int[]> localRanks(Map<String, String> variables, String... args) {
    List<String> words = List.of(args);
    if (!mayUseDevice(words)) {
      return Optional.empty();
    }
    if (words.stream().anyMatch(word -> word.startsWith("--device"))) {
      return Optional.of(new int[0]);
    }
    if (RankEnvironment.of(variables).several()) {
      return Optional.of(
          LOCAL_RANK.stream()
              .flatMap(name -> Stream.ofNullable(variables.get(name)))
              .limit(1)
              .flatMapToInt(DeviceWarmUp::number)
              .toArray());
    }
    return Optional.of(IntStream.range(0, Math.min(MOST_RANKS, ranks(words))).toArray());
  }

  private static boolean mayUseDevice(List<String> words) {
    return words.stream().limit(1).anyMatch(ON_DEVICE::contains)
        && !words.subList(0, Math.min(2, words.size())).equals(List.of("bench", "run"))
        && Collections.disjoint(words, List.of("cpu", "--backend=cpu", "-h", "--help"));
  }

  private static int ranks(List<String> words) {
    int at = words.indexOf(RANKS);
    Stream<String> value =
        at >= 0
            ? words.stream().skip(at + 1L).limit(1)
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
