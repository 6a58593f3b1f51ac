package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** A reordered snapshot holds what HDF5 reads from the snapshot, whatever its filters round. */
class ReorderedFiltersTest {
  private static final int COUNT = 300;
  private static final int SCALE_OFFSET = 6;
  private static final int DIGITS = 2;

  @TempDir private Path dir;
  private Path snapshot;

  @BeforeEach
  void write() {
    snapshot = SnapshotFixtures.gadget4(10, clumps()).write(dir.resolve("snapshot_004.hdf5"));
  }

  /** Three groups, whose particles take turns in the file. */
  private static Particles clumps() {
    double[] xyz = new double[3 * COUNT];
    for (int i = 0; i < COUNT; i++) {
      Arrays.fill(xyz, 3 * i, 3 * i + 3, 1 + i % 3 + 1e-4 * i);
    }
    return Particles.at(xyz);
  }

  /** Values of many digits, in a chunk of the file around another number than in any other. */
  private static float[] scattered() {
    float[] values = new float[3 * COUNT];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (Math.sin(i) + 0.0137 * (i / 150));
    }
    return values;
  }

  @Test
  void digitsOfAScaleOffset() {
    String path = "/PartType1/Force";
    Hdf5Extras.packedVectors(
        snapshot,
        path,
        50,
        properties -> {
          H5.H5Pset_scaleoffset(properties, HDF5Constants.H5Z_SO_FLOAT_DSCALE, DIGITS);
          H5.H5Pset_fletcher32(properties);
        },
        scattered());
    float[] before = floats(snapshot, path);
    assertEquals(
        List.of(SCALE_OFFSET, HDF5Constants.H5Z_FILTER_FLETCHER32), filters(snapshot, path));
    Path reordered = reorder();
    float[] after = floats(reordered, path);
    int[] from = rowsInGroupOrder();
    for (int i = 0; i < COUNT; i++) {
      for (int d = 0; d < 3; d++) {
        assertEquals(
            Float.floatToRawIntBits(before[3 * from[i] + d]),
            Float.floatToRawIntBits(after[3 * i + d]),
            "row %d, column %d".formatted(i, d));
      }
    }
    assertEquals(
        List.of(
            HDF5Constants.H5Z_FILTER_SHUFFLE,
            HDF5Constants.H5Z_FILTER_DEFLATE,
            HDF5Constants.H5Z_FILTER_FLETCHER32),
        filters(reordered, path));
  }

  @Test
  void bitsOfAScaleOffset() {
    // 7 bits hold the 100 values of a chunk of the file, but not those of a chunk of groups.
    int[] values = IntStream.range(0, COUNT).map(i -> 1000 * (i / 100) + i % 100).toArray();
    Hdf5Extras.packedDataset(
        snapshot,
        "/PartType1/Tag",
        32,
        p -> H5.H5Pset_scaleoffset(p, HDF5Constants.H5Z_SO_INT, 7),
        values);
    assertKept(values, HDF5Constants.H5Z_FILTER_SHUFFLE, HDF5Constants.H5Z_FILTER_DEFLATE);
  }

  @Test
  void whatKeepsAllBitsStays() {
    int[] values = IntStream.range(0, COUNT).map(i -> 1000 * (i / 100) - i % 100).toArray();
    Hdf5Extras.packedDataset(
        snapshot,
        "/PartType1/Tag",
        32,
        p ->
            H5.H5Pset_scaleoffset(
                p, HDF5Constants.H5Z_SO_INT, HDF5Constants.H5Z_SO_INT_MINBITS_DEFAULT),
        values);
    assertKept(values, SCALE_OFFSET);
    Hdf5Extras.remove(snapshot, "/PartType1/Tag");
    Hdf5Extras.packedDataset(snapshot, "/PartType1/Tag", 13, H5::H5Pset_nbit, values);
    assertKept(values, HDF5Constants.H5Z_FILTER_NBIT);
  }

  private void assertKept(int[] values, Integer... filters) {
    Path reordered = reorder();
    int[] after = new int[COUNT];
    try (Hdf5File f = Hdf5File.open(reordered);
        Hdf5Dataset data = f.dataset("/PartType1/Tag")) {
      data.read(0, COUNT, after);
    }
    assertArrayEquals(Arrays.stream(rowsInGroupOrder()).map(row -> values[row]).toArray(), after);
    assertEquals(List.of(filters), filters(reordered, "/PartType1/Tag"));
  }

  private static int[] rowsInGroupOrder() {
    return IntStream.range(0, COUNT)
        .boxed()
        .sorted(Comparator.comparing((Integer i) -> i % 3))
        .mapToInt(i -> i)
        .toArray();
  }

  private Path reorder() {
    Path out = dir.resolve("out");
    Jzfof.run(List.of("run", snapshot, "-o", out, "--linking-length", 0.01, "--reorder"))
        .succeeded();
    return out.resolve("snapdir_004/snap_004.0.hdf5");
  }

  private static float[] floats(Path file, String path) {
    float[] values = new float[3 * COUNT];
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset(path)) {
      data.read(0, COUNT, values);
    }
    return values;
  }

  private static List<Integer> filters(Path file, String path) {
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset(path)) {
      return data.info().filters().stream().map(Hdf5Info.Filter::id).toList();
    }
  }
}
