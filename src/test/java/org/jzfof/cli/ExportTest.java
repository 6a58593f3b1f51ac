package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.FolderContent;

/** {@code jzfof export} on the example, said to be of z = 1, in all layouts. */
class ExportTest {
  @TempDir static Path shared;
  private static FormattedSubhaloes subhaloes;

  @TempDir Path dir;

  @BeforeAll
  static void find() throws IOException {
    subhaloes = FormattedSubhaloes.in(shared);
    Object[] tng = FormattedSubhaloes.command(subhaloes.snapshot(), shared.resolve("tng"), "tng");
    Jzfof.run(List.of(tng), "--so", "200c", "--files", 3).succeeded();
  }

  /** A table in text. */
  private record Csv(List<String> names, List<List<String>> rows) {
    static Csv read(Path file) throws IOException {
      List<String> lines = Files.readAllLines(file);
      return new Csv(
          List.of(lines.get(0).split(",")),
          lines.stream().skip(1).map(line -> List.of(line.split(","))).toList());
    }

    double[] column(String name) {
      int column = names.indexOf(name);
      assertTrue(column >= 0, () -> name + " is not in " + names);
      return rows.stream().mapToDouble(row -> Double.parseDouble(row.get(column))).toArray();
    }
  }

  private Csv export(String layout, Object... options) throws IOException {
    Path file = dir.resolve(layout + ".csv");
    Object[] words = {"export", subhaloes.folder(layout), "-q", "--overwrite", "-o", file};
    Jzfof.run(List.of(words), options).succeeded();
    return Csv.read(file);
  }

  /** Names, conventions and units are the same in all layouts, up to the rounding of float32. */
  @ParameterizedTest
  @CsvSource({
    "tng, group",
    "swift, group",
    "yt, group",
    "tng, subhalo",
    "swift, subhalo",
    "yt, subhalo"
  })
  void allLayoutsGiveTheSameNumbers(String layout, String by) throws IOException {
    Csv gadget = export("gadget", "--by", by, "--units", "mpc");
    Csv other = export(layout, "--by", by, "--units", "mpc");
    List<String> common = gadget.names.stream().filter(other.names::contains).toList();
    assertTrue(common.size() > (by.equals("group") ? 10 : 25), common::toString);
    for (String name : common) {
      double[] expected = gadget.column(name);
      double[] actual = other.column(name);
      double scale = Arrays.stream(expected).map(Math::abs).max().orElse(0);
      boolean isPosition = name.startsWith("GroupPos") && layout.equals("swift");
      assertArrayEquals(expected, actual, (isPosition ? 1e-5 : 1e-6) * scale, name);
    }
  }

  @Test
  void rowsAreThoseOfTheCondition() throws IOException {
    CatalogueFile catalogue = subhaloes.gadget();
    double[] mass = catalogue.doubles("/Group/Group_M_Crit200");
    long[] length = catalogue.longs("/Group/GroupLen");
    double[] position = catalogue.doubles("/Group/GroupPos");
    String where = "m200c>1e2 AND GroupLen <= 352 and GroupPos_x != 0";
    Csv table =
        export("gadget", "--by", "group", "--where", where, "--columns", "GroupNr,M200c,grouppos");
    assertEquals(
        List.of("GroupNr", "Group_M_Crit200", "GroupPos_x", "GroupPos_y", "GroupPos_z"),
        table.names);
    double[] expected =
        IntStream.range(0, length.length)
            .filter(g -> mass[g] > 100 && length[g] <= 352 && position[3 * g] != 0)
            .asDoubleStream()
            .toArray();
    assertTrue(expected.length > 3 && expected.length < 60, () -> "" + expected.length);
    assertArrayEquals(expected, table.column("GroupNr"));
    for (int row = 0; row < expected.length; row++) {
      assertEquals((float) mass[(int) expected[row]], table.column("Group_M_Crit200")[row], 1e-4);
    }
  }

  /** Comparisons are those of the units of the table. */
  @Test
  void unitsCanBeOthers() throws IOException {
    double[] mpc = export("gadget", "--columns", "SubhaloPos,SubhaloMass").column("SubhaloPos_x");
    Csv kpc =
        export(
            "gadget", "--units", "kpc", "--columns", "SubhaloPos", "--where", "SubhaloPos_x>5e3");
    double[] expected = Arrays.stream(mpc).filter(x -> x > 5).map(x -> 1000 * x).toArray();
    assertArrayEquals(expected, kpc.column("SubhaloPos_x"), 1e-2);
    assertTrue(expected.length < mpc.length);
  }

  /** Mpc/h for catalogues without h, and what is there for those with h. */
  @Test
  void unitsWithHubbleParameterByThemselves() throws IOException {
    double[] gadget = export("gadget", "--units", "auto").column("SubhaloPos_y");
    double[] swift = export("swift", "--units", "auto").column("SubhaloPos_y");
    double[] kept = export("swift").column("SubhaloPos_y");
    assertArrayEquals(gadget, swift, 1e-5);
    assertArrayEquals(
        gadget, Arrays.stream(kept).map(y -> FormattedSubhaloes.H * y).toArray(), 1e-5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "ecsv", "fits", "votable"})
  void theFormatNamesTheFile(String format) throws IOException {
    Path out = Files.createDirectory(dir.resolve("out"));
    Object[] words = {"export", subhaloes.folder("gadget"), "--to", format, "-o", out + "/"};
    Path file = out.resolve("subhaloes_001." + (format.equals("votable") ? "vot" : format));
    Jzfof.run(words).printed("table            " + file);
    assertEquals(List.of(file), FolderContent.of(out));
    Jzfof.run(words).failed(4, file + " exists: add --overwrite, or choose another name with -o");
    Jzfof.run(List.of(words), "--overwrite", "-q").succeeded();
    Jzfof.run(List.of(words), "--by", "group", "-q").succeeded();
    assertTrue(
        Files.exists(out.resolve("groups_001." + (format.equals("votable") ? "vot" : format))));
  }

  @Test
  void noGroupsAreATableOfNoRows() throws IOException {
    Path out = dir.resolve("none");
    Jzfof.run("run", subhaloes.snapshot(), "-q", "-o", out, "--min-length", 30000).succeeded();
    for (String ending : List.of("csv", "ecsv", "fits", "vot")) {
      Path file = dir.resolve("none." + ending);
      Jzfof.run("export", out.resolve("groups_001"), "-o", file, "--where", "M200c > 1")
          .printed("rows             0 of 0 groups", "columns          1: GroupNr");
    }
    assertEquals("GroupNr\n", Files.readString(dir.resolve("none.csv")));
  }

  private void fails(int code, String message, Object... options) {
    Object[] words = {"export", subhaloes.folder("gadget")};
    Jzfof.run(List.of(words), options).failed(code, message);
  }

  @Test
  void whatIsWrongIsSaid() throws IOException {
    Path csv = dir.resolve("a.csv");
    fails(2, "the format is not known: add --to csv, ecsv, fits, votable or rockstar");
    fails(2, "-o is hdf5, which is no format of tables: choose a name that ends", "-o", "a.hdf5");
    fails(2, "-o is table, which is no format of tables", "-o", dir.resolve("table"));
    fails(2, "--to is xls, which is no format of tables: give csv, ecsv", "--to", "xls");
    fails(2, "jzfof writes no Parquet: write CSV, and convert it", "--to", "parquet");
    fails(2, "jzfof writes no Parquet", "-o", "a.parquet");
    fails(
        2,
        "--columns names SubhaloMas, which is no column of these subhaloes: did you mean SubhaloMass?; there are SubhaloNr, SubhaloLen, ",
        "-o",
        csv,
        "--columns",
        "SubhaloMas");
    fails(
        2,
        "--where names M200c, which is no column of these subhaloes: it is one of groups, add --by group",
        "-o",
        csv,
        "--where",
        "M200c > 1");
    fails(
        2,
        "--columns names SubhaloLen, which is no column of these groups: add --by subhalo",
        "-o",
        csv,
        "--by",
        "group",
        "--columns",
        "SubhaloLen");
    fails(
        2,
        "--where names M200, which is no column of these groups: did you mean M200c?; there are GroupNr, GroupLen, ",
        "-o",
        csv,
        "--by",
        "group",
        "--where",
        "M200 > 1");
    fails(
        2,
        "whose \"SubhaloLen\" is no condition: give NAME OP NUMBER",
        "-o",
        csv,
        "--where",
        "SubhaloMass > 3 and SubhaloLen");
    fails(2, "whose many is no number", "-o", csv, "--where", "SubhaloLen > many");
    fails(
        2,
        "--where compares SubhaloPos, which has 3 numbers: name one of SubhaloPos_x, SubhaloPos_y, SubhaloPos_z",
        "-o",
        csv,
        "--where",
        "SubhaloPos > 3");
    fails(
        4,
        dir.resolve("no") + " is not a folder",
        "-o",
        Files.writeString(dir.resolve("no"), "file").resolve("a.csv"));
    Path catalogue = subhaloes.folder("gadget").resolve("fof_subhalo_tab_001.0.hdf5");
    fails(4, "it is read as well", "-o", catalogue, "--to", "csv", "--overwrite");
    assertFalse(Files.exists(csv));
  }

  @Test
  void aCatalogueMustBeThere() throws IOException {
    Path gone = dir.resolve("gone");
    Jzfof.run("export", gone, "--to", "csv").failed(3, gone.toString());
    Jzfof.run("export", subhaloes.snapshot(), "--to", "csv").failed(3, "is a snapshot");
    Path out = dir.resolve("out");
    Jzfof.run("run", subhaloes.snapshot(), "-q", "-o", out, "--so", "none").succeeded();
    Jzfof.run("export", out.resolve("groups_001"), "--to", "csv", "--by", "subhalo")
        .failed(2, "has no subhaloes: export groups with --by group");
  }
}
