package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;

/** A file of another kind than was asked for is named for what it is, by every command. */
class WrongKindTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir private static Path dir;

  /** What is no snapshot, by how a message names it. */
  private static final Map<Path, String> OTHERS = new TreeMap<>();

  private static Path groups;

  @BeforeAll
  static void make() {
    Jzfof.run("run", SNAPSHOT, "-o", dir, "-q", "--subhaloes", "--membership").succeeded();
    groups = dir.resolve("groups_001");
    OTHERS.put(groups.resolve("fof_subhalo_tab_001.0.hdf5"), "a group catalogue of jzfof");
    OTHERS.put(groups.resolve("membership_001.hdf5"), "a membership file of jzfof");
    for (String format : List.of("swift", "yt")) {
      Path out = dir.resolve(format);
      Jzfof.run("run", SNAPSHOT, "-o", out, "-q", "--subhaloes", "--format", format).succeeded();
    }
    OTHERS.put(dir.resolve("swift/groups_001/fof_output_0001.hdf5"), "a group catalogue");
    OTHERS.put(
        dir.resolve("swift/groups_001/halo_properties_0001.hdf5"), "a halo catalogue of SOAP");
    OTHERS.put(dir.resolve("yt/groups_001/halos_001.0.h5"), "a group catalogue of jzfof");
    Path spheres = dir.resolve("spheres.hdf5");
    Jzfof.run("so", groups, SNAPSHOT, "-q", "--profiles", "-o", spheres).succeeded();
    OTHERS.put(spheres, "a file of spheres");
    Path pairs = dir.resolve("p.hdf5");
    Jzfof.run("pairs", SNAPSHOT, "-q", "--bins", "0:1:2", "-o", pairs).succeeded();
    OTHERS.put(pairs, "a file of pair counts");
    Path nearest = dir.resolve("n.hdf5");
    Jzfof.run("knn", SNAPSHOT, "-q", "-k", 2, "-o", nearest).succeeded();
    OTHERS.put(nearest, "a file of neighbours");
  }

  @Test
  void whereASnapshotIsWanted() {
    for (Map.Entry<Path, String> other : OTHERS.entrySet()) {
      Path file = other.getKey();
      assertTrue(Files.exists(file), file.toString());
      for (List<Object> words :
          List.<List<Object>>of(
              List.of("run", file),
              List.of("knn", file, "-k", 2),
              List.of("knn", SNAPSHOT, "-k", 2, "--queries", file),
              List.of("neighbours", file, "--radius", 1),
              List.of("pairs", file, "--bins", "0:1:2"),
              List.of("cluster", file, "--eps", 1, "--min-points", 2),
              List.of("so", groups, file),
              List.of("plot", groups, "--snapshot", file, "-o", dir.resolve("x.png")),
              List.of("bench", "fof", "--input", file))) {
        assertRefused(words, file + " is " + other.getValue());
      }
    }
  }

  @Test
  void aFolderOfGroupsWhereASnapshotIsWanted() {
    Path file = groups.resolve("membership_001.hdf5");
    for (List<Object> words :
        List.<List<Object>>of(
            List.of("run", groups),
            List.of("knn", groups, "-k", 2),
            List.of("plot", groups, "--snapshot", groups, "-o", dir.resolve("x.png")),
            List.of("info", file))) {
      assertRefused(words, file + " is a membership file of jzfof, and no snapshot: name the");
    }
  }

  @Test
  void whereACatalogueIsWanted() {
    List<Path> wrong = new ArrayList<>(List.of(SNAPSHOT));
    OTHERS.forEach(
        (file, kind) -> {
          if (kind.startsWith("a file") || kind.startsWith("a membership")) {
            wrong.add(file);
          }
        });
    assertTrue(wrong.size() > 4, wrong.toString());
    for (Path file : wrong) {
      String kind = OTHERS.getOrDefault(file, "a snapshot");
      assertRefused(List.of("compare", groups, file), file + " is " + kind);
      assertRefused(List.of("so", file, SNAPSHOT), file + " is " + kind);
      assertRefused(List.of("link", groups, file, "-o", dir), file + " is " + kind);
      assertRefused(List.of("export", file, "--to", "csv"), file + " is " + kind);
    }
  }

  private static void assertRefused(List<Object> words, String message) {
    Outcome outcome = Jzfof.run(words);
    assertEquals(ExitCodes.SNAPSHOT, outcome.code(), words + outcome.out() + outcome.err());
    assertTrue(outcome.err().contains(message), words + outcome.err());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
  }
}
