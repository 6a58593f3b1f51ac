package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.file.ParticleColumn;

/** Masses that PKDGRAV3 stores once per class of particles. */
class MassClassesTest {
  @TempDir Path dir;

  @Test
  void massesMayComeFromATableOfClasses() {
    Path file = classes(0, 7, 7, 0);
    Snapshot s = Snapshot.open(file);
    s.check(new int[] {1}, ParticleColumn.COMMON, 0, 1);
    assertTrue(s.constantMass(1).isEmpty());
    assertArrayEquals(new float[] {1.5f, 0.25f, 0.25f, 1.5f}, Collected.masses(s, 1));
  }

  @Test
  void aClassThatTheTableLacksIsAnError() {
    Snapshot s = Snapshot.open(classes(0, 7, 3, 0));
    SnapshotException e = assertThrows(SnapshotException.class, () -> Collected.masses(s, 1));
    assertTrue(e.getMessage().startsWith("row 2 of PartType1 in "), e.getMessage());
    assertTrue(e.getMessage().contains("class 3"), e.getMessage());
  }

  private Path classes(int... perParticle) {
    Path file = dir.resolve("run.00100.0");
    SnapshotFixtures.pkdgrav(50)
        .and(
            w -> {
              w.group("/PartType1");
              w.dataset("/PartType1/Coordinates", Hdf5Type.FLOAT64, 4, 3);
              w.dataset("/PartType1/class", Hdf5Type.INT32, 4);
              w.write("/PartType1/class", 0, 4, perParticle);
            })
        .counts(1, 4)
        .write(file);
    Hdf5Extras.classTable(file, "/PartType1/classes", new int[] {0, 7}, new double[] {1.5, 0.25});
    return file;
  }
}
