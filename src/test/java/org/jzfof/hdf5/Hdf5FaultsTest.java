package org.jzfof.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.SmallDisk;
import org.jzfof.hdf5.filters.UnknownFilter;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.hdf5.library.Hdf5Type;

/** What is said of files that cannot be read or written. */
class Hdf5FaultsTest {
  @TempDir Path dir;

  @Test
  void failuresGiveAShortCause() throws Exception {
    assertCause("No such file or directory", dir.resolve("none.hdf5"));
    Path text = Files.writeString(dir.resolve("text.hdf5"), "no HDF5 at all\n".repeat(100));
    assertCause("not an HDF5 file", text);
    assertCause("not an HDF5 file", Files.createFile(dir.resolve("empty.hdf5")));
    assertCause("it is not a regular file", dir);
    Path file =
        WrittenFile.in(
            dir,
            w -> {
              w.dataset("/x", Hdf5Type.FLOAT64, 1000);
              w.write("/x", 0, 1000, new double[1000]);
            });
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.truncate(4000);
    }
    assertCause("truncated file: it has 4000 bytes and should have", file);
    Hdf5Exception e =
        assertThrows(
            Hdf5Exception.class, () -> Hdf5Writer.create(dir.resolve("none").resolve("x.hdf5")));
    assertEquals("No such file or directory", e.getMessage());
  }

  private static void assertCause(String cause, Path file) {
    Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> Hdf5File.open(file).close());
    assertTrue(e.getMessage().startsWith(cause), e.getMessage());
  }

  /** As network file systems without a lock daemon answer (ENOLCK). */
  @Test
  void aFileSystemWithoutLocksIsNoDamagedFile() {
    assertEquals(
        ": its file system has no locks; set HDF5_USE_FILE_LOCKING=FALSE",
        new Hdf5Exception("No locks available").remedy("give another"));
  }

  @Test
  void fullDiskIsNamed() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 1 << 20)) {
      Hdf5Exception e =
          assertThrows(
              Hdf5Exception.class,
              () -> {
                try (Hdf5Writer w = Hdf5Writer.create(disk.path().resolve("x.hdf5"))) {
                  w.dataset("/x", Hdf5Type.FLOAT64, 1_000_000);
                  w.write("/x", 0, 1_000_000, new double[1_000_000]);
                }
              });
      assertEquals("No space left on device", e.getMessage());
    }
  }

  @Test
  void unknownFilterIsReportedWithItsNumber() throws Exception {
    float[] values = new float[1000];
    Hdf5Chunks chunks = new Hdf5Chunks(100, List.of(Hdf5Chunks.Filter.GZIP));
    Path file =
        WrittenFile.in(
            dir,
            w -> {
              Hdf5Chunks.create(w, "/x", Hdf5Type.FLOAT32, chunks, values.length);
              w.write("/x", 0, values.length, values);
            });
    UnknownFilter.inPlaceOfGzip(file);
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      assertEquals(List.of(new Hdf5Info.Filter(32013, "zfp", false)), d.info().filters());
      Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> d.read(0, 1000, values));
      assertEquals(
          "filter 'zfp' is not available; set HDF5_PLUGIN_PATH to the folder with its plugin",
          e.getMessage());
    }
  }

  @Test
  void damagedChunkIsNoticedByItsChecksum() throws Exception {
    int[] values = new int[1000];
    Arrays.fill(values, 0x5a5a1234);
    Hdf5Chunks chunks = new Hdf5Chunks(1000, List.of(Hdf5Chunks.Filter.FLETCHER32));
    Path file =
        WrittenFile.in(
            dir,
            w -> {
              Hdf5Chunks.create(w, "/x", Hdf5Type.INT32, chunks, values.length);
              w.write("/x", 0, values.length, values);
            });
    byte[] bytes = Files.readAllBytes(file);
    byte[] pattern =
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0x5a5a1234).array();
    int at = UnknownFilter.find(bytes, pattern);
    bytes[at + 400] ^= 1;
    Files.write(file, bytes);
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset d = f.dataset("/x")) {
      Hdf5Exception e = assertThrows(Hdf5Exception.class, () -> d.read(0, 1000, values));
      assertTrue(e.getMessage().contains("Fletcher32"), e.getMessage());
    }
  }

  /** The library is loaded once per process, so this needs another one. */
  @Test
  void aMissingNativeLibraryIsNamed() throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.library.path=" + dir,
                "-cp",
                System.getProperty("java.class.path"),
                Opener.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    java.waitFor();
    assertTrue(
        output.contains(
            "SetupException: the native HDF5 library (libsis-jhdf5.so) cannot be loaded:"
                + " no sis-jhdf5 in java.library.path: "
                + dir
                + "; correct JZFOF_NATIVE or LD_LIBRARY_PATH, or run scripts/setup.sh"),
        output);
  }

  /** Opens any file, in a process of its own. */
  static final class Opener {
    public static void main(String[] args) {
      Hdf5File.open(Path.of("any.hdf5")).close();
    }
  }
}
