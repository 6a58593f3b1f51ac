package org.jzfof.comm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The ranks whose value differs from that of rank 0, although all ranks must have the same.
 *
 * @param ranks ranks with another value, increasing
 * @param differingLine first line that differs, as on the first of these ranks
 * @param expectedLine the same line on rank 0
 */
public record RankMismatch(List<Integer> ranks, String differingLine, String expectedLine) {

  /**
   * Compares a text over all ranks, which call this together; the result is the same on all of
   * them. Ranks that agree exchange only a hash.
   *
   * @param lines lines of the text, at least one
   */
  public static Optional<RankMismatch> in(List<String> lines, Communicator comm) {
    if (comm.size() == 1) {
      return Optional.empty();
    }
    long[][] hashes = comm.allGather(new long[] {hash(lines)});
    return in(lines, Arrays.stream(hashes).mapToLong(hash -> hash[0]).toArray(), comm);
  }

  /**
   * Performs the comparison of {@link #in(List, Communicator)} after an exchange of {@link #hash
   * hashes}.
   *
   * @param hashes hashes of all ranks [size]
   */
  public static Optional<RankMismatch> in(List<String> lines, long[] hashes, Communicator comm) {
    List<Integer> others =
        IntStream.range(0, hashes.length).filter(r -> hashes[r] != hashes[0]).boxed().toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    String text = String.join("\n", lines);
    List<String> lines0 = Text.of(comm.broadcast(Text.toLongs(text), 0)).lines().toList();
    List<String> otherLines =
        Text.of(comm.broadcast(Text.toLongs(text), others.get(0))).lines().toList();
    int line = 0;
    while (line < Math.min(lines0.size(), otherLines.size()) - 1
        && lines0.get(line).equals(otherLines.get(line))) {
      line++;
    }
    return Optional.of(new RankMismatch(others, otherLines.get(line), lines0.get(line)));
  }

  /** Returns a hash of the lines; equal hashes mean equal lines. */
  public static long hash(List<String> lines) {
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) { // every Java has it
      throw new IllegalStateException(e);
    }
  }

  /** Names the ranks for a message, such as "rank 3" or "ranks 1, 2". */
  public String rankNames() {
    return rankNames(ranks);
  }

  /** Names ranks for a message. */
  public static String rankNames(List<Integer> ranks) {
    String numbers = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + numbers;
  }
}
