package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Files of a snapshot that do not say how many they are, or lack what others have. */
class SnapshotPiecesTest {
  @TempDir Path dir;

  private final Particles some = Particles.uniform(4000, 50, 1);
  private Path file;
  private Path out;

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_001.hdf5");
    out = dir.resolve("out");
  }

  private Outcome run(Object... more) {
    return Jzfof.run(List.of("run", file, "-o", out, "--linking-length", 0.8, "--overwrite"), more);
  }

  /** Columns that one piece lacks are refused alike, whichever it is. */
  @ParameterizedTest
  @CsvSource({"0, Velocities", "1, Velocities", "0, ParticleIDs", "1, ParticleIDs"})
  void aColumnMissingInOnePiece(int piece, String column) {
    List<Path> files =
        SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("snapshot_001"), 2000, 2000);
    Hdf5Extras.remove(files.get(piece), "/PartType1/" + column);
    file = dir.resolve("snapshot_001");
    for (int ranks : new int[] {1, 2}) {
      run("--ranks", ranks)
          .failed(
              ExitCodes.SNAPSHOT,
              "PartType1/%s is missing in %s, and %s has it"
                  .formatted(column, files.get(piece), files.get(1 - piece)));
    }
  }

  private List<Path> pieces(int count, boolean totals) throws IOException {
    int[] rows = new int[count];
    Arrays.fill(rows, some.count() / count);
    List<Path> files =
        SnapshotFixtures.gadget(50, some).writeSplit(dir.resolve("snapshot_001"), rows);
    for (Path piece : files) {
      Hdf5Extras.removeAttribute(piece, "/Header", "NumFilesPerSnapshot");
      if (!totals) {
        Hdf5Extras.removeAttribute(piece, "/Header", "NumPart_Total");
      }
    }
    file = dir.resolve("snapshot_001");
    return files;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void piecesWithoutACount(boolean totals) throws IOException {
    List<Path> files = pieces(4, totals);
    for (Object named : new Object[] {file, files.get(2)}) {
      Outcome outcome =
          Jzfof.run("run", named, "-o", out, "--linking-length", 0.8, "--ranks", 2, "--overwrite");
      outcome.warned("the 4 that are there are taken, to snapshot_001.3.hdf5");
      assertTrue(outcome.out().contains("4000 linked"), outcome.out());
    }
    Files.delete(files.get(1));
    run().failed(ExitCodes.SNAPSHOT, "those that are there have the numbers 0, 2, 3");
  }

  /** Snapshots of one file each, numbered like pieces, whose totals say so. */
  @Test
  void singleFilesWithoutACount() {
    for (int i = 0; i < 2; i++) {
      Path one =
          SnapshotFixtures.gadget(50, some).write(dir.resolve("snapshot_001." + i + ".hdf5"));
      Hdf5Extras.removeAttribute(one, "/Header", "NumFilesPerSnapshot");
    }
    file = dir.resolve("snapshot_001.1.hdf5");
    assertTrue(run().succeeded().out().contains("4000 linked"));
  }

  @Test
  void noFilesAtAllAreOne() {
    SnapshotFixtures.gadget4(50, some)
        .and(
            w -> {
              w.removeAttribute("/Header", "NumFilesPerSnapshot");
              w.attribute("/Header", "NumFilesPerSnapshot", Hdf5Type.INT32, 0);
            })
        .write(file);
    run().succeeded();
  }

  @Test
  void particlesOfALightcone() {
    SnapshotFixtures.gadget4(50, some.withEqualMasses().withMass(0))
        .box()
        .and(
            w -> {
              w.removeAttribute("/Header", "Time");
              w.removeAttribute("/Header", "Redshift");
              w.removeAttribute("/Header", "NumFilesPerSnapshot");
              w.attribute("/Header", "NumFiles", Hdf5Type.INT32, 1);
            })
        .write(file);
    run("--open").failed(ExitCodes.SNAPSHOT, "particles of a light cone", "give --lightcone");
    Jzfof.run("knn", file, "-k", 2, "--open", "-o", out)
        .warned("states neither Time nor Redshift, as light cones do not");
    assertTrue(Jzfof.run("info", file).out().contains("not stated"));
  }
}
