package org.jzfof.config.catalogues;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jzfof.config.OptionText;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;

/**
 * Options of {@code jzfof match}, validated.
 *
 * @param first the first catalogue, and how its members are read
 * @param types particle types of the members that count, increasing; empty for all that both have
 * @param mostBound number of the most bound members of each type that count; 0 for all members
 * @param file file to write
 * @param overwrite whether a file of another origin may be replaced
 * @param commandLine command line as the user typed it; the file records it
 */
public record MatchOptions(
    Side first,
    Side second,
    LinkBy by,
    int[] types,
    int mostBound,
    Weights weights,
    boolean trustHeaders,
    Path file,
    boolean overwrite,
    String commandLine,
    List<Path> alsoRead) {
  /** The weights of members. */
  public enum Weights {
    /** Every member counts 1. */
    COUNT,
    /** The 16 most bound members count as in links of subhaloes. */
    LINK
  }

  /**
   * One of the catalogues.
   *
   * @param catalogue any file of it, or its folder
   * @param members file with the halo of each particle, if the catalogue lists no members; or null
   * @param snapshot snapshot with the IDs of these particles, if that file has none; or null
   * @param ids how its IDs become those of the other catalogue
   */
  public record Side(Path catalogue, Path members, Path snapshot, IdMap ids) {
    /**
     * @throws UsageException if a snapshot is given without a file of members
     */
    public Side {
      if (snapshot != null && members == null) {
        throw new UsageException(
            "the snapshot %s has no use without a file with the halo of each particle: name it with --members1 or --members2"
                .formatted(snapshot));
      }
    }
  }

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public MatchOptions {
    types = types == null ? new int[0] : ParticleChoice.validTypes("--types", types);
    alsoRead = List.copyOf(alsoRead);
    if (mostBound < 0) {
      throw new UsageException(
          "--most-bound is %d: give the number of members that count, such as 50, or leave it out for all"
              .formatted(mostBound));
    }
    if (weights == Weights.LINK && mostBound > 0) {
      throw new UsageException(
          "--weights link counts the 16 most bound members, and --most-bound is %d: leave out one of them"
              .formatted(mostBound));
    }
  }

  /** Returns whether members count by their binding energy, which those of groups have not. */
  public boolean needsBindingEnergies() {
    return mostBound > 0 || weights == Weights.LINK;
  }

  /**
   * Returns the file to write.
   *
   * @param output path of a file, or of a folder if it exists as one; null for match.hdf5
   */
  public static Path file(Path output) {
    if (output == null) {
      return Path.of("match.hdf5");
    }
    return Files.isDirectory(output) ? output.resolve("match.hdf5") : output;
  }

  /** Returns the rules for the IDs of both catalogues, each with the number of its catalogue. */
  public static IdMap[] idMaps(List<String> rules) {
    IdMap[] maps = {IdMap.SAME, IdMap.SAME};
    boolean[] given = new boolean[maps.length];
    for (String rule : rules == null ? List.<String>of() : rules) {
      boolean named = rule.startsWith("1:") || rule.startsWith("2:");
      int side = rule.startsWith("1:") ? 0 : 1;
      if (given[side]) {
        throw new UsageException(
            "--id-map has two rules for catalogue %d: join their steps by commas"
                .formatted(side + 1));
      }
      given[side] = true;
      maps[side] = IdMap.of(named ? rule.substring(2) : rule);
    }
    return maps;
  }

  /** All options that change the result, as text. */
  public String resultOptions() {
    return "by=%s, types=%s, mostBound=%d, weights=%s, ids=%s %s, members=%s %s, snapshots=%s %s"
        .formatted(
            by,
            Arrays.toString(types),
            mostBound,
            weights,
            first.ids,
            second.ids,
            first.members,
            second.members,
            first.snapshot,
            second.snapshot);
  }

  /** All options that must be equal on all ranks, one text per option. */
  public List<String> commonOptions() {
    return OptionText.parts(this, OptionText.OF_RANK);
  }
}
