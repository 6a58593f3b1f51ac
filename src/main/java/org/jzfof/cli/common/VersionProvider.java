package org.jzfof.cli.common;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.jzfof.backend.HostGpus;
import org.jzfof.doctor.Programs;
import org.jzfof.error.SetupException;
import org.jzfof.hdf5.Hdf5Library;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;

/** The versions of jzfof and of all its parts. */
public final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "jzfof    " + jzfof(),
      "Java     "
          + System.getProperty("java.vm.version")
          + " ("
          + System.getProperty("java.home")
          + ")",
      "HDF5     " + hdf5(),
      "picocli  " + CommandLine.VERSION,
      "Open MPI "
          + Programs.openMpi().orElse("not found (no mpirun of Open MPI on PATH that works)"),
      "CUDA     " + cuda()
    };
  }

  /** Version of jzfof, as the build wrote it. */
  public static String jzfof() {
    return built("version");
  }

  /** The GPU architectures that the build was told to make kernels for. */
  public static String architectures() {
    return built("cuda.arch");
  }

  private static String cuda() {
    return HostGpus.haveKernels()
        ? "built, for JCuda " + built("jcuda")
        : "not built (there was no nvcc)";
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
    } catch (SetupException e) {
      return e.getMessage();
    }
  }
}
