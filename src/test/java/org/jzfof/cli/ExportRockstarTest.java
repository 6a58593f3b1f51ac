package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Edit;

/**
 * {@code jzfof export --to rockstar} on subhaloes of z = 1, read as halotools and consistent-trees
 * do: columns between spaces, by their place, and no NaN.
 */
class ExportRockstarTest {
  private static final double A = 0.5;

  /** The columns of ROCKSTAR 0.99.9 (io/meta_io.c), and that of its find_parents. */
  private static final String NAMES =
      "#ID DescID Mvir Vmax Vrms Rvir Rs Np X Y Z VX VY VZ JX JY JZ Spin rs_klypin Mvir_all M200b M200c M500c M2500c Xoff Voff spin_bullock b_to_a c_to_a A[x] A[y] A[z] b_to_a(500c) c_to_a(500c) A[x](500c) A[y](500c) A[z](500c) T/|U| M_pe_Behroozi M_pe_Diemer Halfmass_Radius PID";

  @TempDir static Path shared;
  private static Path late;

  @TempDir Path dir;

  @BeforeAll
  static void find() throws IOException {
    Path early = Files.copy(FormattedSubhaloes.EXAMPLE, shared.resolve("snapshot_001.hdf5"));
    Hdf5Edit.attribute(early, "/Header", "Time", A);
    Hdf5Edit.attribute(early, "/Header", "Redshift", 1 / A - 1);
    late = Files.copy(FormattedSubhaloes.EXAMPLE, shared.resolve("snapshot_002.hdf5"));
    for (String format : List.of("gadget", "tng", "swift", "yt")) {
      Object[] run = FormattedSubhaloes.command(early, shared.resolve(format), format);
      Jzfof.run(List.of(run), "--so", "vir,200c", "--properties", "all").succeeded();
    }
  }

  /** A list of haloes. */
  private record Haloes(List<String> comments, double[][] rows) {
    static Haloes read(Path file) throws IOException {
      List<String> lines = Files.readAllLines(file);
      return new Haloes(
          lines.stream().filter(line -> line.startsWith("#")).toList(),
          lines.stream()
              .filter(line -> !line.startsWith("#"))
              .map(
                  line -> Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray())
              .toArray(double[][]::new));
    }

    double[] column(String name) {
      int column = List.of(NAMES.substring(1).split(" ")).indexOf(name);
      return Arrays.stream(rows).mapToDouble(row -> row[column]).toArray();
    }

    void has(String name, double relative, IntToDoubleFunction expected) {
      double[] of = column(name);
      double scale = Arrays.stream(of).map(Math::abs).max().orElseThrow();
      assertTrue(scale > 0, name);
      double[] values = new double[of.length];
      Arrays.setAll(values, expected);
      assertArrayEquals(values, of, relative * scale, name);
    }
  }

  private Haloes export(String layout, Object... options) throws IOException {
    Path file = dir.resolve(layout + ".list");
    Object[] words = {"export", shared.resolve(layout + "/groups_001"), "-q", "-o", file};
    Jzfof.run(List.of(words), options).succeeded();
    return Haloes.read(file);
  }

  @Test
  void valuesAreThoseOfTheCatalogueInOtherUnits() throws IOException {
    CatalogueFile file = CatalogueFile.in(shared.resolve("gadget"), "001");
    Haloes haloes = export("gadget");
    assertEquals(NAMES, haloes.comments.get(0));
    for (String line :
        List.of("#a = 0.500000", "#Box size: 25.000000 Mpc/h", "#FOF linking length: 0.200000")) {
      assertTrue(haloes.comments.contains(line), line);
    }
    long[] group = file.longs("/Subhalo/SubhaloGroupNr");
    long[] rank = file.longs("/Subhalo/SubhaloRankInGr");
    long[] parent = file.longs("/Subhalo/SubhaloParentRank");
    long[] first = file.longs("/Group/GroupFirstSub");
    double[] bound = file.doubles("/Subhalo/SubhaloMass");
    double[] sphere = file.doubles("/Group/Group_M_TopHat200");
    double[] m200 = file.doubles("/Group/Group_M_Crit200");
    double[] position = file.doubles("/Subhalo/SubhaloPos");
    double[] velocity = file.doubles("/Subhalo/SubhaloVel");
    double[] spin = file.doubles("/Subhalo/SubhaloSpin");
    double[] vmax = file.doubles("/Subhalo/SubhaloVmax");
    double[] peak = file.doubles("/Subhalo/SubhaloVmaxRad");
    double[] half = file.doubles("/Subhalo/SubhaloHalfmassRad");
    double[] dispersion = file.doubles("/Subhalo/SubhaloVelDisp");
    long[] length = file.longs("/Subhalo/SubhaloLen");
    assertTrue(Arrays.stream(rank).max().orElse(0) > 1, "there are no subhaloes in others");
    double e = 1e-6;
    haloes.has("ID", 0, i -> i);
    assertArrayEquals(new double[group.length], plus(haloes.column("DescID"), 1));
    haloes.has("Np", 0, i -> length[i]);
    haloes.has("PID", 0, i -> rank[i] == 0 ? -1 : first[(int) group[i]] + parent[i]);
    haloes.has("Mvir", e, i -> 1e10 * mass(rank[i], sphere[(int) group[i]], bound[i]));
    haloes.has("M200c", e, i -> rank[i] == 0 ? 1e10 * m200[(int) group[i]] : 0);
    haloes.has("X", e, i -> position[3 * i]);
    haloes.has("Z", e, i -> position[3 * i + 2]);
    haloes.has("VY", e, i -> velocity[3 * i + 1]);
    haloes.has("JX", e, i -> 1e10 * bound[i] * spin[3 * i]);
    haloes.has("Vmax", e, i -> vmax[i]);
    haloes.has("Vrms", e, i -> Math.sqrt(3) * dispersion[i]);
    haloes.has("rs_klypin", 1e-5, i -> 1e3 * peak[i] / A / 2.1626);
    haloes.has("Halfmass_Radius", e, i -> 1e3 * half[i] / A);
    // Omega0 = 0.308 and OmegaLambda = 0.692 at a = 0.5; the spin has lengths that are physical.
    double x = 0.308 / (0.308 + 0.692 * A * A * A) - 1;
    double delta = (18 * Math.PI * Math.PI + 82 * x - 39 * x * x) / (1 + x);
    double density = delta * 0.308 * 2.775e11;
    double[] mass = haloes.column("Mvir");
    haloes.has("Rvir", 2e-3, i -> 1e3 * Math.cbrt(mass[i] / (4 * Math.PI / 3 * density)));
    double[] radius = haloes.column("Rvir");
    haloes.has(
        "spin_bullock",
        2e-3,
        i ->
            Math.sqrt(spin[3 * i] * spin[3 * i] + sq(spin[3 * i + 1]) + sq(spin[3 * i + 2]))
                / Math.sqrt(2 * 4.3009e-9 * mass[i] * radius[i] * 1e-3 * A));
  }

  private static double sq(double x) {
    return x * x;
  }

  private static double mass(long rank, double sphere, double bound) {
    return rank == 0 && sphere > 0 ? sphere : bound;
  }

  private static double[] plus(double[] values, double more) {
    return Arrays.stream(values).map(value -> value + more).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tng", "swift", "yt"})
  void allLayoutsGiveTheSameHaloes(String layout) throws IOException {
    Haloes gadget = export("gadget");
    Haloes other = export(layout);
    for (String name : NAMES.substring(1).split(" ")) {
      double[] expected = gadget.column(name);
      double scale = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
      assertArrayEquals(expected, other.column(name), 1e-4 * scale, name);
    }
  }

  @Test
  void groupsAreHaloesWithoutParents() throws IOException {
    CatalogueFile file = CatalogueFile.in(shared.resolve("gadget"), "001");
    double[] velocity = file.doubles("/Group/GroupVel");
    double[] vmax = file.doubles("/Group/GroupVmax");
    Haloes haloes = export("gadget", "--by", "group", "--where", "Mvir > 1e12 and PID == -1");
    double[] id = haloes.column("ID");
    assertTrue(id.length > 10 && id.length < file.groups(), () -> "" + id.length);
    haloes.has("VX", 1e-6, i -> velocity[3 * (int) id[i]] / A);
    haloes.has("Vmax", 1e-6, i -> vmax[(int) id[i]]);
    assertArrayEquals(new double[id.length], plus(haloes.column("PID"), 1));
  }

  @Test
  void whatIsNotKnownIsSaid() {
    Path groups = shared.resolve("gadget/groups_001");
    String own = "Spin, Voff, T/|U|, M_pe_Behroozi, M_pe_Diemer";
    Jzfof.run("export", groups, "--to", "rockstar", "-o", dir + "/")
        .printed(
            "not known        DescID, Spin, M200b, M500c, M2500c, Voff, b_to_a(500c), ",
            "A[z](500c), T/|U|, M_pe_Behroozi, M_pe_Diemer",
            "table            " + dir.resolve("out_1.list"));
    Path out = dir.resolve("poor");
    Jzfof.run("run", late, "-q", "-o", out, "--so", "none").succeeded();
    Jzfof.run("export", out.resolve("groups_002"), "--to", "rockstar", "-o", dir + "/")
        .printed("not known        DescID, Mvir, Vmax, Rvir, Rs, JX, JY, JZ, Spin, ", "PID");
    assertTrue(own.startsWith("Spin"));
  }

  @Test
  void descendantsAreThoseOfLinks() throws IOException {
    Path out = dir.resolve("out");
    Path early = shared.resolve("snapshot_001.hdf5");
    Jzfof.run("run", early, late, "-q", "-o", out, "--subhaloes", "--link").succeeded();
    CatalogueFile links = CatalogueFile.of(out.resolve("subhalo_desc_001.hdf5"));
    long[] expected = links.longs("/Subhalo/DescSubhaloNr");
    Path file = dir.resolve("out_1.list");
    for (List<Object> option : List.<List<Object>>of(List.of(), List.of("--links", out))) {
      Object[] words = {"export", out.resolve("groups_001"), "-o", file, "-q", "--overwrite"};
      Jzfof.run(List.of(words), option.toArray()).succeeded();
      Haloes.read(file).has("DescID", 0, i -> expected[i]);
    }
    Jzfof.run("export", out.resolve("groups_002"), "-o", dir + "/", "--to", "rockstar")
        .printed("not known        DescID, ");
    Jzfof.run("export", out.resolve("groups_002"), "-o", file, "--links", out)
        .failed(
            3, out + " has no links of the subhaloes of snapshot 002: make them with jzfof link");
    Jzfof.run("export", out.resolve("groups_001"), "-o", file, "--links", out, "--by", "group")
        .failed(3, out + " has no links of the groups of snapshot 001");
  }

  @Test
  void whatHasNoEffectIsRefused() {
    Path groups = shared.resolve("gadget/groups_001");
    Path file = dir.resolve("out_1.list");
    Jzfof.run("export", groups, "-o", file, "--columns", "ID")
        .failed(2, "--columns has no effect: ROCKSTAR's columns are always the same");
    Jzfof.run("export", groups, "-o", file, "--units", "kpc")
        .failed(2, "--units has no effect: ROCKSTAR's units are always the same");
    Jzfof.run("export", groups, "-o", dir.resolve("a.csv"), "--links", dir)
        .failed(2, "--links has no effect: only --to rockstar has descendants");
    Jzfof.run("export", groups, "-o", file, "--where", "GroupMass > 1")
        .failed(2, "--where names GroupMass, which is no column of these subhaloes");
  }

  @Test
  void theFormatOfARunIsAnother() {
    Jzfof.run("run", late, "--format", "rockstar", "-o", dir)
        .failed(2, "jzfof export --to rockstar");
    Jzfof.run("run", late, "--format", "yzt", "-o", dir)
        .failed(
            2,
            "'--format': yzt is no layout of a catalogue: give gadget, tng, swift, yt or lightcone");
  }
}
