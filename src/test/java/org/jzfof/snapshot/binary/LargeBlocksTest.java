package org.jzfof.snapshot.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;

/** Blocks of 4 GiB and more, whose markers lack the upper bits, in files full of holes. */
class LargeBlocksTest {
  @TempDir Path dir;

  private Path file;
  private long end;

  /**
   * Writes markers and the row in the middle of the blocks of a file of dark matter: there would a
   * marker be if values had half as many bytes.
   */
  private void write(long particles, int realBytes, int idBytes) throws IOException {
    file = dir.resolve("snap_004");
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      ByteBuffer header = ByteBuffer.allocate(256).order(ByteOrder.BIG_ENDIAN);
      header.putInt(4, (int) particles).putDouble(32, 1);
      header.putInt(100, (int) particles).putInt(124, 1).putDouble(128, 1000);
      record(out, 256, header.array(), 0);
      long middle = particles / 2;
      byte[] position = new byte[3 * realBytes];
      position[0] = 0x40; // 2
      record(out, 3 * realBytes * particles, position, 3 * realBytes * middle);
      record(out, 3 * realBytes * particles, new byte[0], 0); // at rest
      byte[] id = new byte[idBytes];
      id[idBytes - 1] = 17;
      record(out, idBytes * particles, id, idBytes * middle);
      end = out.length();
    }
  }

  private static void record(RandomAccessFile out, long length, byte[] values, long at)
      throws IOException {
    long start = out.length();
    out.seek(start);
    out.writeInt((int) length);
    out.seek(start + 4 + at);
    out.write(values);
    out.seek(start + 4 + length);
    out.writeInt((int) length);
  }

  @ParameterizedTest
  @CsvSource({
    "400000000, 4, 4", // 4.8 GB of positions
    "400000000, 8, 8",
    "1073741824, 4, 8", // 3 * 2^32 bytes: markers of 0
    "1073741824, 8, 4",
    "3221225472, 4, 8" // more than 2^31 particles
  })
  void lengthsFollowFromCounts(long particles, int realBytes, int idBytes) throws IOException {
    write(particles, realBytes, idBytes);
    try (Hdf5File f = SnapshotFormats.open(file);
        Hdf5Dataset positions = f.dataset("/PartType1/Coordinates");
        Hdf5Dataset velocities = f.dataset("/PartType1/Velocities");
        Hdf5Dataset ids = f.dataset("/PartType1/ParticleIDs")) {
      double[] row = new double[3];
      for (Hdf5Dataset data : new Hdf5Dataset[] {positions, velocities}) {
        assertEquals("float%d[%d, 3]".formatted(8 * realBytes, particles), data.info().describe());
        data.read(particles / 2, 1, row);
        assertArrayEquals(new double[] {data == positions ? 2 : 0, 0, 0}, row);
      }
      assertEquals("uint%d[%d]".formatted(8 * idBytes, particles), ids.info().describe());
      long[] id = new long[1];
      ids.read(particles / 2, 1, id);
      assertEquals(17, id[0]);
      assertEquals("", f.text("/Binary", "OtherBlocks"));
    }
  }

  @Test
  void truncatedBeyondFourGigabytes() throws IOException {
    write(400_000_000, 4, 4);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(end - 5);
    }
    SnapshotException e = assertThrows(SnapshotException.class, () -> SnapshotFormats.open(file));
    String expected = "it has 1600000000 bytes, but the file ends at byte %d".formatted(end - 5);
    assertTrue(e.getMessage().contains("block ID of "), e.getMessage());
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }
}
