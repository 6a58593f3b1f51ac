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
 * Ranks whose value differs from that of rank 0, where all ranks must have the same.
 *
 * @param ranks that are not as rank 0, increasing
 * @param there the first line in which the first of them differs
 * @param here that line on rank 0
 */
public record RankMismatch(List<Integer> ranks, String there, String here) {

  /**
   * Compares a text over all ranks, which call it together; the result is the same on all of them.
   * Where they agree they exchange no more than a hash.
   *
   * @param lines of text, not empty
   */
  public static Optional<RankMismatch> in(List<String> lines, Communicator comm) {
    if (comm.size() == 1) {
      return Optional.empty();
    }
    long[][] hashes = comm.allGather(new long[] {hash(lines)});
    return in(lines, Arrays.stream(hashes).mapToLong(hash -> hash[0]).toArray(), comm);
  }

  /**
   * As {@link #in(List, Communicator)}, after an exchange of {@link #hash hashes}.
   *
   * @param hashes of all ranks [size]
   */
  public static Optional<RankMismatch> in(List<String> lines, long[] hashes, Communicator comm) {
    List<Integer> others =
        IntStream.range(0, hashes.length).filter(r -> hashes[r] != hashes[0]).boxed().toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    String text = String.join("\n", lines);
    List<String> here = Text.of(comm.broadcast(Text.toLongs(text), 0)).lines().toList();
    List<String> there =
        Text.of(comm.broadcast(Text.toLongs(text), others.get(0))).lines().toList();
    int line = 0;
    while (line < Math.min(here.size(), there.size()) - 1
        && here.get(line).equals(there.get(line))) {
      line++;
    }
    return Optional.of(new RankMismatch(others, there.get(line), here.get(line)));
  }

  /** A number by which equal lines are known. */
  public static long hash(List<String> lines) {
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) { // every Java has it
      throw new IllegalStateException(e);
    }
  }

  /** The ranks for a message, such as "rank 3" or "ranks 1, 2". */
  public String who() {
    return who(ranks);
  }

  /** Some ranks for a message. */
  public static String who(List<Integer> ranks) {
    String numbers = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + numbers;
  }
}
