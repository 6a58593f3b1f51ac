package org.jzfof.cli.ranks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.cli.common.SnapshotList;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.config.catalogues.LinkRule;
import org.jzfof.error.UsageException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that name the snapshots of a batch and control their processing. */
@Heading(Heading.SEVERAL)
public final class BatchOptions {
  /** Options of the batch, which do not concern a single snapshot. */
  public static final Set<String> NAMES =
      Set.of("--list", "--resume", "--fail-fast", "--max-time", "--link", "--link-types", "--skip");

  @Parameters(
      paramLabel = "SNAPSHOT",
      arity = "0..*",
      description =
          "Snapshots: for each, any of its files, its base name, or its folder; a quoted"
              + " pattern such as 'snapdir_*' stands for all names that match.")
  private List<String> named = new ArrayList<>();

  @Option(
      names = "--list",
      paramLabel = "FILE",
      description = "Read more snapshots from FILE: one per line; # begins a comment.")
  private Path list;

  @Option(
      names = "--resume",
      description =
          "Skip snapshots that already have a complete catalogue made with the same options.")
  private boolean resume;

  @Option(names = "--fail-fast", description = "Stop at the first snapshot that fails.")
  private boolean failFast;

  @Option(
      names = "--max-time",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description =
          "Do not start a snapshot that is not expected to finish within TIME, such as 3h50m.")
  private Duration maxTime;

  @Option(
      names = "--link",
      description =
          "Link each catalogue to that of the snapshot before, as jzfof link does; the links are written to the folder of -o.")
  private boolean link;

  @Option(
      names = "--skip",
      paramLabel = "N",
      description = "With --link, link across up to N missing snapshots (default: 0).")
  private Integer skip;

  @Option(
      names = "--link-types",
      paramLabel = "T",
      split = ",",
      description =
          "With --link, link by the members of these particle types alone, such as 1 (default: all).")
  private int[] linkTypes;

  /**
   * Returns the snapshots in order.
   *
   * @throws UsageException if there is none, or a pattern has no match
   */
  public List<Path> snapshots() {
    return SnapshotList.withoutRepeatedPieces(files());
  }

  /**
   * Returns all names in order, several of which may be those of one snapshot.
   *
   * @throws UsageException as {@link #snapshots}
   */
  public List<Path> files() {
    List<Path> snapshots = SnapshotList.expand(named);
    if (list != null) {
      snapshots.addAll(SnapshotList.read(list));
    }
    if (snapshots.isEmpty()) {
      throw new UsageException("there is no snapshot: name at least one, or give --list FILE");
    }
    return snapshots;
  }

  /** Returns whether the command line describes a batch, possibly with a single snapshot. */
  public boolean isBatch() {
    return named.size() != 1
        || SnapshotList.isPattern(named.get(0))
        || list != null
        || isControlled();
  }

  /** Returns whether there are options that control a batch, even one of a single snapshot. */
  public boolean isControlled() {
    return resume || failFast || link || skip != null || linkTypes != null || maxTime != null;
  }

  public boolean resume() {
    return resume;
  }

  public boolean failFast() {
    return failFast;
  }

  /**
   * Returns how catalogues are linked; empty if they are not.
   *
   * @throws UsageException if an option of links is given without links, or has a wrong value
   */
  public Optional<LinkRule> links() {
    if (!link && (skip != null || linkTypes != null)) {
      throw new UsageException(
          (skip != null ? "--skip" : "--link-types") + " is an option of --link: add --link");
    }
    return link
        ? Optional.of(LinkRule.of(LinkBy.AUTO, skip == null ? 0 : skip, "--link-types", linkTypes))
        : Optional.empty();
  }

  /** Returns the time limit since the start of the program, or null. */
  public Duration maxTime() {
    return maxTime;
  }
}
