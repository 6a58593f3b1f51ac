package org.jzfof.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.cli.Jzfof;
import org.jzfof.config.HeaderChoice;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.massfunction.MassFunctionModel;
import org.jzfof.snapshot.RealData;
import org.jzfof.snapshot.header.Cosmology;

class ModelLinesTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");
  private static final double HUBBLE = 0.678;
  private static final ModelRequest TINKER = request(MassFunctionModel.TINKER08);

  @TempDir static Path dir;

  /** Folders of the same groups in each layout. */
  private static Map<String, Path> layouts;

  @BeforeAll
  static void find() {
    layouts =
        Stream.of("gadget", "swift", "yt")
            .collect(Collectors.toMap(format -> format, ModelLinesTest::find));
  }

  private static Path find(String format) {
    Path folder = dir.resolve(format);
    Jzfof.run("run", SNAPSHOT, "-q", "-o", folder, "--format", format).succeeded();
    return folder.resolve("groups_001");
  }

  private static Path table(Path folder) {
    return folder.resolve("fof_subhalo_tab_001.0.hdf5");
  }

  private static ModelRequest request(MassFunctionModel... models) {
    return new ModelRequest(List.of(models), Double.NaN, Double.NaN, Double.NaN);
  }

  private static ModelLines lines(
      Path file, ModelRequest models, boolean cumulative, Overdensity mass) {
    StoredCatalogue catalogue = StoredCatalogue.open(file).readable();
    return ModelLines.of(
        new PlotRequest(
            file,
            null,
            HeaderChoice.NONE,
            mass,
            cumulative,
            new PlotRequest.DensityView(0, null, 0),
            models,
            800),
        catalogue,
        PlottedGroups.of(catalogue, mass));
  }

  private static String caption(ModelRequest request, String layout, Cosmology... snapshot) {
    StoredCatalogue catalogue = StoredCatalogue.open(layouts.get(layout));
    return ModelCosmology.of(request, catalogue, Arrays.stream(snapshot).findFirst()).caption();
  }

  private static double[] scaled(double factor, double... values) {
    return Arrays.stream(values).map(v -> factor * v).toArray();
  }

  private static void assertSame(double[] expected, double... found) {
    assertEquals(expected.length, found.length);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], found[i], 1e-4 * expected[i]);
    }
  }

  /** Msun/h and (Mpc/h)^-3 in one, Msun and Mpc^-3 in the others. */
  @Test
  void linesAreInTheUnitsOfTheCatalogue() {
    ModelRequest given =
        new ModelRequest(List.of(MassFunctionModel.TINKER08), 0.826, 0.961, 0.0482);
    for (boolean cumulative : new boolean[] {false, true}) {
      ModelLines.Line first =
          lines(layouts.get("gadget"), given, cumulative, null).between(1e11, 1e15).get(0);
      for (String other : List.of("swift", "yt")) {
        ModelLines.Line line =
            lines(layouts.get(other), given, cumulative, null)
                .between(1e11 / HUBBLE, 1e15 / HUBBLE)
                .get(0);
        assertSame(scaled(1 / HUBBLE, first.mass()), line.mass());
        assertSame(scaled(Math.pow(HUBBLE, 3), first.density()), line.density());
      }
    }
  }

  @Test
  void labelsSayTheLimit() {
    ModelRequest both = request(MassFunctionModel.TINKER08, MassFunctionModel.DESPALI16);
    ModelLines ofGroups = lines(layouts.get("gadget"), both, false, null);
    assertEquals("friends-of-friends groups", ofGroups.groupsLabel());
    assertEquals(
        List.of("Tinker et al. 2008, M200m", "Despali et al. 2016, M200m"),
        ofGroups.between(1e12, 1e14).stream().map(ModelLines.Line::label).toList());
    ModelLines spheres =
        lines(layouts.get("gadget"), TINKER, false, Overdensity.of("--mass", "500c"));
    assertEquals("Tinker et al. 2008, M500c", spheres.between(1e12, 1e14).get(0).label());
  }

  @Test
  void noModelIsNoLine() {
    ModelLines none = lines(layouts.get("gadget"), request(), false, null);
    assertEquals(List.of(), none.between(1e12, 1e14));
    assertEquals(Optional.empty(), none.caption());
    assertEquals(List.of(), none.warnings());
  }

  /** What is given goes before what is stated, and what nobody states is assumed. */
  @Test
  void theCaptionSaysWhatIsAssumed() {
    String all = "models: Ωm = 0.308, ΩΛ = 0.692, h = 0.678";
    assertEquals(all + ", Ωb = 0.0482, σ8 = 0.826, ns = 0.961", caption(TINKER, "gadget"));
    assertEquals(all + ", Ωb = 0.0482; assumed σ8 = 0.811, ns = 0.965", caption(TINKER, "swift"));
    assertEquals(all + ", Ωb = 0.0482; assumed σ8 = 0.811, ns = 0.965", caption(TINKER, "yt"));
    Cosmology snapshot = new Cosmology(0.9, 0.1, 0.05, 0.5);
    ModelRequest given = new ModelRequest(TINKER.models(), 0.9, 1, 0.03);
    assertEquals(all + ", Ωb = 0.03, σ8 = 0.9, ns = 1", caption(given, "gadget", snapshot));
  }

  /** As in a run that has no gas, where codes may write 0. */
  @Test
  void baryonsAreThoseOfTheSnapshotOrAssumed() throws IOException {
    Path file = Files.copy(table(layouts.get("gadget")), dir.resolve("no-baryons.hdf5"));
    Hdf5Edit.attribute(file, "/Header", "OmegaBaryon", 0);
    StoredCatalogue catalogue = StoredCatalogue.open(file);
    Cosmology snapshot = new Cosmology(0.308, 0.692, 0.05, 0.678);
    String found = ModelCosmology.of(TINKER, catalogue, Optional.of(snapshot)).caption();
    assertTrue(found.contains("h = 0.678, Ωb = 0.05, σ8"), found);
    found = ModelCosmology.of(TINKER, catalogue, Optional.empty()).caption();
    assertTrue(found.endsWith("; assumed Ωb = 0.0493"), found);
  }

  @Test
  void theSnapshotStatesWhatTheCatalogueDoesNot() throws IOException {
    Path table = Files.copy(table(layouts.get("gadget")), dir.resolve("other.hdf5"));
    Hdf5Edit.attribute(table, "/Header", "Omega0", 0);
    StoredCatalogue catalogue = StoredCatalogue.open(table);
    String message =
        assertThrows(
                CatalogueException.class,
                () -> ModelCosmology.of(TINKER, catalogue, Optional.empty()))
            .getMessage();
    assertTrue(message.contains(table + " does not state Omega0, OmegaLambda, h"), message);
    Cosmology snapshot = new Cosmology(0.25, 0.75, 0.05, 0.5);
    assertTrue(
        ModelCosmology.of(TINKER, catalogue, Optional.of(snapshot))
            .caption()
            .startsWith("models: Ωm = 0.25, ΩΛ = 0.75, h = 0.5, Ωb = 0.05, σ8 = 0.826"));
    Hdf5Edit.attribute(table, "/Header", "Omega0", 0.3);
    Hdf5Extras.removeAttribute(table, "/Parameters", "UnitMass_in_g");
    message =
        assertThrows(CatalogueException.class, () -> lines(table, TINKER, false, null))
            .getMessage();
    assertTrue(message.contains("does not state its units, which --model needs"), message);
  }

  @Test
  void tinkerWarnsAndRefuses() throws IOException {
    Path table = Files.copy(table(layouts.get("gadget")), dir.resolve("early.hdf5"));
    Hdf5Edit.attribute(table, "/Header", "Redshift", 4);
    List<String> warnings = lines(table, TINKER, false, null).warnings();
    assertEquals(1, warnings.size());
    assertTrue(warnings.get(0).contains("fitted up to z = 2.5"), warnings.get(0));
    ModelLines virial = lines(table, TINKER, false, Overdensity.of("--mass", "vir"));
    String message =
        assertThrows(UsageException.class, () -> virial.between(1e12, 1e14)).getMessage();
    assertTrue(message.startsWith("vir is 17"), message);
  }

  /**
   * Above masses of 40 and 300 particles. The number of a real simulation is that of the model
   * within three Poisson errors and a tenth, at both times.
   */
  @Test
  void realGroupsAreAboutAsMany() {
    for (String number : List.of("000", "001")) {
      Path file = RealData.path("lcdm64/fof_subhalo_tab_" + number + "_min20.hdf5");
      CatalogueColumn column = SphereColumns.MASS.at(Overdensity.of("--mass", "200m"));
      double[] mass = StoredCatalogue.open(file).groupTable().doubles(column);
      for (MassFunctionModel model : MassFunctionModel.values()) {
        ModelRequest request = new ModelRequest(List.of(model), 0.826, 0.961, Double.NaN);
        ModelLines.Line line =
            lines(file, request, true, Overdensity.of("--mass", "200m"))
                .between(1.6e12, 1.2e13)
                .get(0);
        for (int end : new int[] {0, line.mass().length - 1}) {
          double expected = line.density()[end] * 50 * 50 * 50;
          double found = Arrays.stream(mass).filter(m -> 1e10 * m >= line.mass()[end]).count();
          assertEquals(expected, found, 3 * Math.sqrt(expected) + 0.1 * expected);
        }
      }
    }
  }
}
