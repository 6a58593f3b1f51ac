package org.jzfof.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

/** In a JVM of its own each time: what is required is told at its start. */
class NeedTest {
  /** Lacks groff, as a test would. */
  public static final class WithoutGroff {
    private WithoutGroff() {}

    /** Prints how the test ends. */
    public static void main(String[] args) {
      try {
        Need.GROFF.assume(false, "there is no groff");
        System.out.print("passed");
      } catch (TestAbortedException e) {
        System.out.print("skipped");
      } catch (AssertionError e) {
        System.out.print("failed: " + e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | skipped",
        "mpi,python | skipped",
        "mpi,groff | failed: -Djzfof.test.required names groff: there is no groff",
        "mpi,grof | failed: -Djzfof.test.required is [mpi, grof]: there are only [mpi, mpich, slurm, hosts, python, groff, mount, fuse, gpu]"
      })
  void whatIsRequiredIsNotSkipped(String required, String ending) throws Exception {
    Process java =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djzfof.test.required=" + required,
                    "-cp",
                    System.getProperty("java.class.path"),
                    WithoutGroff.class.getName()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertEquals(ending, new String(java.getInputStream().readAllBytes()));
    assertEquals(0, java.waitFor());
  }

  @Test
  void whatIsThereIsNoMatter() {
    Need.GROFF.assume(true, "");
    assertThrows(
        Throwable.class, () -> Need.GPU.assume(false, "nothing"), "skipped or failed, not passed");
    assertTrue(Need.values().length > 5);
  }
}
