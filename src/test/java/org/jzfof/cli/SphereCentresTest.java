package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof so} around the places of a table. */
class SphereCentresTest {
  private static final double BOX = 10;

  /** Of the fixtures' cosmology, in their units. */
  private static final double MEAN_DENSITY = 8.546233;

  private static final double[] CENTRES = {4.001, 4, 4, 0.02, 9.97, 5, 10, 0, 5.1, 4, 4.1, 4.02};

  @TempDir Path dir;

  private Path file;
  private double[] xyz;

  @BeforeEach
  void write() {
    SplittableRandom random = new SplittableRandom(3);
    xyz = new double[3 * 900];
    for (int i = 0; i < 900; i++) {
      double[] centre = i % 2 == 0 ? new double[] {0, 10, 5} : new double[] {4, 4, 4};
      double size = Math.pow(random.nextDouble(), 2);
      for (int d = 0; d < 3; d++) {
        double x = centre[d] + size * (random.nextDouble() - 0.5);
        xyz[3 * i + d] = x - BOX * Math.floor(x / BOX);
      }
    }
    file = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(
            BOX, Particles.at(xyz).withMass(4).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT32))
        .write(file);
  }

  private Outcome so(Object centres, String options) {
    List<Object> words = new ArrayList<>(List.of("so", centres, file, "-o", dir + "/"));
    words.addAll(List.of(options.split(" ")));
    return Jzfof.run(words.toArray());
  }

  private Path text(String lines) throws IOException {
    return Files.writeString(dir.resolve("centres.txt"), lines);
  }

  private CatalogueFile written() {
    return CatalogueFile.of(dir.resolve("spheres_001.hdf5"));
  }

  /** Particles and mass within the last crossing of a limit, by sorting. */
  private double[] lastCrossing(double[] centre, double density) {
    double[] r =
        IntStream.range(0, xyz.length / 3)
            .mapToDouble(
                i ->
                    Math.sqrt(
                        IntStream.range(0, 3)
                            .mapToDouble(d -> Math.IEEEremainder(xyz[3 * i + d] - centre[d], BOX))
                            .map(x -> x * x)
                            .sum()))
            .sorted()
            .toArray();
    int number = 0;
    for (int i = 0; i < r.length; i++) {
      number = 4 * (i + 1) >= 4 * Math.PI / 3 * Math.pow(r[i], 3) * density ? i + 1 : number;
    }
    return new double[] {number, Math.cbrt(4 * number / (4 * Math.PI / 3 * density))};
  }

  private void requireLastCrossings(CatalogueFile found, double[] centres) {
    double density = 200 * MEAN_DENSITY;
    long[] number = found.longs("/Group/Group_N_Mean200");
    double[] radius = found.doubles("/Group/Group_R_Mean200");
    assertEquals(centres.length / 3, number.length);
    assertArrayEquals(centres, found.doubles("/Group/GroupPos"), 0);
    for (int g = 0; g < number.length; g++) {
      double[] expected = lastCrossing(Arrays.copyOfRange(centres, 3 * g, 3 * g + 3), density);
      assertEquals(expected[0], number[g], "centre " + g);
      assertEquals(expected[1], radius[g], 1e-5 * expected[1], "centre " + g);
    }
    assertTrue(number[0] > 100 && number[2] > 0);
  }

  @Test
  void centresOfAText() throws IOException {
    Path centres =
        text(
            """
            # x y z id
            4.001 4 4 7  # the densest

              0.02, 9.97,5 ,18446744073709551615
            10,0,5.1,1.2e+01
            4\t4.1  4.02 3.0
            """);
    so(centres, "--so 200m,200c").printed("centres          4 of", "centres.txt");
    requireLastCrossings(written(), CENTRES);
    assertArrayEquals(new long[] {7, -1, 12, 3}, written().longs("/Group/CentreID"));
    double[] mass = written().doubles("/Group/Group_M_Crit200");
    so(centres, "--so 200m,200c --ranks 3 --overwrite").succeeded();
    assertArrayEquals(mass, written().doubles("/Group/Group_M_Crit200"), 0);
    assertArrayEquals(new long[] {7, -1, 12, 3}, written().longs("/Group/CentreID"));
    text("4.001 4 4\n");
    so(centres, "--so 200m --overwrite --profiles").failed(2, "--so has no 200c");
    so(centres, "--so 200c --overwrite --profiles").succeeded();
    assertFalse(written().names("/Group").contains("CentreID"));
    assertTrue(written().names("/").contains("Profiles"));
  }

  @ParameterizedTest
  @CsvSource({"FLOAT64, /Places/Here", "FLOAT32, Places/Here"})
  void centresOfADataset(Hdf5Type type, String name) {
    Path table = dir.resolve("table.hdf5");
    double[] places = CENTRES.clone();
    Arrays.setAll(places, i -> type == Hdf5Type.FLOAT32 ? (float) places[i] : places[i]);
    dataset(table, type, places);
    so(table + ":" + name, "--so 200m").printed("centres          4 of");
    requireLastCrossings(written(), places);
    so(table, "--so 200m --overwrite").failed(3, "Ngroups_ThisFile");
    so(table + ":/Places/There", "--so 200m --overwrite").failed(3, "no dataset /Places/There");
    so(table + ":/Places", "--so 200m --overwrite").failed(3, "no dataset /Places");
    so(table + ":/Places/Flat", "--so 200m --overwrite").failed(3, "shape [4]");
    so(table + ":/Places/None", "--so 200m --overwrite").failed(3, "has no centres");
    so(table + ":/Places/Bad", "--so 200m --overwrite").failed(3, "row 1", "y = NaN");
    so(table + "x:/Places", "--so 200m --overwrite").failed(3, "does not exist");
  }

  private static void dataset(Path table, Hdf5Type type, double[] places) {
    try (Hdf5Writer w = Hdf5Writer.create(table)) {
      w.group("/Places");
      w.dataset("/Places/Here", type, places.length / 3, 3);
      w.write("/Places/Here", 0, places.length / 3, places);
      w.dataset("/Places/Flat", type, 4);
      w.dataset("/Places/None", type, 0, 3);
      w.dataset("/Places/Bad", type, 2, 3);
      w.write("/Places/Bad", 0, 2, new double[] {1, 1, 1, 2, Double.NaN, 2});
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'1 2 3|1 2 x'; line 2 of; 'x', which is no number",
        "'# nothing| |'; has no centres; at least one",
        "''; has no centres; at least one",
        "'1 2'; line 1 of; has 2 columns",
        "'1 2 3 4 5'; has 5 columns; x y z id",
        "'#|1 2 3|1 2 3 4'; line 3 of; has 4 columns, and lines before have 3",
        "'1,,2'; line 1 of; '', which is no number",
        "'1f 2 3'; line 1 of; '1f', which is no number",
        "'1 0x1p3 3'; line 1 of; '0x1p3', which is no number",
        "'1 2 3d'; line 1 of; '3d', which is no number",
        "'1 2 NaN'; line 1 of; has NaN: spheres need finite centres",
        "'1 2 -Infinity'; line 1 of; finite",
        "'1 2 3|5 10.5 3'; line 2 of; y = 10.5, and the box of the snapshot is from 0.0 to 10.0",
        "'-0.1 2 3'; line 1 of; x = -0.1",
        "'1 2 3 4.5'; line 1 of; the ID '4.5'",
        "'1 2 3 -4'; line 1 of; the ID '-4'",
        "'1 2 3 1e300000000'; line 1 of; the ID '1e300000000'",
        "'1 2 3 18446744073709551616'; line 1 of; 2^64 - 1",
        "'1 2 3 a'; line 1 of; the ID 'a'"
      })
  void badTextsAreRefused(String lines, String first, String second) throws IOException {
    so(text(lines.replace('|', '\n')), "--so 200c").failed(3, first, second);
    assertFalse(Files.exists(dir.resolve("spheres_001.hdf5")));
  }

  @Test
  void whatIsNoTableIsRefused() throws IOException {
    Path centres = text("1 2 3");
    so(centres, "--so 200c --so-crossing gadget").failed(3, "--so-crossing gadget", "masses");
    Files.write(centres, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    so(centres, "--so 200c").failed(3, "centres.txt: it is no text", "FILE.hdf5:DATASET");
    so(dir.resolve("nowhere.txt"), "--so 200c").failed(3, "nowhere.txt does not exist");
  }
}
