package org.jzfof.comm.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** scripts/build-mpi.sh with compilers that do not work. */
class BuildMpiTest {
  @TempDir private Path dir;
  private Path compiler;

  @BeforeEach
  void makeCompiler() throws IOException {
    compiler = dir.resolve("mpicc");
    says("echo 'fatal error: mpi.h: No such file' >&2; exit 1");
  }

  private void says(String script) throws IOException {
    Files.writeString(compiler, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void withoutHeaders() throws Exception {
    String output = build(1);
    assertTrue(output.contains("error: " + compiler + " does not find mpi.h"), output);
    assertTrue(output.contains("mpi.h: No such file"), output);
  }

  /** The compiler of some MPI on PATH must not keep jzfof from being built. */
  @Test
  void theBuildGoesOnWithoutHeaders() throws Exception {
    String output = build(0, "--if-there");
    assertTrue(output.contains(compiler + " does not find mpi.h: building without it"), output);
    assertTrue(output.contains("no mpicc: building without MPI's C library"), output);
  }

  @Test
  void whatCannotBeCompiledLeavesNothingOld() throws Exception {
    Path old =
        Files.createFile(
            Files.createDirectory(dir.resolve("native")).resolve("libjzfofmpi-mpich.so"));
    says("case \"$*\" in *-shared*) exit 1 ;; esac\necho family mpich");
    String output = build(1);
    assertTrue(output.contains(compiler + " does not compile "), output);
    assertFalse(Files.exists(old));
  }

  @Test
  void noCompiler() throws Exception {
    Files.delete(compiler);
    assertTrue(build(1).contains("is on PATH: load the module of your MPI, or set MPICC"));
    assertTrue(build(0, "--if-there").contains("no mpicc: building without"));
  }

  private String build(int code, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("scripts/build-mpi.sh"));
    command.addAll(List.of(options));
    command.add(dir.resolve("native").toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("MPICC", compiler.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(code, process.waitFor(), output);
    return output;
  }
}
