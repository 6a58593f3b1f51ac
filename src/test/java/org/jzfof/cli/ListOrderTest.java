package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Lists of {@code jzfof neighbours --order morton}, put back by the rows they are about. */
class ListOrderTest {
  private static final int COUNT = 401;

  @TempDir Path dir;

  private Path file;

  @BeforeEach
  void write() {
    Particles some = Particles.uniform(COUNT, 50, 6).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    float[] masses = new float[COUNT];
    IntStream.range(0, COUNT).forEach(i -> masses[i] = 1 + i % 5);
    file = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, some.withMasses(masses));
    double[] radii = new Random(3).doubles(COUNT, 0, 12).toArray();
    try (Hdf5Writer w = Hdf5Writer.create(dir.resolve("radii.hdf5"))) {
      w.dataset("/Radii", Hdf5Type.FLOAT64, COUNT);
      w.write("/Radii", 0, COUNT, radii);
    }
  }

  private CatalogueFile run(String command, String name, int ranks, int files, String options) {
    Path out = dir.resolve(name + ".hdf5");
    List<Object> words = new ArrayList<>(List.of(command, file, "-o", out));
    words.addAll(List.of("--ranks", ranks, "--files", files));
    words.addAll(List.of(options.replace("DIR", dir.toString()).split(" ")));
    Jzfof.run(words.toArray()).succeeded();
    return CatalogueFile.of(
        IntStream.range(0, files)
            .mapToObj(p -> files == 1 ? out : dir.resolve(name + "." + p + ".hdf5"))
            .toArray(Path[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, --radius 9 --values index;id;distance;count;density;dispersion",
    "2, 2, --radius 9 --values index;id;distance;count;density;dispersion --exclude-self",
    "3, 1, --radii DIR/radii.hdf5:Radii --values index;id;distance;count;density;dispersion",
    "1, 3, --radii DIR/radii.hdf5:Radii --values index;id;distance;count --symmetric",
    "3, 2, --smoothing 1.5 -k 12 --symmetric --exclude-self --values index;id;distance;count",
    "3, 5, --radii DIR/radii.hdf5:Radii --count --exclude-self"
  })
  void putBackTheyAreThoseInFileOrder(int ranks, int files, String listed) {
    String options = listed.replace(';', ',');
    CatalogueFile expected = run("neighbours", "file", 1, 1, options);
    assertFalse(expected.names("/Queries").contains("Row"));
    CatalogueFile found = run("neighbours", "morton", ranks, files, options + " --order morton");
    long[] query = found.longs("/Queries/Row");
    long[] knn = run("knn", "knn", ranks, 1, "-k 1 --order morton").longs("/Queries/Row");
    assertArrayEquals(knn, query, "another order than that of knn");
    assertArrayEquals(
        LongStream.range(0, COUNT).toArray(), Arrays.stream(query).sorted().toArray());
    long[] length = expected.longs("/Queries/Count");
    assertArrayEquals(
        Arrays.stream(query).map(q -> length[(int) q]).toArray(), found.longs("/Queries/Count"));
    for (String name : expected.names("/Queries")) {
      double[] inFile = expected.doubles("/Queries/" + name);
      double[] moved = Arrays.stream(query).mapToDouble(q -> inFile[(int) q]).toArray();
      assertArrayEquals(moved, found.doubles("/Queries/" + name), name);
    }
    for (String name : expected.names("/Neighbours")) {
      if (!name.equals("Offset")) {
        String dataset = "/Neighbours/" + name;
        double[] moved = moved(expected.doubles(dataset), length, query);
        assertArrayEquals(moved, found.doubles(dataset), name);
      }
    }
  }

  /** The lists of a file in another order. */
  private static double[] moved(double[] values, long[] length, long[] query) {
    long[] start = new long[length.length + 1];
    IntStream.range(0, length.length).forEach(i -> start[i + 1] = start[i] + length[i]);
    return Arrays.stream(query)
        .boxed()
        .flatMapToDouble(
            q -> Arrays.stream(values, (int) start[q.intValue()], (int) start[q.intValue() + 1]))
        .toArray();
  }

  @Test
  void theFileSaysInWhichOrderItIs() {
    Path out = dir.resolve("lists.hdf5");
    for (String order : List.of("file", "morton")) {
      Jzfof.run("neighbours", file, "-o", out, "--radius", 9, "--order", order, "--overwrite")
          .succeeded();
      try (Hdf5File f = Hdf5File.open(out)) {
        assertEquals(order, f.text("/Header", "Order"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"--query-types 0", "--queries DIR/radii.hdf5"})
  void placesThatAreNoSourcesComeInTheOrderOfTheirFile(String options) {
    String words = "--radius 1 --order morton " + options.replace("DIR", dir.toString());
    List<Object> command = List.of("neighbours", file, "-o", dir.resolve("out/lists.hdf5"));
    Jzfof.run(command, (Object[]) words.split(" "))
        .failed(ExitCodes.USAGE, "--order morton is for neighbours of the particles themselves");
    assertFalse(Files.exists(dir.resolve("out")), "the output folder was made");
  }
}
