package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.snapshot.RealData;

/** {@code jzfof run --properties}. */
class PropertiesTest {
  private static final String EXAMPLE = "examples/lcdm32/snapshot_001.hdf5";
  private static final int PROPERTIES = 6 + 4 * 6;

  @TempDir private Path dir;

  private List<String> names(String properties) {
    Jzfof.run("run", EXAMPLE, "-o", dir, "--properties", properties, "--overwrite").succeeded();
    return CatalogueFile.in(dir, "001").names("/Group");
  }

  @Test
  void allOfTheExampleAreThoseOfSortedLists() {
    PythonScript script = PythonScript.needing("check_properties.py", "h5py, numpy", dir);
    Jzfof.run("run", EXAMPLE, "-o", dir, "--properties", "all", "--ranks", 3).succeeded();
    script.accepts(PROPERTIES, List.of(EXAMPLE, catalogue(dir, "001")));
  }

  @Test
  void alsoWhereTheUniverseIsYoung() {
    PythonScript script = PythonScript.needing("check_properties.py", "h5py, numpy", dir);
    String snapshot = RealData.path("lcdm64/snapshot_000.hdf5").toString();
    Jzfof.run("run", snapshot, "-o", dir, "--properties", "all").succeeded();
    script.accepts(PROPERTIES, List.of(snapshot, catalogue(dir, "000")));
  }

  /** Around the same centres, which this layout has in double precision. */
  @Test
  void thoseOfSpheresAroundGivenCentresAreAsWell() {
    PythonScript script = PythonScript.needing("check_properties.py", "h5py, numpy", dir);
    Jzfof.run("run", EXAMPLE, "-o", dir, "--properties", "all").succeeded();
    Path centres = dir.resolve("yt");
    Jzfof.run("run", EXAMPLE, "-o", centres, "--format", "yt").succeeded();
    Path spheres = dir.resolve("spheres.hdf5");
    Path of = centres.resolve("groups_001");
    Jzfof.run("so", of, EXAMPLE, "-o", spheres, "--properties", "all", "--ranks", 2).succeeded();
    script.accepts(PROPERTIES + 4 * 5, List.of(EXAMPLE, catalogue(dir, "001"), spheres.toString()));
  }

  private static String catalogue(Path dir, String number) {
    return dir.resolve("groups_" + number + "/fof_subhalo_tab_" + number + ".0.hdf5").toString();
  }

  @Test
  void whatIsAskedForIsThere() {
    List<String> basic = names("basic");
    assertTrue(basic.containsAll(List.of("GroupVmax", "GroupSpin", "GroupHalfmassRad")), "basic");
    assertFalse(basic.contains("Group_AxisRatios_Crit200"));
    assertFalse(basic.contains("Group_MassType_Crit200"), "there is one type");
    List<String> some = names("vmax,shape");
    assertTrue(some.contains("Group_Axes_Mean200"));
    assertTrue(some.contains("GroupVmaxRad"));
    assertFalse(some.contains("GroupSpin"));
    List<String> none = names("none");
    assertTrue(none.contains("Group_M_Crit200"));
    assertFalse(none.contains("GroupVmax"));
  }

  @Test
  void unknownPropertiesAreRefused() {
    Outcome outcome = Jzfof.run("run", EXAMPLE, "-o", dir, "--properties", "vmax,size");
    assertEquals(2, outcome.code());
    assertTrue(outcome.err().contains("--properties has size"), outcome.err());
    assertTrue(outcome.err().contains("concentration, shape, contamination"), outcome.err());
  }
}
