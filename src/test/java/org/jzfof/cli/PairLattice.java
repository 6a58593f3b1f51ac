package org.jzfof.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * Dark matter on a lattice of spacing 1, a star in the middle of each of its cells, and {@code
 * jzfof pairs} on them.
 *
 * @param dir where files are written
 */
record PairLattice(Path dir) {
  static final int SIDE = 8;
  static final int COUNT = SIDE * SIDE * SIDE;

  Path file() {
    return dir.resolve("snapshot_001.hdf5");
  }

  Path out() {
    return dir.resolve("pairs_001.hdf5");
  }

  private static double[] dark() {
    double[] lattice = new double[3 * COUNT];
    Arrays.setAll(lattice, i -> i / 3 >> 3 * (i % 3) & 7);
    return lattice;
  }

  private static Particles stars() {
    return Particles.at(Arrays.stream(dark()).map(x -> x + 0.5).toArray()).withType(4);
  }

  void write() {
    SnapshotFixtures.gadget4(file(), SIDE, Particles.at(dark()).withMass(3), stars());
  }

  /** The same with a dataset of weights, and stars of masses 1 and 2 in turn. */
  void write(String dataset, double... weights) {
    float[] masses = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      masses[i] = 1 + i % 2;
    }
    SnapshotFixtures.gadget4(SIDE, Particles.at(dark()).withMass(3), stars().withMasses(masses))
        .numbers(dataset, weights)
        .write(file());
  }

  Outcome pairs(String options) {
    List<Object> words = new ArrayList<>(List.of("pairs", file(), "-o", out()));
    words.addAll(List.of(options.split(" ")));
    return Jzfof.run(words.toArray());
  }

  CatalogueFile counted(String options) {
    pairs(options).succeeded();
    return CatalogueFile.of(out());
  }

  static long[] times(long number, long... shell) {
    return Arrays.stream(shell).map(n -> number * n).toArray();
  }
}
