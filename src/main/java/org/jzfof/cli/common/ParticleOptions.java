package org.jzfof.cli.common;

import java.nio.file.Path;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.ParticleChoice;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select the particles of a snapshot, and the box that contains them. */
@Heading(Heading.SNAPSHOT)
public final class ParticleOptions {
  @Option(
      names = "--types",
      paramLabel = "T",
      split = ",",
      defaultValue = "1",
      description = "Particle types to search, such as 1 or 0,1,4 (default: ${DEFAULT-VALUE}).")
  private int[] types;

  @Option(
      names = "--open",
      description = "The box is not periodic: distances do not wrap around it.")
  private boolean open;

  @Option(
      names = "--box",
      paramLabel = "L",
      split = ",",
      description = "Side of the box, or LX,LY,LZ, if the snapshot's is missing or wrong.")
  private double[] box;

  @Mixin private SnapshotOptions headers = new SnapshotOptions();

  /**
   * Returns the selection in a snapshot.
   *
   * @param snapshot path of a file, the base name or the folder of a snapshot
   */
  public ParticleChoice choice(Path snapshot) {
    return new ParticleChoice(snapshot, types, !open, box, headers.headerChoice());
  }
}
