package org.jzfof.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.output.Provenance;
import org.jzfof.output.RunRecord;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.threads.Parallel;

/** Rows of two types that several ranks write, whether or not they see the file. */
class ClusterWriterTest {
  private static final int RANKS = 3;
  private static final int[] COUNTS = {140_000, 60_001};
  private static final int ALL = COUNTS[0] + COUNTS[1];

  @TempDir private Path folder;

  private ClusterInfo info() {
    Path snapshot =
        SnapshotFixtures.gadget4(
            folder.resolve("snapshot_001.hdf5"),
            50,
            Particles.uniform(COUNTS[0], 50, 1).withType(1),
            Particles.uniform(COUNTS[1], 50, 2).withType(4));
    int[] types = {1, 4};
    NeighbourOrigin origin =
        new NeighbourOrigin(
            new NeighbourOrigin.Sources(Snapshot.open(snapshot).header(), "s", types, ALL),
            new NeighbourOrigin.Queries("s", types),
            new double[] {50, 50, 50},
            true,
            new RunRecord(
                "1", "jzfof cluster s", new Provenance(snapshot, "0".repeat(64), "1".repeat(64))));
    return new ClusterInfo(
        origin, 1, 2, new Clusters(new long[] {9, 8}, new long[] {7, 6}, new long[] {5, -4}));
  }

  /** Of every third particle no cluster, of the others the cluster and the flag. */
  private static int member(int row) {
    return row % 3 == 0 ? -1 : row;
  }

  /** Bit r: rank r sees the file. */
  @ParameterizedTest
  @ValueSource(ints = {0b111, 0b101, 0b001})
  void everyRowIsWritten(int seeing) {
    ClusterInfo info = info();
    Path file = folder.resolve("clusters_001.hdf5");
    EvenShares shares = new EvenShares(ALL, RANKS);
    ThreadRanks.run(
        RANKS,
        comm ->
            Parallel.with(
                2,
                () -> {
                  int first = (int) shares.start(comm.rank());
                  int count = (int) shares.count(comm.rank());
                  boolean sees = (seeing >> comm.rank() & 1) > 0;
                  int[] rows = IntStream.range(first, first + count).toArray();
                  try (Backend backend = new CpuBackend();
                      DeviceArray members =
                          backend
                              .memory()
                              .upload(IntStream.of(rows).map(r -> member(r)).toArray())) {
                    ClusterWriter.write(
                        comm,
                        info,
                        file,
                        file,
                        new ClusterWriter.Rows(first, members, backend.memory()),
                        path -> sees && Files.exists(path));
                  }
                  comm.sum(new long[1]);
                  return null;
                }));
    CatalogueFile written = CatalogueFile.of(file);
    int at = 0;
    for (int t = 0; t < 2; t++) {
      String group = "/PartType" + (t == 0 ? 1 : 4);
      int first = at;
      assertArrayEquals(
          LongStream.range(0, COUNTS[t]).map(i -> member((int) (first + i)) >> 1).toArray(),
          written.longs(group + "/Cluster"));
      assertArrayEquals(
          LongStream.range(0, COUNTS[t])
              .map(i -> Math.max(0, member((int) (first + i))) % 2)
              .toArray(),
          written.longs(group + "/Core"));
      at += COUNTS[t];
    }
    assertArrayEquals(new long[] {9, 8}, written.longs("/Clusters/Size"));
  }
}
