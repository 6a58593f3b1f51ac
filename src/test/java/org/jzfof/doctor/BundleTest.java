package org.jzfof.doctor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** scripts/bundle.sh in a project of its own, with a jlink that makes next to nothing. */
class BundleTest {
  /** PATH of an ordinary user of Debian (ENV_PATH of /etc/login.defs), without /sbin. */
  private static final String ORDINARY_PATH =
      "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games";

  private static final String JLINK =
      """
      #!/bin/bash
      [ "$1" = --output ] || exit 0
      mkdir -p "$2/lib/server"
      for library in lib/server/libjvm.so lib/libfontmanager.so lib/libawt.so lib/liblcms.so; do
        cp "$TEST_LIBRARY" "$2/$library"
      done
      mkdir -p "$2/legal/java.base"
      echo "a licence" >"$2/legal/java.base/LICENSE"
      """;

  @TempDir private Path dir;
  private Path project;

  @BeforeEach
  void makeProject() throws IOException {
    project = Files.createDirectory(dir.resolve("project"));
    for (String folder :
        List.of(
            "scripts",
            "target/lib",
            "target/man",
            "target/native",
            "configs",
            "docs",
            "examples",
            "python",
            "src/main/licenses",
            "src/main/native",
            "cuda",
            "java/bin")) {
      Files.createDirectories(project.resolve(folder));
    }
    for (String script :
        List.of(
            "bundle.sh",
            "jzfof",
            "common.sh",
            "build-mpi.sh",
            "gpu-check.sh",
            "same-bits.sh",
            "gpu-faults.sh",
            "commands.sh",
            "pair-loops.json")) {
      Files.copy(Path.of("scripts", script), project.resolve("scripts").resolve(script));
    }
    for (String folder : List.of("scripts/slurm", "scripts/modulefiles")) {
      Files.createDirectory(project.resolve(folder));
      try (Stream<Path> files = Files.list(Path.of(folder))) {
        for (Path file : files.toList()) {
          Files.copy(file, project.resolve(file.toString()));
        }
      }
    }
    for (String file :
        List.of(
            "README.md",
            "CHANGELOG.md",
            "CITATION.cff",
            "LICENSE",
            "pom.xml",
            "src/main/native/mpi.c")) {
      Files.copy(Path.of(file), project.resolve(file));
    }
    Files.createFile(project.resolve("target/jzfof.jar"));
    Files.copy(library(), project.resolve("target/native/libjzfofnative.so"));
    // It is for the MPI of this machine, and not packed.
    Files.copy(library(), project.resolve("target/native/libjzfofmpi-mpich.so"));
    Files.writeString(project.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Path jlink = Files.writeString(project.resolve("java/bin/jlink"), JLINK);
    Files.setPosixFilePermissions(jlink, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createSymbolicLink(project.resolve("java/bin/java"), jlink);
  }

  /** Some library, which needs but that of C. */
  private static Path library() {
    return Path.of(System.getProperty("java.home"), "lib", "libjimage.so");
  }

  @Test
  void anOrdinaryUserOfDebianGetsTheSameBytesTwice() throws Exception {
    Path archive = project.resolve("target/jzfof-bundle.tar.gz");
    String text = bundle(0);
    assertTrue(
        text.matches("bundle: target/jzfof-bundle\\.tar\\.gz, .*, needs glibc 2\\.\\d+ or newer\n"),
        text);
    byte[] first = Files.readAllBytes(archive);
    bundle(0);
    assertArrayEquals(first, Files.readAllBytes(archive));
  }

  @Test
  void noLicence() throws Exception {
    Files.copy(library(), project.resolve("target/native/libother.so"));
    assertTrue(bundle(1).contains("error: target/native/libother.so has no licence: "));
  }

  @Test
  void aNewerGlibcThanAllowed() throws Exception {
    String text = bundle(1, "--glibc", "2.1");
    assertTrue(
        text.matches("(?s).*error: .* needs glibc 2\\.\\d+, which is newer than 2\\.1: .*"), text);
  }

  /** Makes the bundle, and returns what is said. */
  private String bundle(int exitCode, String... arguments) throws Exception {
    Path fonts = Path.of("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
    Assumptions.assumeTrue(Files.exists(fonts), "skipped: there are no fonts");
    Path said = dir.resolve("said");
    List<String> command = new ArrayList<>();
    command.addAll(List.of("/bin/bash", project.resolve("scripts/bundle.sh").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", ORDINARY_PATH,
                "HOME", dir.toString(),
                "JAVA_HOME", project.resolve("java").toString(),
                "SOURCE_DATE_EPOCH", "1800000000",
                "TEST_LIBRARY", library().toString()));
    int code = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
    String text = Files.readString(said);
    assertEquals(exitCode, code, text);
    return text;
  }
}
