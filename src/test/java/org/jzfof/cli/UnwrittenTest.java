package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** What of a compressed dataset was never written is told by whoever reads it. */
class UnwrittenTest {
  private static final int ROWS = 1000;
  private static final int WRITTEN = 550;

  @TempDir Path dir;
  private Path file;
  private final Particles some = Particles.uniform(ROWS, 50, 1);

  @BeforeEach
  void name() {
    file = dir.resolve("snapshot_001.hdf5");
  }

  /** A snapshot of which one dataset was not written to its end. */
  private void write(String cut) {
    Hdf5Chunks chunks =
        new Hdf5Chunks(100, List.of(Hdf5Chunks.Filter.SHUFFLE, Hdf5Chunks.Filter.GZIP));
    float[] masses = new float[ROWS];
    Arrays.fill(masses, 2);
    SnapshotFixtures.gadget4(50)
        .and(
            w -> {
              w.group("/PartType1");
              vectors(w, "Coordinates", chunks, cut, some.positions());
              vectors(w, "Velocities", chunks, cut, asDoubles(some.velocities()));
              Hdf5Chunks.create(w, "/PartType1/ParticleIDs", Hdf5Type.UINT32, chunks, ROWS);
              w.write("/PartType1/ParticleIDs", 0, rows("ParticleIDs", cut), some.ids());
              Hdf5Chunks.create(w, "/PartType1/Masses", Hdf5Type.FLOAT32, chunks, ROWS);
              w.write("/PartType1/Masses", 0, rows("Masses", cut), masses);
            })
        .counts(1, ROWS)
        .write(file);
  }

  private static void vectors(
      Hdf5Writer w, String name, Hdf5Chunks chunks, String cut, double[] values) {
    Hdf5Chunks.create(w, "/PartType1/" + name, Hdf5Type.FLOAT32, chunks, ROWS, 3);
    w.write("/PartType1/" + name, 0, rows(name, cut), values);
  }

  private static int rows(String name, String cut) {
    return name.equals(cut) ? WRITTEN : ROWS;
  }

  private static double[] asDoubles(float[] values) {
    double[] wide = new double[values.length];
    Arrays.setAll(wide, i -> values[i]);
    return wide;
  }

  private String warning(String dataset) {
    return "jzfof: warning: 4 of 10 chunks of 100 rows of PartType1/%s in %s were never written and are read as zeros"
        .formatted(dataset, file);
  }

  private static void assertWarned(Outcome outcome, String warning) {
    assertEquals(0, outcome.code(), outcome.toString());
    assertTrue(outcome.err().lines().anyMatch(warning::equals), outcome.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Coordinates", "Velocities", "Masses", "ParticleIDs"})
  void aRunTellsIt(String dataset) {
    write(dataset);
    assertWarned(Jzfof.run("run", file, "-o", dir.resolve("out")), warning(dataset));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Coordinates", "Masses", "ParticleIDs"})
  void aSearchOfNeighboursTellsIt(String dataset) {
    write(dataset);
    Path out = dir.resolve("n.hdf5");
    assertWarned(
        Jzfof.run("knn", file, "-k", 2, "-o", out, "--values", "index,id,density"),
        warning(dataset));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Coordinates", "Masses"})
  void aPictureTellsIt(String dataset) {
    write("");
    Jzfof.run("run", file, "-o", dir, "-q", "--min-length", 2).succeeded();
    write(dataset);
    assertWarned(
        Jzfof.run(
            "plot", dir.resolve("groups_001"), "--snapshot", file, "-o", dir.resolve("p.png")),
        warning(dataset));
  }

  @Test
  void nothingIsSaidOfWhatWasWritten() {
    write("");
    assertEquals("", Jzfof.run("run", file, "-o", dir.resolve("out"), "-q").err());
  }
}
