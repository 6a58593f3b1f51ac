package org.jzfof.bench.commands;

import java.nio.file.Path;
import java.util.function.Function;
import org.jzfof.bench.ArraySource;
import org.jzfof.bench.MockSource;
import org.jzfof.bench.ParticleSource;
import org.jzfof.bench.SnapshotSource;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.particles.SnapshotParticles;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that select the particles of a benchmark. */
final class BenchInput {
  private static final double MOCK_BOX = 100;

  @ArgGroup(multiplicity = "1")
  private Kind kind;

  /** The kinds of particles, of which exactly one is given. */
  private static final class Kind {
    @Option(
        names = "--input",
        paramLabel = "FILE",
        description = "A snapshot or, with --box, a raw file of little-endian float32 x, y, z.")
    private Path file;

    @Option(
        names = "--uniform",
        paramLabel = "N",
        description = "N particles, uniform in a periodic box.")
    private Long uniform;

    @Option(
        names = "--clustered",
        paramLabel = "N",
        description =
            "N particles in random order, half of them in NFW haloes of a power-law mass function.")
    private Long clustered;

    @Option(
        names = "--mixture",
        paramLabel = "N",
        description =
            "N particles about a hilly surface of 1000 heights in a periodic box: x and y uniform,"
                + " z normal.")
    private Long mixture;

    @Option(
        names = "--cloud",
        paramLabel = "N",
        description =
            "N particles in a sphere whose density falls by 10^5 outwards, like a collapsing"
                + " cloud.")
    private Long cloud;
  }

  @Option(
      names = "--box",
      paramLabel = "L",
      description = "Side of the periodic box of a raw file or a mock.")
  private Double box;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of a mock (default: ${DEFAULT-VALUE}).")
  private long seed;

  long seed() {
    return seed;
  }

  /**
   * Returns the particles as options of a command on a snapshot, whose constructors validate them.
   */
  ParticleChoice choice() {
    return new ParticleChoice(
        kind.file == null ? Path.of("mock") : kind.file,
        new int[] {1},
        true,
        box == null ? null : new double[] {box});
  }

  /**
   * Returns the source of each rank; thread ranks share one source in memory.
   *
   * @param ids whether a snapshot must have IDs
   */
  Function<Communicator, ParticleSource> source(boolean ids) {
    ParticleChoice choice = choice();
    requireBoxOfRaw();
    if (kind.file != null && box == null) {
      return comm -> new SnapshotSource(SnapshotParticles.open(choice, ids, comm));
    }
    ParticleSource particles = particles(box == null ? MOCK_BOX : box);
    return comm -> particles;
  }

  /**
   * Checks that a raw file has a box and a snapshot has none: a raw file has no header, and a
   * snapshot must not be read as a raw file.
   */
  private void requireBoxOfRaw() {
    String name = String.valueOf(kind.file);
    if (box == null && name.matches(".*\\.f(32|64)")) {
      throw new UsageException(
          name + " is a raw file of positions: give the side of its box, such as --box 100");
    }
    if (box != null && name.matches(".*\\.(hdf5|h5)")) {
      throw new UsageException(
          "--box is for raw files of positions and mocks: leave it out with " + name);
    }
  }

  private ParticleSource particles(double side) {
    if (kind.uniform != null) {
      return MockSource.uniform(kind.uniform, side, seed);
    }
    if (kind.clustered != null) {
      return MockSource.clustered(kind.clustered, side, seed);
    }
    if (kind.mixture != null) {
      return ArraySource.mixture(kind.mixture, side, seed);
    }
    return kind.cloud != null
        ? ArraySource.cloud(kind.cloud, side, seed)
        : ArraySource.raw(kind.file, side);
  }
}
