package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.Need;

/** Catalogues that were changed: whatever differs is named, and contradictions are refused. */
class CompareDamageTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");
  private static final String NAME = "fof_subhalo_tab_001.0.hdf5";

  @TempDir private static Path shared;
  @TempDir private Path dir;
  private static Path found;

  @BeforeAll
  static void find() throws Exception {
    Need.PYTHON.assume(
        new ProcessBuilder("/usr/bin/python3", "-c", "import h5py").start().waitFor() == 0,
        "there is no h5py");
    Jzfof.run("run", SNAPSHOT, "-o", shared, "-q", "--subhaloes").succeeded();
    found = shared.resolve("groups_001");
  }

  /** A copy on which lines of Python have worked, with the file f. */
  private Path changed(String code) throws Exception {
    Path copy = dir.resolve("changed");
    FileUtils.deleteDirectory(copy.toFile());
    Files.createDirectory(copy);
    Files.copy(found.resolve(NAME), copy.resolve(NAME));
    String program =
        "import h5py, numpy as np\nf = h5py.File('%s', 'r+')\n%s\n"
            .formatted(copy.resolve(NAME), code);
    Process python =
        new ProcessBuilder("/usr/bin/python3", "-c", program).redirectErrorStream(true).start();
    String said = new String(python.getInputStream().readAllBytes());
    assertEquals(0, python.waitFor(), said);
    return copy;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f['Subhalo/SubhaloMass'][:] = 7|SubhaloMass",
        "f['Subhalo/SubhaloPos'][:] = np.nan|SubhaloPos",
        "f['Subhalo/SubhaloSpin'][3, 1] += 1|SubhaloSpin",
        "f['Subhalo/SubhaloRankInGr'][1] += 1|SubhaloRankInGr",
        "del f['Subhalo/SubhaloVmax']|SubhaloVmax",
        "n = f['Group/GroupNsubs']; n[0], n[1] = n[1], n[0]|GroupNsubs",
        "f['Group/GroupFirstSub'][0] = 1; f['Group/GroupNsubs'][0] += 0|GroupFirstSub",
        "f['IDs/ID'][1] = f['IDs/ID'][0]|members",
        "f['IDs/ID'][1] = 10**9|members",
        "f['IDs/ID'][:3] = f['IDs/ID'][0]|members"
      })
  void whatDiffersIsNamed(String code, String kind) throws Exception {
    Path other = changed(code);
    for (List<Path> pair : List.of(List.of(found, other), List.of(other, found))) {
      Outcome outcome = Jzfof.run("compare", pair.get(0), pair.get(1));
      assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.out() + outcome.err());
      assertTrue(outcome.out().contains("\n" + kind + " "), outcome.out());
    }
  }

  @Test
  void membersAreCountedAsOftenAsBothHaveThem() throws Exception {
    Path other = changed("f['IDs/ID'][:4] = f['IDs/ID'][0]");
    Outcome outcome = Jzfof.run("compare", found, other);
    assertTrue(outcome.out().contains("3 of its own"), outcome.out());
  }

  @Test
  void catalogueWithoutSubhaloes() {
    Jzfof.run("run", SNAPSHOT, "-o", dir, "-q").succeeded();
    Outcome outcome = Jzfof.run("compare", found, dir.resolve("groups_001"));
    assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.out());
    assertTrue(outcome.out().matches("(?s).*only A has [^\n]*Subhalo\n.*"), outcome.out());
  }

  @Test
  void catalogueWithoutIds() {
    List<Object> run = List.of("run", SNAPSHOT, "-q", "--so", "none", "-o");
    Jzfof.run(run, dir.resolve("a")).succeeded();
    Jzfof.run(run, dir.resolve("b"), "--no-ids").succeeded();
    Outcome outcome =
        Jzfof.run("compare", dir.resolve("a/groups_001"), dir.resolve("b/groups_001"));
    outcome.printed("equal            yes: groups, floats within");
    assertTrue(outcome.out().matches("(?s).*only A has [^\n]*IDs\n.*"), outcome.out());
  }

  @Test
  void theLineSaysWhatWasCompared() {
    Jzfof.run("compare", found, found)
        .printed("equal            yes: groups, their members, subhaloes, floats within 1.00e-06");
    Jzfof.run("compare", found, found, "--no-members")
        .printed(
            "equal            yes: groups, floats within 1.00e-06", "not compared: --no-members");
  }

  /** Of any command that reads catalogues. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "del f['IDs']",
        "del f['Subhalo']",
        "f['Group/GroupNsubs'][0] = 10**6",
        "f['Group/GroupNsubs'][0] = -1",
        "f['Group/GroupFirstSub'][:] = -7",
        "f['Group/GroupNsubs'][:] = 0",
        "f['Header'].attrs['BoxSize'] = np.nan",
        "f['Header'].attrs['Redshift'] = np.inf",
        "f['Header'].attrs['NumFiles'] = 10**9",
        "f['Header'].attrs['NumFiles'] = 2**62"
      })
  @Timeout(60)
  void contradictionsAreRefused(String code) throws Exception {
    Path broken = changed(code);
    Path out = dir.resolve("out");
    for (List<Object> words :
        List.<List<Object>>of(
            List.of("info", broken),
            List.of("compare", broken, found),
            List.of("compare", found, broken),
            List.of("plot", broken, "-o", out + ".png"),
            List.of("so", broken, SNAPSHOT, "-o", out),
            List.of("link", broken, found, "-o", out),
            List.of("trees", broken, found, "-o", out),
            List.of("export", broken, "-o", out + ".png", "--to", "csv"))) {
      Outcome outcome = Jzfof.run(words);
      assertEquals(ExitCodes.SNAPSHOT, outcome.code(), words + outcome.out() + outcome.err());
      assertEquals(1, outcome.err().lines().count(), outcome.err());
      assertTrue(Files.notExists(out) && Files.notExists(Path.of(out + ".png")));
    }
  }

  @Test
  void aCatalogueOfAnotherSnapshotIsRemarked() throws Exception {
    Path copy = Files.copy(SNAPSHOT, dir.resolve("copy_001.hdf5"));
    Path out = dir.resolve("spheres.hdf5");
    Path picture = dir.resolve("p.png");
    Jzfof.run("so", found, copy, "--so", "200c", "-o", out, "-q").succeeded();
    Jzfof.run("so", found, copy, "--so", "200c", "-o", out).succeeded();
    Jzfof.run("plot", found, "--snapshot", copy, "-o", picture).succeeded();
    Path sorted = dir.resolve("sorted");
    Jzfof.run("run", copy, "-o", sorted, "-q", "--reorder", "--so", "none").succeeded();
    Jzfof.run("plot", found, "--snapshot", sorted.resolve("snapdir_001"), "-o", picture)
        .succeeded();
    Process python =
        new ProcessBuilder(
                "/usr/bin/python3",
                "-c",
                "import h5py; f = h5py.File('%s', 'r+'); x = f['PartType1/Coordinates']; x[:] = x[:][::-1]"
                    .formatted(copy))
            .inheritIO()
            .start();
    assertEquals(0, python.waitFor());
    String remark = "was made of another snapshot, ";
    Jzfof.run("so", found, copy, "--so", "200c", "-o", out, "--overwrite").warned(remark);
    Jzfof.run("plot", found, "--snapshot", copy, "-o", picture).warned(remark);
  }

  @Test
  void aCentreOutsideOfTheBoxIsRefused() throws Exception {
    Path broken = changed("f['Group/GroupPos'][3] = 1e30");
    Jzfof.run("so", broken, SNAPSHOT, "-o", dir.resolve("out"))
        .failed(ExitCodes.SNAPSHOT, "group 3 in ", "1.0", "E30", "the box of the snapshot");
  }
}
