package org.jzfof.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jzfof.backend.HostGpus;
import org.jzfof.error.BackendException;

/** Looks for GPUs and prints which files are part of the process then. */
public final class LoadedLibraries {
  private LoadedLibraries() {}

  /** Takes no arguments. */
  public static void main(String[] args) throws IOException {
    try {
      System.out.println(HostGpus.survey());
    } catch (BackendException e) {
      System.out.println(e.getMessage());
    }
    Files.readAllLines(Path.of("/proc/self/maps")).forEach(System.out::println);
  }
}
