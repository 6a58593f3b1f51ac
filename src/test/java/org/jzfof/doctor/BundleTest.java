package org.jzfof.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
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
      mkdir -p "$2/lib/server"
      for library in lib/server/libjvm.so lib/libfontmanager.so lib/libawt.so lib/liblcms.so; do
        cp "$TEST_LIBRARY" "$2/$library"
      done
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
            "examples",
            "src/main",
            "cuda",
            "java/bin")) {
      Files.createDirectories(project.resolve(folder));
    }
    for (String script :
        List.of(
            "bundle.sh",
            "jzfof",
            "common.sh",
            "gpu-check.sh",
            "same-bits.sh",
            "gpu-faults.sh",
            "commands.sh",
            "pair-loops.json")) {
      Files.copy(Path.of("scripts", script), project.resolve("scripts").resolve(script));
    }
    Files.createFile(project.resolve("pom.xml"));
    Files.createFile(project.resolve("target/jzfof.jar"));
    Files.copy(library(), project.resolve("target/native/libnative.so"));
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
  void anOrdinaryUserOfDebian() throws Exception {
    Path fonts = Path.of("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
    Assumptions.assumeTrue(Files.exists(fonts), "skipped: there are no fonts");
    Path said = dir.resolve("said");
    ProcessBuilder builder =
        new ProcessBuilder("/bin/bash", project.resolve("scripts/bundle.sh").toString());
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", ORDINARY_PATH,
                "HOME", dir.toString(),
                "JAVA_HOME", project.resolve("java").toString(),
                "TEST_LIBRARY", library().toString()));
    int code = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
    String text = Files.readString(said);
    assertEquals(0, code, text);
    assertTrue(text.startsWith("bundle: target/jzfof-bundle.tar.gz, "), text);
    assertTrue(Files.exists(project.resolve("target/jzfof-bundle.tar.gz")));
  }
}
