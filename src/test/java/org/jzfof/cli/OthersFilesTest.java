package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.FolderContent;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** What others have written is neither replaced nor removed, and own files are. */
class OthersFilesTest {
  private static final double SIDE = 50;

  @TempDir private Path dir;
  private Path snapshot;
  private Path out;

  @BeforeEach
  void writeSnapshot() throws IOException {
    snapshot = write("in/snap_001.hdf5", 1);
    out = Files.createDirectories(dir.resolve("out"));
  }

  private Path write(String name, long seed) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    return SnapshotFixtures.gadget4(file, SIDE, Particles.uniform(1000, SIDE, seed));
  }

  private Outcome run(Path of, Object... options) {
    return Jzfof.run(
        java.util.List.of("run", of, "-o", out, "--min-length", 2, "-b", 0.5), options);
  }

  private Path table(int piece) {
    return out.resolve("groups_001/fof_subhalo_tab_001." + piece + ".hdf5");
  }

  private long groups(Path catalogue) {
    return CatalogueFile.of(catalogue).longs("/Group/GroupLen").length;
  }

  private static Map<Path, byte[]> content(Path folder) throws IOException {
    Map<Path, byte[]> content = new TreeMap<>();
    for (Path file : FolderContent.of(folder)) {
      content.put(file, Files.isDirectory(file) ? new byte[0] : Files.readAllBytes(file));
    }
    return content;
  }

  private static void assertUnchanged(Map<Path, byte[]> before, Path folder) throws IOException {
    Map<Path, byte[]> after = content(folder);
    assertEquals(before.keySet(), after.keySet());
    before.forEach((file, bytes) -> assertArrayEquals(bytes, after.get(file), file.toString()));
  }

  /** Puts what is an HDF5 file, but not of jzfof, under a name. */
  private void foreign(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.copy(write("elsewhere/snap_009.hdf5", 9), file);
  }

  /** A simulation's own catalogue, of which only one piece might have the name of a new file. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void aCatalogueOfTheSimulationStays(int piece) throws IOException {
    foreign(table(piece));
    Map<Path, byte[]> before = content(out);
    String name = table(piece) + " was not written by jzfof and would be ";
    run(snapshot).failed(ExitCodes.OUTPUT, name, "-o");
    run(snapshot, "--dry-run").failed(ExitCodes.OUTPUT, name);
    run(snapshot, "--ranks", 3).failed(ExitCodes.OUTPUT, name);
    run(snapshot, "--files", 2).failed(ExitCodes.OUTPUT, name);
    assertUnchanged(before, out);
    assertEquals(ExitCodes.OUTPUT, run(snapshot, "--resume").code());
    assertUnchanged(before, out);
  }

  @Test
  void otherProductsOfOthersStay() throws IOException {
    foreign(out.resolve("groups_001/membership_001.hdf5"));
    foreign(out.resolve("groups_001/halos_001.0.h5"));
    foreign(out.resolve("groups_001/fof_output_0001.hdf5"));
    foreign(out.resolve("snapdir_001/snap_001.3.hdf5"));
    Map<Path, byte[]> before = content(out);
    run(snapshot, "--membership")
        .failed(ExitCodes.OUTPUT, "membership_001.hdf5 was not written by jzfof");
    run(snapshot, "--format", "yt")
        .failed(ExitCodes.OUTPUT, "halos_001.0.h5 was not written by jzfof");
    run(snapshot, "--format", "swift").failed(ExitCodes.OUTPUT, "fof_output_0001.hdf5 was not");
    run(snapshot, "--reorder").failed(ExitCodes.OUTPUT, "snap_001.3.hdf5 was not written by jzfof");
    run(snapshot, "--reorder", "--overwrite").failed(ExitCodes.OUTPUT, "would be mixed with");
    assertUnchanged(before, out);
    run(snapshot).succeeded();
    Map<Path, byte[]> after = content(out);
    before.forEach((file, bytes) -> assertArrayEquals(bytes, after.get(file), file.toString()));
  }

  @Test
  void overwriteReplacesWhatIsNamedAndRemovesNothing() throws IOException {
    foreign(table(0));
    run(snapshot, "--overwrite").succeeded();
    assertTrue(groups(table(0)) > 0);
    foreign(table(1));
    run(snapshot, "--overwrite")
        .failed(ExitCodes.OUTPUT, table(1) + " was not written by jzfof", "mixed");
    assertTrue(Files.exists(table(1)));
  }

  @Test
  void anotherRunOnTheSameSnapshotReplaces() throws IOException {
    run(snapshot, "--files", 3, "--membership", "--reorder").succeeded();
    Path membership = out.resolve("groups_001/membership_001.hdf5");
    run(snapshot).succeeded();
    assertFalse(Files.exists(table(1)));
    assertTrue(Files.exists(membership), "it is of the same options");
    Outcome other = Jzfof.run("run", snapshot, "-o", out, "--min-length", 3);
    assertEquals(0, other.code(), other.err());
    assertTrue(other.err().contains(membership + " was made with other options and is removed"));
    assertTrue(other.err().contains("snap_001.0.hdf5 was made with other options and is removed"));
    assertFalse(Files.exists(membership));
    assertFalse(Files.exists(out.resolve("snapdir_001/snap_001.0.hdf5")));
  }

  /** It is known by its content, and by its place. */
  @Test
  void theSameSnapshotElsewhereAndAnotherInItsPlace() throws IOException {
    run(snapshot).succeeded();
    Path copy = dir.resolve("copy/snap_001.hdf5");
    Files.createDirectories(copy.getParent());
    Files.copy(snapshot, copy);
    run(copy, "--ranks", 2).succeeded();
    Files.createSymbolicLink(dir.resolve("link_001.hdf5"), copy);
    run(dir.resolve("link_001.hdf5")).succeeded();
    Files.delete(copy);
    write("copy/snap_001.hdf5", 2);
    run(copy).succeeded();
    run(snapshot)
        .failed(
            ExitCodes.OUTPUT,
            table(0) + " is of another snapshot, " + copy.toRealPath() + ", and would be replaced",
            "--overwrite");
    run(snapshot, "--dry-run").failed(ExitCodes.OUTPUT, "is of another snapshot");
    run(snapshot, "--overwrite").succeeded();
    run(snapshot).succeeded();
  }

  /** They know their snapshot by the name that it was given. */
  @Test
  void catalogueOfAnOlderVersion() throws IOException {
    run(snapshot).succeeded();
    for (String name :
        new String[] {"JzfofSnapshot", "JzfofSnapshotFingerprint", "JzfofFingerprint"}) {
      Hdf5Extras.removeAttribute(table(0), "/", name);
    }
    byte[] older = Files.readAllBytes(table(0));
    Path other = write("other/snap_001.hdf5", 3);
    run(other).failed(ExitCodes.OUTPUT, table(0) + " is of another snapshot, " + snapshot);
    assertArrayEquals(older, Files.readAllBytes(table(0)));
    run(snapshot).succeeded();
  }

  /** Its beginning tells; a file without content is nobody's. */
  @Test
  void damagedFiles() throws IOException {
    run(snapshot).succeeded();
    byte[] whole = Files.readAllBytes(table(0));
    Files.write(table(0), java.util.Arrays.copyOf(whole, whole.length / 2));
    run(snapshot).succeeded();
    Files.write(table(0), new byte[0]);
    run(snapshot).succeeded();
    Files.write(table(0), java.util.Arrays.copyOf(whole, 50));
    run(snapshot)
        .failed(ExitCodes.OUTPUT, table(0) + " was not written by jzfof and would be replaced");
  }
}
