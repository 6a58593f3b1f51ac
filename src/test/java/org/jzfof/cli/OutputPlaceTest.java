package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Where commands write, and what they do not write over. */
class OutputPlaceTest {
  private static final double SIDE = 50;

  @TempDir private Path dir;
  private Path snapshot;

  @BeforeEach
  void writeSnapshot() {
    snapshot = write("snap_001.hdf5", 1);
  }

  private Path write(String name, long seed) {
    return SnapshotFixtures.gadget4(dir.resolve(name), SIDE, Particles.uniform(1000, SIDE, seed));
  }

  private Outcome knn(Path of, Object output, Object... options) {
    return Jzfof.run(List.of("knn", of, "-k", 2, "-o", output), options);
  }

  @Test
  void anEmptyPlaceIsNone() {
    Jzfof.run("run", snapshot, "-o", "").failed(ExitCodes.USAGE, "it is empty");
    Jzfof.run("run", snapshot, "--log-ranks", "").failed(ExitCodes.USAGE, "it is empty");
    Jzfof.run("plot", snapshot, "-o", "").failed(ExitCodes.USAGE, "it is empty");
    knn(snapshot, "").failed(ExitCodes.USAGE, "-o is empty");
  }

  @Test
  void neighboursGoIntoAFolder() throws IOException {
    knn(snapshot, dir.resolve("new") + "/").succeeded();
    assertTrue(Files.isRegularFile(dir.resolve("new/neighbours_001.hdf5")));
    Path there = Files.createDirectory(dir.resolve("there"));
    knn(snapshot, there).succeeded();
    assertTrue(Files.isRegularFile(there.resolve("neighbours_001.hdf5")));
  }

  @Test
  void neighboursReplaceOnlyNeighboursOfTheSameSnapshot() throws IOException {
    Path other = write("snap_002.hdf5", 2);
    byte[] before = Files.readAllBytes(other);
    knn(snapshot, other).failed(ExitCodes.OUTPUT, other + " was not written by jzfof and would be");
    knn(snapshot, other, "--dry-run").failed(ExitCodes.OUTPUT, other + " was not written by jzfof");
    assertArrayEquals(before, Files.readAllBytes(other));
    Path out = dir.resolve("n.hdf5");
    knn(snapshot, out).succeeded();
    knn(snapshot, out, "--exclude-self", "--ranks", 2).succeeded();
    knn(other, out).failed(ExitCodes.OUTPUT, out + " is of another snapshot, " + snapshot);
    knn(snapshot, out, "--files", 2).succeeded();
    assertFalse(Files.exists(out));
    knn(other, out).failed(ExitCodes.OUTPUT, "n.0.hdf5 is of another snapshot", "mixed with");
    knn(other, out, "--overwrite").succeeded();
    assertFalse(Files.exists(dir.resolve("n.0.hdf5")));
  }

  @Test
  void aPictureReplacesPicturesOnly() throws IOException {
    Path out = dir.resolve("out");
    Jzfof.run("run", snapshot, "-o", out, "--min-length", 2, "-b", 0.5).succeeded();
    Path catalogue = out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
    Path picture = dir.resolve("p.png");
    Jzfof.run("plot", catalogue, "-o", picture).succeeded();
    Jzfof.run("plot", catalogue, "-o", picture).succeeded();
    Path named = Files.copy(catalogue, dir.resolve("c.png"));
    Jzfof.run("plot", catalogue, "-o", named).failed(ExitCodes.OUTPUT, named + " is not a picture");
    Jzfof.run("plot", named, "-o", named, "--overwrite")
        .failed(ExitCodes.OUTPUT, named + ": it is read as well");
    assertArrayEquals(Files.readAllBytes(catalogue), Files.readAllBytes(named));
    Jzfof.run("plot", catalogue, "-o", named, "--overwrite").succeeded();
  }

  /** As a shell expands the pattern of a careless user. */
  @Test
  void piecesOfASnapshotAreOneSnapshot() throws IOException {
    Path folder = Files.createDirectory(dir.resolve("snapdir_003"));
    List<Path> pieces =
        SnapshotFixtures.gadget4(SIDE, Particles.uniform(1000, SIDE, 3))
            .writeSplit(folder.resolve("snap_003"), 300, 300, 400);
    Path out = dir.resolve("out");
    Outcome run =
        Jzfof.run("run", pieces.get(0), pieces.get(1), pieces.get(2), snapshot, "-o", out)
            .succeeded();
    assertTrue(run.out().contains("2 snapshots: 2 done"), run.out());
    Outcome pattern = Jzfof.run("run", folder + "/*", "-o", out, "--resume").succeeded();
    assertTrue(pattern.out().contains("1 snapshots: 0 done, 1 complete"), pattern.out());
  }
}
