package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** The file by which illustris_python finds the particles of a group. */
class OffsetsTest {
  @TempDir private Path dir;

  private Path sim() {
    return dir.resolve("sim");
  }

  private Path offsets() {
    return sim().resolve("postprocessing/offsets/offsets_003.hdf5");
  }

  private Path snapshot(String name, int seed) {
    Particles matter = Particles.uniform(2000, 20, seed);
    Particles gas = Particles.uniform(1000, 20, seed + 1).withType(0);
    return SnapshotFixtures.gadget4(dir.resolve(name), 20, gas, matter);
  }

  private Outcome run(Path snapshot, String out, Object... options) {
    return linked(0.5, snapshot, out, options);
  }

  private Outcome linked(double b, Path snapshot, String out, Object... options) {
    return Jzfof.run(
        List.of(
            "run", snapshot, "-o", sim().resolve(out), "--min-length", 4, "--attach", 0, "-b", b),
        options);
  }

  @Test
  void groupsAreFoundAsIllustrisPythonLooksForThem() {
    PythonScript script = PythonScript.needing("check_offsets.py", "h5py", dir);
    for (int files : new int[] {1, 3}) {
      Path output = sim().resolve("output");
      Outcome run =
          run(snapshot("snap_3.hdf5", 1), "output", "--reorder", "--files", files).succeeded();
      assertTrue(run.out().contains("also written     " + offsets()), run.out());
      script.accepts(1, List.of(output.toString(), "3"));
    }
  }

  /** The example, a third of it as gas that is attached. */
  @Test
  void subhaloesAreFoundAsIllustrisPythonLooksForThem() {
    PythonScript script = PythonScript.needing("check_offsets.py", "h5py", dir);
    Particles all = Particles.of(Path.of("examples/lcdm32/snapshot_001.hdf5"), 1).shuffled(1);
    int third = all.count() / 3;
    Path snapshot =
        SnapshotFixtures.gadget4(
            dir.resolve("snap_3.hdf5"),
            25,
            all.slice(0, third).withType(0),
            all.slice(third, all.count()));
    for (int files : new int[] {1, 3}) {
      Path output = sim().resolve("output");
      List<Object> words =
          List.of("run", snapshot, "-o", output, "--so", "none", "--attach", 0, "--subhaloes");
      Jzfof.run(words, "--softening", 0.026, "--reorder", "--files", files)
          .warned("PartType0/InternalEnergy is missing");
      CatalogueFile catalogue =
          CatalogueFile.of(output.resolve("groups_003/fof_subhalo_tab_003.0.hdf5"));
      assertTrue(catalogue.attribute("/Header", "Nsubhalos_Total") > 50);
      script.accepts(1, List.of(output.toString(), "3"));
    }
  }

  @Test
  void filesAndRows() {
    run(snapshot("snap_3.hdf5", 1), "output", "--reorder", "--files", 3).succeeded();
    CatalogueFile offsets = CatalogueFile.of(offsets());
    CatalogueFile catalogue =
        CatalogueFile.of(sim().resolve("output/groups_003/fof_subhalo_tab_003.0.hdf5"));
    long[] first = offsets.longs("/FileOffsets/Group");
    assertEquals(3, first.length);
    assertEquals(catalogue.longs("/Group/GroupLen").length, first[1]);
    assertArrayEquals(new long[3], offsets.longs("/FileOffsets/Subhalo"));
    long[] firstRows = {0, 0, 0, 0, 0, 0, 334, 667, 0, 0, 0, 0, 667, 1334, 0, 0, 0, 0};
    assertArrayEquals(firstRows, offsets.longs("/FileOffsets/SnapByType"));
    assertTrue(first[1] > 0 && first[2] > first[1]);
    long[] rows = offsets.longs("/Group/SnapByType");
    long[] expected = catalogue.longs("/Group/GroupOffsetType");
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], rows[i]);
    }
  }

  @Test
  void noGroups() {
    linked(1e-6, snapshot("snap_3.hdf5", 1), "output", "--reorder").succeeded();
    assertEquals(0, CatalogueFile.of(offsets()).longs("/Group/SnapByType").length);
  }

  @Test
  void onlyWithAReorderedSnapshotInThisLayout() {
    Path snapshot = snapshot("snap_3.hdf5", 1);
    run(snapshot, "output").succeeded();
    run(snapshot, "output", "--reorder", "--format", "swift").succeeded();
    assertFalse(Files.exists(offsets()));
    run(snapshot("snap_0.500.hdf5", 1), "output", "--reorder").succeeded();
    assertFalse(Files.exists(sim().resolve("postprocessing")));
  }

  @Test
  void resumeAsksForThem() throws IOException {
    Path snapshot = snapshot("snap_3.hdf5", 1);
    run(snapshot, "output", "--reorder", "--resume").succeeded();
    FileTime made = Files.getLastModifiedTime(offsets());
    run(snapshot, "output", "--reorder", "--resume").succeeded();
    assertEquals(made, Files.getLastModifiedTime(offsets()));
    Files.delete(offsets());
    run(snapshot, "output", "--reorder", "--resume").succeeded();
    assertTrue(Files.exists(offsets()));
  }

  /** What says of a catalogue what is not so any more goes with it. */
  @Test
  void otherOptionsRemoveThem() {
    Path snapshot = snapshot("snap_3.hdf5", 1);
    run(snapshot, "output", "--reorder").succeeded();
    String told = linked(0.3, snapshot, "output").err();
    assertTrue(told.contains(offsets() + " was made with other options and is removed"), told);
    assertFalse(Files.exists(offsets()));
  }

  @Test
  void thoseOfOthersStay() throws IOException {
    Path snapshot = snapshot("snap_3.hdf5", 1);
    run(snapshot, "one", "--reorder").succeeded();
    byte[] first = Files.readAllBytes(offsets());
    linked(0.3, snapshot, "two", "--reorder")
        .warned("offsets_003.hdf5 belongs to another output folder and is kept");
    Files.createDirectories(dir.resolve("b"));
    run(snapshot("b/snap_3.hdf5", 5), "three", "--reorder").warned("to another output folder");
    assertEquals(0, linked(0.4, snapshot, "two").code());
    assertArrayEquals(first, Files.readAllBytes(offsets()));
    Files.write(offsets(), new byte[] {1, 2, 3});
    run(snapshot, "four", "--reorder")
        .failed(ExitCodes.OUTPUT, "offsets_003.hdf5 was not written by jzfof", "--overwrite");
  }
}
