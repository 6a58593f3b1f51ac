package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Digits of the snapshot's number in the names of what is written. */
class NumberWidthTest {
  @TempDir private Path dir;

  private Path snapshot(String name, int seed) {
    return SnapshotFixtures.gadget4(dir.resolve(name), 50, Particles.uniform(1000, 50, seed));
  }

  private Outcome run(Path snapshot, Object... options) {
    return Jzfof.run(
        List.of("run", snapshot, "-o", dir.resolve("out"), "--min-length", 2), options);
  }

  private Path catalogue(String number) {
    return dir.resolve("out/groups_" + number + "/fof_subhalo_tab_" + number + ".0.hdf5");
  }

  /** illustris_python 1.1.1 looks for three digits, or more where it takes more. */
  @ParameterizedTest
  @CsvSource({
    "snap_7, 0, 007",
    "snap_0000, 0, 0000",
    "snap_0000, 3, 000",
    "snap_0012, 1, 12",
    "snap_12345, 3, 12345",
    "snap_7, 5, 00007",
    "snap_0.500, 5, 0.500"
  })
  void names(String name, int width, String number) {
    Path snapshot = snapshot(name + ".hdf5", 1);
    run(snapshot, "--number-width", width, "--membership", "--reorder").succeeded();
    Path groups = dir.resolve("out/groups_" + number);
    String table = number.replace('.', 'p');
    assertTrue(Files.exists(groups.resolve("fof_subhalo_tab_" + table + ".0.hdf5")));
    assertTrue(Files.exists(groups.resolve("membership_" + number + ".hdf5")));
    Path ordered = dir.resolve("out/snapdir_" + number + "/snap_" + number + ".0.hdf5");
    assertTrue(Files.exists(ordered));
  }

  @Test
  void widthsAreNotTakenForOneAnother() throws IOException {
    Path snapshot = snapshot("snap_7.hdf5", 1);
    run(snapshot, "--number-width", 1, "--resume").succeeded();
    FileTime one = Files.getLastModifiedTime(catalogue("7"));
    run(snapshot, "--resume").succeeded();
    FileTime three = Files.getLastModifiedTime(catalogue("007"));
    run(snapshot, "--resume").succeeded();
    run(snapshot, "--resume", "--number-width", 1).succeeded();
    assertEquals(three, Files.getLastModifiedTime(catalogue("007")));
    assertEquals(one, Files.getLastModifiedTime(catalogue("7")));
    run(snapshot, "--overwrite", "-b", 0.1, "--number-width", 3).succeeded();
    assertEquals(one, Files.getLastModifiedTime(catalogue("7")), "another name, another output");
  }

  @Test
  void twoSnapshotsOfOneNumber() {
    Path seven = snapshot("snap_7.hdf5", 1);
    Path padded = snapshot("snap_007.hdf5", 2);
    run(seven).succeeded();
    run(padded).failed(ExitCodes.OUTPUT, "is of another snapshot", "snap_7.hdf5");
    run(padded, "--number-width", 4).succeeded();
  }

  @Test
  void noSuchWidth() {
    run(snapshot("snap_7.hdf5", 1), "--number-width", -1)
        .failed(ExitCodes.USAGE, "--number-width is -1");
  }
}
