package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.MpiJob;

/** {@code jzfof doctor} here, and where something is missing. */
class DoctorTest {
  @TempDir Path empty;

  private static void assertContains(String text, String... patterns) {
    for (String pattern : patterns) {
      assertTrue(text.matches("(?s).*" + pattern + ".*"), () -> pattern + " is not in:\n" + text);
    }
  }

  @Test
  void allPartsHere() {
    String out = Jzfof.run("doctor").succeeded().out();
    assertContains(
        out,
        "jzfof         ok     \\d",
        "\nJava          ok     (1[7-9]|[2-9]\\d)\\.",
        "\nJava heap     ok     up to \\d",
        "\ncompiled code ok     .*optimised, with.* vectors .*\\d bits",
        "\nmemory        ok     \\d+\\.\\d GiB, ",
        "\ncores         (ok|note) +\\d+ usable; online are 0",
        "\nHDF5          ok     1\\.",
        "\nHDF5 filters  (ok|note) +gzip, shuffle, fletcher32",
        "\nCUDA kernels  (ok|note)  +\\S",
        "\nCUDA driver   (ok|note)  +\\S",
        "\nmpirun        (ok|note)  +\\S",
        "\nMPI library   (ok|note)  +\\S",
        "\nSlurm         (ok|note)  +\\S",
        "\npictures      ok     can be drawn",
        "\nbackend       ok     (cpu|cuda), ",
        "\n\njzfof run works here\n");
  }

  @Test
  void withoutHdf5NoRunWorks() throws IOException, InterruptedException {
    Outcome outcome = doctor(Map.of(), "-Djava.library.path=" + empty);
    assertEquals(ExitCodes.INTERNAL, outcome.code(), outcome.out());
    assertContains(
        outcome.out(),
        "\nHDF5          fault  the native HDF5 library \\(libsis-jhdf5.so\\) cannot be loaded:"
            + " no sis-jhdf5 in java.library.path: "
            + empty
            + "; correct JZFOF_NATIVE or LD_LIBRARY_PATH, or run scripts/setup.sh\n",
        "\nMPI library   note ",
        "jzfof run does not work here: see the faults above");
  }

  @Test
  void withoutPrograms() throws IOException, InterruptedException {
    Outcome outcome = doctor(Map.of("PATH", empty.toString()));
    assertEquals(0, outcome.code(), outcome.out());
    assertContains(
        outcome.out(),
        "\nmpirun        note   no mpirun on the PATH\n +-> for runs over several",
        "\nSlurm         ok     none here");
  }

  @Test
  void aFilterPluginPathIsShown() throws IOException, InterruptedException {
    Outcome outcome = doctor(Map.of("HDF5_PLUGIN_PATH", empty.toString()));
    assertContains(outcome.out(), "HDF5_PLUGIN_PATH \\(now " + empty + "\\)");
  }

  @Test
  void aSmallHeap() throws IOException, InterruptedException {
    assertContains(doctor(Map.of()).out(), "Java heap     note   up to 0.2 GiB.*-> set JZFOF_HEAP");
  }

  /** Another process, with variables and options of its own. */
  private static Outcome doctor(Map<String, String> variables, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(MpiJob.java(Main.class));
    command.addAll(command.size() - 3, List.of(options));
    command.add("doctor");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes());
    return new Outcome(process.waitFor(), out, "");
  }
}
