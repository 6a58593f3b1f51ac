package org.jzfof.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.binary.BinaryFixture;
import org.jzfof.trees.EvolvingMock;

/**
 * The files that the examples in the help of the commands name. A new example with a file that is
 * not here needs one more method, called by {@link #make}.
 */
final class ExampleInputs {
  private static final Path EXAMPLE = Path.of("examples/lcdm32/snapshot_001.hdf5");

  private final Path folder;

  private ExampleInputs(Path folder) {
    this.folder = folder;
  }

  /** Makes all of them in a folder. */
  static void make(Path folder) throws IOException {
    ExampleInputs inputs = new ExampleInputs(folder);
    inputs.snapshot();
    inputs.splitSnapshot();
    inputs.binarySnapshot();
    inputs.openSnapshot();
    inputs.lightcone();
    inputs.rawPositions();
    inputs.pointClouds();
    inputs.places();
    inputs.packedLists();
    inputs.figures();
    inputs.centres();
    inputs.catalogues();
    inputs.trees();
    inputs.twins();
    inputs.subhaloes();
    inputs.snapshots();
    copy(Path.of("configs"), Files.createDirectory(folder.resolve("configs")));
  }

  /** Copies them to an empty folder, for an example to work on. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path source : (Iterable<Path>) all.filter(p -> !p.equals(from))::iterator) {
        Files.copy(source, to.resolve(from.relativize(source)));
      }
    }
  }

  private void snapshot() throws IOException {
    Files.copy(EXAMPLE, folder.resolve("snapshot_001.hdf5"));
  }

  /** Dark matter and stars in two files. */
  private void splitSnapshot() throws IOException {
    Path base = Files.createDirectory(folder.resolve("snapdir_099")).resolve("snap_099");
    Particles dark = Particles.of(EXAMPLE, 1);
    SnapshotFixtures.gadget4(25, dark, Particles.uniform(2000, 25, 2).withType(4))
        .writeSplit(base, 16384, 16384);
  }

  /** Dark matter in two files of Gadget's format 2. */
  private void binarySnapshot() throws IOException {
    Path base = Files.createDirectory(folder.resolve("gadget2")).resolve("snap_004");
    Particles dark = Particles.of(EXAMPLE, 1).stored(Hdf5Type.FLOAT32, Hdf5Type.UINT32);
    for (int k = 0; k < 2; k++) {
      new BinaryFixture(2, ByteOrder.BIG_ENDIAN, 25, dark.slice(16384 * k, 16384 * (k + 1)))
          .header(2, 0, dark.count(), 0, 0, 0, 0)
          .write(base.resolveSibling("snap_004." + k));
    }
  }

  /** Gas, dark matter and stars around one point. */
  private void openSnapshot() {
    SnapshotFixtures.gadget4(
        folder.resolve("galaxy.hdf5"), 100, ball(0, 500, 1), ball(1, 800, 2), ball(4, 200, 3));
  }

  /** Two shells of a light cone. */
  private void lightcone() {
    Particles dark = Particles.of(EXAMPLE, 1);
    LightconeFixture cone = LightconeFixture.gadget4(dark, 0.95);
    for (int shell = 0; shell < 2; shell++) {
      cone.every(2, shell).write(folder.resolve("lightcone_00/conesnap_000" + shell + ".hdf5"));
    }
    Path shells = folder.resolve("lightcone_00");
    Jzfof.run("run", "--lightcone", shells, "-q", "-o", folder.resolve("lightcone")).succeeded();
  }

  private static Particles ball(int type, int count, long seed) {
    Random random = new Random(seed);
    double[] positions = random.doubles(3L * count, 49, 51).toArray();
    return Particles.at(positions).withType(type).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT32);
  }

  private void rawPositions() throws IOException {
    Random random = new Random(4);
    ByteBuffer bytes = ByteBuffer.allocate(3 * 50_000 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      bytes.putFloat(100 * random.nextFloat());
    }
    Files.write(folder.resolve("positions.f32"), bytes.array());
  }

  /** Points of a scan, as a PLY file and as a text. */
  private void pointClouds() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      text.append("%s %s %s%n".formatted(random.nextFloat(), random.nextFloat(), 0.1 * i));
    }
    Files.writeString(folder.resolve("scan.xyz"), "# x y z\n" + text);
    String header =
        "ply\nformat ascii 1.0\nelement vertex 5000\nproperty float x\nproperty float y\n"
            + "property float z\nend_header\n";
    Files.writeString(folder.resolve("bunny.ply"), header + text);
  }

  /** A hundred points from which to ask for neighbours. */
  private void places() {
    try (Hdf5Writer w = Hdf5Writer.create(folder.resolve("places.hdf5"))) {
      w.dataset("/Coordinates", Hdf5Type.FLOAT64, 100, 3);
      w.write("/Coordinates", 0, 100, new Random(5).doubles(300, 0, 25).toArray());
      w.dataset("/Radii", Hdf5Type.FLOAT64, 100);
      w.write("/Radii", 0, 100, new Random(6).doubles(100, 0, 2).toArray());
    }
  }

  /** Measured figures, which an example draws. */
  private void figures() {
    Jzfof.run("bench", "paper", "clover", "--figures", "fig14", "--seconds", "1e-6", "-o", folder)
        .succeeded();
  }

  private void packedLists() {
    Path lists = folder.resolve("packed_lists.hdf5");
    Jzfof.run("neighbours", EXAMPLE, "--radius", 0.3, "--values", "packed", "-q", "-o", lists)
        .succeeded();
  }

  /** Places around which spheres are measured. */
  private void centres() throws IOException {
    Files.writeString(folder.resolve("centres.txt"), "# x y z id\n1 2 3 10\n12.5 20 4 11\n");
  }

  /** Catalogues of three snapshots, whose groups evolve, in a new folder. */
  static Path series(Path folder) throws IOException {
    Path series = Files.createDirectory(folder.resolve("series"));
    List<List<EvolvingMock.Member>> snapshots = EvolvingMock.series(3, 30, 7);
    for (int n = 0; n < snapshots.size(); n++) {
      EvolvingMock.writeGroups(series, n, snapshots.get(n));
    }
    return series;
  }

  private void trees() throws IOException {
    Path series = series(folder);
    Path links = folder.resolve("links-of-series");
    Jzfof.run("link", series, "-q", "-o", links).succeeded();
    Jzfof.run("trees", series, "--links", links, "-q", "-o", links).succeeded();
    Files.copy(links.resolve("trees.hdf5"), folder.resolve("trees.hdf5"));
  }

  /** Runs of the same initial conditions: of dark matter, with gas, with other IDs, of SWIFT. */
  private void twins() throws IOException {
    Particles dark = Particles.of(EXAMPLE, 1);
    int count = dark.positions().length / 3;
    long[] ids = LongStream.rangeClosed(1, count).toArray();
    Particles gas = dark.withType(0).withIds(LongStream.range(count + 1, 2L * count + 1).toArray());
    twin("dmo", SnapshotFixtures.gadget4(25, dark.withIds(ids)));
    SnapshotFixtures hydro =
        SnapshotFixtures.gadget4(25, gas, dark.withIds(ids))
            .numbers("/PartType0/InternalEnergy", new double[count]);
    twin("hydro", hydro, "--attach", "0");
    long[] even = LongStream.of(ids).map(id -> 2 * id).toArray();
    twin("eagle", SnapshotFixtures.gadget4(25, dark.withIds(even)));
    twin("swift", SnapshotFixtures.gadget4(25, dark.withIds(ids)), "--format", "swift");
    Path swift = folder.resolve("swift/groups_001");
    Files.copy(swift.resolve("membership_001.hdf5"), folder.resolve("snap_0001.hdf5"));
    Files.copy(swift.resolve("fof_output_0001.hdf5"), folder.resolve("fof_output_0001.hdf5"));
    Path match = folder.resolve("twins.hdf5");
    Path dmo = folder.resolve("dmo/groups_001");
    Jzfof.run("match", folder.resolve("hydro/groups_001"), dmo, "-q", "-o", match).succeeded();
  }

  private void twin(String name, SnapshotFixtures snapshot, String... options) throws IOException {
    Path place = Files.createDirectory(folder.resolve(name));
    Path file = snapshot.write(place.resolve("snapshot_001.hdf5"));
    Stream<Object> words =
        Stream.of("run", file, "-q", "-o", place, "--subhaloes", "--membership", "--so", "200c");
    Jzfof.run(Stream.concat(words, Stream.of(options)).toArray());
  }

  /** Catalogues of three snapshots, whose subhaloes evolve. */
  private void subhaloes() throws IOException {
    Path output = Files.createDirectories(folder.resolve("sim/output"));
    List<List<EvolvingMock.Member>> snapshots = EvolvingMock.series(3, 30, 8);
    for (int n = 0; n < snapshots.size(); n++) {
      EvolvingMock.writeSubhaloes(output, n, snapshots.get(n));
    }
    Jzfof.run("link", output, "-q", "-o", folder.resolve("sim/links")).succeeded();
  }

  /** The same particles at three times. */
  private void snapshots() throws IOException {
    Path output = Files.createDirectory(folder.resolve("output"));
    for (int n = 0; n < 3; n++) {
      Path snapshot = output.resolve("snapshot_%03d.hdf5".formatted(n));
      Files.copy(EXAMPLE, snapshot);
      double a = 0.5 + 0.25 * n;
      Hdf5Edit.attribute(snapshot, "/Header", "Time", a);
      Hdf5Edit.attribute(snapshot, "/Header", "Redshift", 1 / a - 1);
    }
  }

  /** What the first example of all makes, once by one rank and once by two, and profiles. */
  private void catalogues() {
    Jzfof.run("run", EXAMPLE, "-q", "-o", folder).succeeded();
    Jzfof.run("run", EXAMPLE, "-q", "-o", folder.resolve("again"), "--ranks", 2).succeeded();
    Path spheres = folder.resolve("spheres_001.hdf5");
    Jzfof.run("so", folder.resolve("groups_001"), EXAMPLE, "-q", "--profiles", "-o", spheres)
        .succeeded();
  }
}
