package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run --resume}: what is taken for complete is what the run would write. */
class ResumeTest {
  private static final double SIDE = 50;

  @TempDir private Path dir;
  private Path snapshot;
  private Path out;

  @BeforeEach
  void writeSnapshot() throws IOException {
    snapshot = write("in/snap_001.hdf5", 1);
    out = dir.resolve("out");
  }

  private Path write(String name, long seed) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    SnapshotFixtures.gadget4(file, SIDE, Particles.uniform(500, SIDE, seed));
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    return file;
  }

  /** Asserts how many of the one snapshot are computed. */
  private Outcome resume(int done, Path of, String layout, Object... options) {
    List<?> words =
        Stream.concat(
                Stream.of("run", of, "-o", out, "--min-length", 2, "--resume", "--membership"),
                Arrays.stream(layout.split(" ")))
            .toList();
    Outcome run = Jzfof.run(words, options).succeeded();
    String summary = "%d done, %d complete before".formatted(done, 1 - done);
    assertTrue(run.out().contains(summary), run.out());
    return run;
  }

  private Map<Path, byte[]> products() throws IOException {
    Map<Path, byte[]> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        content.put(file, Files.readAllBytes(file));
      }
    }
    return content;
  }

  /** Each product is made anew, byte for byte, whatever has befallen it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--reorder",
        "--files 2 --reorder",
        "--format tng --files 2 --reorder",
        "--format swift --reorder",
        "--format yt --reorder"
      })
  void everyProductIsLookedInto(String layout) throws IOException {
    resume(1, snapshot, layout, "-b", 0.6);
    Map<Path, byte[]> others = products();
    resume(1, snapshot, layout, "-b", 0.5);
    Map<Path, byte[]> whole = products();
    assertEquals(others.keySet(), whole.keySet());
    assertEquals(layout.contains("2") ? 5 : 3, whole.size());
    resume(0, snapshot, layout, "-b", 0.5, "--ranks", 2);
    for (Map.Entry<Path, byte[]> product : whole.entrySet()) {
      byte[] right = product.getValue();
      byte[] otherOptions = others.get(product.getKey());
      byte[] torn = Arrays.copyOf(right, right.length * 2 / 3);
      byte[] empty = new byte[0];
      byte[] order = mistyped(right, 8);
      byte[] bias = mistyped(right, 136);
      for (byte[] wrong : List.of(otherOptions, torn, empty, flipped(right), order, bias)) {
        Files.write(product.getKey(), wrong);
        finished(whole, layout);
      }
      Files.delete(product.getKey());
      finished(whole, layout);
    }
  }

  private void finished(Map<Path, byte[]> whole, String layout) throws IOException {
    resume(1, snapshot, layout, "-b", 0.5);
    Map<Path, byte[]> again = products();
    assertEquals(whole.keySet(), again.keySet());
    whole.forEach(
        (file, bytes) -> {
          if (file.toString().contains("snapdir")) { // HDF5 notes the time in a copy
            assertEquals(bytes.length, again.get(file).length);
          } else {
            assertArrayEquals(bytes, again.get(file), file.toString());
          }
        });
    resume(0, snapshot, layout, "-b", 0.5);
  }

  /** One bit of an attribute that no reader of the catalogue looks at. */
  private static byte[] flipped(byte[] right) {
    String text = new String(right, StandardCharsets.ISO_8859_1);
    int at = text.indexOf("in/snap_001.hdf5");
    assertTrue(at > 0);
    byte[] wrong = right.clone();
    wrong[at] ^= 1;
    return wrong;
  }

  /**
   * One bit of the first type of float64, which changes no value's bytes: in the order of its
   * bytes, or in the bias of its exponents.
   */
  private static byte[] mistyped(byte[] right, int bit) {
    byte[] type = {0x11, 0x20, 63, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, (byte) 0xff, 3};
    int at = 0;
    while (!Arrays.equals(right, at, at + type.length, type, 0, type.length)) {
      at++;
    }
    byte[] wrong = right.clone();
    wrong[at + bit / 8] ^= (byte) (1 << bit % 8);
    return wrong;
  }

  @ParameterizedTest
  @ValueSource(strings = {"--files 1", "--format swift", "--format yt"})
  void anotherSnapshotInItsPlace(String layout) throws IOException {
    resume(1, snapshot, layout);
    resume(0, snapshot, layout);
    write("in/snap_001.hdf5", 2); // of the same counts, box, time and time stamp
    resume(1, snapshot, layout);
    resume(0, snapshot, layout);
    flipBoxSize(snapshot);
    resume(1, snapshot, layout);
    resume(0, snapshot, layout);
  }

  /** Changes the last bit of the box side in the header of a file, whose time stamp stays. */
  private static void flipBoxSize(Path file) throws IOException {
    byte[] side =
        ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN).putDouble(SIDE).array();
    flip(file, text -> text.indexOf(new String(side, StandardCharsets.ISO_8859_1)), 1);
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
  }

  /**
   * Changes bits of a byte of a file.
   *
   * @param place of the byte in the text that has a letter for each
   */
  private static void flip(Path file, ToIntFunction<String> place, int bits) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[place.applyAsInt(new String(bytes, StandardCharsets.ISO_8859_1))] ^= (byte) bits;
    Files.write(file, bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--files 1", "--format swift", "--format yt"})
  void whatCountsIsTheContent(String layout) throws IOException {
    resume(1, snapshot, layout);
    Path copy = dir.resolve("copy/snap_001.hdf5");
    Files.createDirectories(copy.getParent());
    Files.copy(snapshot, copy);
    resume(0, copy, layout);
    resume(0, Path.of("").toAbsolutePath().relativize(copy), layout);
    Files.setLastModifiedTime(snapshot, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
    resume(1, snapshot, layout); // it was written to, perhaps in the middle
  }

  /** The properties belong to the result, in whichever order they are asked for. */
  @ParameterizedTest
  @ValueSource(strings = {"--files 1", "--format swift", "--format yt"})
  void otherProperties(String layout) {
    resume(1, snapshot, layout, "--softening", 0.1);
    resume(0, snapshot, layout, "--softening", 0.1, "--properties", "basic");
    resume(1, snapshot, layout, "--softening", 0.1, "--properties", "vmax,spin");
    resume(0, snapshot, layout, "--softening", 0.1, "--properties", "spin,vmax");
    resume(1, snapshot, layout, "--softening", 0.1, "--properties", "none");
    resume(1, snapshot, layout, "--softening", 0.1, "--properties", "all");
  }

  /** A file of a run on another snapshot, under the same name. */
  @Test
  void filesOfAnotherSnapshotAreNotComplete() throws IOException {
    Path other = write("other/snap_001.hdf5", 3);
    resume(1, snapshot, "--files 1");
    Outcome run = Jzfof.run("run", other, "-o", out, "--min-length", 2, "--resume", "--membership");
    assertEquals(ExitCodes.OUTPUT, run.code());
    assertTrue(run.err().contains("is of another snapshot, " + snapshot.toRealPath()), run.err());
  }

  @Test
  void aMissingDataset() {
    resume(1, snapshot, "--files 1");
    Hdf5Extras.remove(out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5"), "/Group/GroupMass");
    resume(1, snapshot, "--files 1");
    Hdf5Extras.remove(out.resolve("groups_001/membership_001.hdf5"), "/PartType1/GroupNumber");
    resume(1, snapshot, "--files 1");
    resume(0, snapshot, "--files 1");
  }

  /** HDF5 1.10 crashes when it lists attributes of which one cannot be read. */
  @Test
  void aDamagedAttribute() throws Exception {
    resume(1, snapshot, "--files 1");
    Path catalogue = out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
    flip(catalogue, text -> text.indexOf("h_scaling") - 8, 64); // the version of the message
    Outcome run =
        new OwnProcess(dir, Main.class)
            .run("run", snapshot, "-o", out, "--min-length", 2, "--resume", "--membership");
    assertTrue(run.succeeded().out().contains("1 done, 0 complete before"), run.out());
    resume(0, snapshot, "--files 1");
  }

  /** Texts of any length are in a heap of their own, names of links in others. */
  @Test
  void aDamagedHeap() throws IOException {
    resume(1, snapshot, "--files 1");
    Path catalogue = out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
    flip(catalogue, text -> text.indexOf("GCOL"), 1);
    resume(1, snapshot, "--files 1");
    flip(catalogue, text -> text.lastIndexOf("HEAP"), 1); // of a group
    resume(1, snapshot, "--files 1");
    resume(0, snapshot, "--files 1");
  }

  /** Pieces of two runs, as an interrupted exchange of files would leave them. */
  @Test
  void piecesOfTwoRuns() throws IOException {
    resume(1, snapshot, "--files 3", "-b", 0.6);
    Path second = out.resolve("groups_001/fof_subhalo_tab_001.1.hdf5");
    Path kept = Files.copy(second, dir.resolve("kept"));
    resume(1, snapshot, "--files 3", "-b", 0.5);
    Files.move(kept, second, StandardCopyOption.REPLACE_EXISTING);
    resume(1, snapshot, "--files 3", "-b", 0.5);
    Files.copy(
        second,
        second.resolveSibling("fof_subhalo_tab_001.0.hdf5"),
        StandardCopyOption.REPLACE_EXISTING);
    resume(1, snapshot, "--files 3", "-b", 0.5);
    resume(0, snapshot, "--files 3", "-b", 0.5);
    resume(1, snapshot, "--files 2", "-b", 0.5);
  }
}
