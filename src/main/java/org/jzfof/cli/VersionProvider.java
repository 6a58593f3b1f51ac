package org.jzfof.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.jzfof.hdf5.Hdf5Exception;
import org.jzfof.hdf5.Hdf5Library;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;

/** The versions of jzfof and of all its parts. */
public final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {
      "jzfof    " + jzfof(),
      "Java     "
          + System.getProperty("java.vm.version")
          + " ("
          + System.getProperty("java.home")
          + ")",
      "HDF5     " + hdf5(),
      "picocli  " + CommandLine.VERSION,
      "Open MPI " + openMpi(),
      "CUDA     " + cuda()
    };
  }

  /** Version of jzfof, as the build wrote it. */
  static String jzfof() {
    return built("version");
  }

  private static String cuda() {
    boolean kernels =
        VersionProvider.class.getResource("/org/jzfof/backend/cuda/fof.fatbin") != null;
    return kernels ? "built, for JCuda " + built("jcuda") : "not built (there was no nvcc)";
  }

  /** What the build has left in a resource. */
  private static String built(String property) {
    Properties properties = new Properties();
    try (InputStream in = VersionProvider.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty(property);
  }

  private static String hdf5() {
    try {
      return Hdf5Library.version();
    } catch (Hdf5Exception e) {
      return e.getMessage();
    }
  }

  /** From "mpirun (Open MPI) 4.1.4": the mpirun that would start the ranks. */
  private static String openMpi() throws IOException {
    Process mpirun;
    try {
      mpirun =
          new ProcessBuilder("mpirun", "--version")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return "not found (no mpirun on PATH)";
    }
    try (BufferedReader answer =
        new BufferedReader(
            new InputStreamReader(mpirun.getInputStream(), StandardCharsets.UTF_8))) {
      String line = answer.readLine();
      String marker = "(Open MPI) ";
      int at = line == null ? -1 : line.indexOf(marker);
      return at < 0
          ? "not found (mpirun is that of another MPI)"
          : line.substring(at + marker.length());
    }
  }
}
