package org.jzfof.bench.commands;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import org.jzfof.bench.ParticleSource;
import org.jzfof.bench.SnapshotSource;
import org.jzfof.bench.sets.FileSource;
import org.jzfof.bench.sets.PointSet;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.search.QueryChoice;
import org.jzfof.domain.Box;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.search.NeighbourInput;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.particles.SnapshotParticles;
import org.jzfof.snapshot.positions.PositionFile;
import org.jzfof.snapshot.positions.RawPositions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that select the particles of a benchmark. */
final class BenchInput {
  private static final double MADE_BOX = 100;

  @ArgGroup(multiplicity = "1")
  private Kind kind;

  /** The kinds of particles, of which exactly one is given. */
  private static final class Kind {
    @Option(
        names = "--input",
        paramLabel = "FILE",
        description =
            "A snapshot; positions x y z in a text (.xyz, .txt, .csv) or a PLY file (.ply), in an"
                + " open box unless --box is given; or little-endian x, y, z of float32 (.f32, or"
                + " any name with --box) or float64 (.f64).")
    private Path file;

    @ArgGroup(exclusive = false)
    private Made made;

    @Option(
        names = "--uniform",
        paramLabel = "N",
        description = "N particles, uniform in the box: --set uniform --particles N.")
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

    /** The set, however it is named. */
    private Made made() {
      if (uniform != null) {
        return new Made(PointSet.UNIFORM, uniform);
      }
      if (clustered != null) {
        return new Made(PointSet.CLUSTERED, clustered);
      }
      if (mixture != null) {
        return new Made(PointSet.MIXTURE, mixture);
      }
      return cloud != null ? new Made(PointSet.CLOUD, cloud) : made;
    }
  }

  /** A set that is made, and the number of its particles. */
  private static final class Made {
    @Option(
        names = "--set",
        paramLabel = "NAME",
        required = true,
        completionCandidates = SetNames.class,
        description =
            "Particles of a set: ${COMPLETION-CANDIDATES}. docs/user/methods.md describes them.")
    private String name;

    @Option(
        names = "--particles",
        paramLabel = "N",
        required = true,
        description = "Number of particles of the set.")
    private long number;

    Made() {}

    Made(PointSet set, long number) {
      this.name = set.optionName();
      this.number = number;
    }
  }

  /** The names of all sets, for the help and for shells. */
  private static final class SetNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(PointSet.values()).map(PointSet::optionName).iterator();
    }
  }

  @Option(
      names = "--box",
      paramLabel = "L",
      description =
          "Side of the box of a set (default: 100), or of the periodic box of positions in a file.")
  private Double box;

  @Option(
      names = "--open",
      description = "Do not wrap distances around the box: it is open, not periodic.")
  private boolean open;

  @Option(
      names = "--flat",
      description = "Make a set in two dimensions: in a box whose side along z is 0.")
  private boolean flat;

  @Option(
      names = "--tiles",
      paramLabel = "T",
      description = "Repeat the periodic box of a snapshot T times along each side.")
  private Integer tiles;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of a set (default: ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * Returns the particles as options of a command on a snapshot, whose constructors validate them.
   */
  ParticleChoice choice() {
    double[] sides = box == null ? null : new double[] {box};
    return kind.file == null
        ? new ParticleChoice(Path.of("set"), new int[] {1}, true, sides)
        : new ParticleChoice(kind.file, new int[] {1}, !open, sides);
  }

  /**
   * Returns the source of each rank; thread ranks share one source in memory.
   *
   * @param ids whether a snapshot must have IDs
   */
  Function<Communicator, ParticleSource> source(boolean ids) {
    ParticleChoice choice = choice();
    boolean positions = kind.file != null && isPositions();
    if (tiles != null && (kind.file == null || positions || tiles < 1)) {
      throw new UsageException(
          "--tiles is "
              + tiles
              + ": give at least 1, and the snapshot to repeat with --input SNAPSHOT");
    }
    if (kind.file == null) {
      ParticleSource made = made(kind.made().number, seed);
      return comm -> made;
    }
    if (flat) {
      throw new UsageException("--flat is for sets: leave it out with --input");
    }
    if (positions) {
      ParticleSource read = positions();
      return comm -> read;
    }
    return tiles == null
        ? comm -> new SnapshotSource(SnapshotParticles.open(choice, ids, comm))
        : new Tiles(choice, tiles);
  }

  private ParticleSource made(long number, long setSeed) {
    double side = box == null ? MADE_BOX : box;
    double[] size = {side, side, flat ? 0 : side};
    return PointSet.of(kind.made().name)
        .source(number, open ? Box.open(new double[3], size) : Box.periodic(size), setSeed);
  }

  /**
   * Returns the positions whose neighbours are sought, or null if they are the particles.
   *
   * @param number number of queries, or null for as many as particles
   * @param querySeed seed of the set of the particles, with which queries are made; or null for
   *     uniform queries
   */
  ParticleSource queries(Long number, Long querySeed, ParticleSource particles) {
    if (querySeed == null) {
      return number == null ? null : PointSet.UNIFORM.source(number, particles.box(), seed + 1);
    }
    if (kind.file != null) {
      throw new UsageException(
          "--query-seed makes the set of the particles again, and --input names a file: leave it out");
    }
    return made(number == null ? particles.count() : number, querySeed);
  }

  /**
   * Whether the file has positions rather than a snapshot.
   *
   * @throws UsageException if a raw file has no box, or a snapshot is given another: a raw file has
   *     no header, and a snapshot must not be read as a raw file
   */
  private boolean isPositions() {
    String name = kind.file.toString();
    if (box == null && !open && name.matches(".*\\.f(32|64)")) {
      throw new UsageException(
          name
              + " is a raw file of positions: give the side of its box, such as --box 100, or --open");
    }
    if (box != null && name.matches(".*\\.(hdf5|h5)")) {
      throw new UsageException(
          "--box is for files of positions and for sets: leave it out with " + name);
    }
    return box != null || PositionFile.hasNameOfPositions(kind.file);
  }

  private ParticleSource positions() {
    PositionSource positions =
        PositionFile.hasNameOfPositions(kind.file)
            ? PositionFile.open(kind.file)
            : RawPositions.open(kind.file);
    String name = kind.file.getFileName().toString();
    return box == null
        ? FileSource.open(positions, name)
        : FileSource.in(Box.periodic(box, box, box), positions, name);
  }

  /** The tiles of a snapshot, which thread ranks read once. */
  private static final class Tiles implements Function<Communicator, ParticleSource> {
    private final ParticleChoice choice;
    private final int tiles;
    private ParticleSource held;

    Tiles(ParticleChoice choice, int tiles) {
      this.choice = choice;
      this.tiles = tiles;
    }

    @Override
    public ParticleSource apply(Communicator comm) {
      return held(NeighbourInput.open(choice, choice, QueryChoice.SOURCES, Set.of(), comm));
    }

    private synchronized ParticleSource held(NeighbourInput snapshot) {
      if (held == null) {
        String name = choice.snapshot().getFileName().toString();
        held = FileSource.tiled(snapshot, tiles, name);
      }
      return held;
    }
  }
}
