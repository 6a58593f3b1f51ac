package org.jzfof.contract;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The class path of the JVMs that tests start. With {@code -Djzfof.test.archive=FOLDER} it is made
 * of jars in that folder, with a class-data archive, from which a JVM starts in half of the time;
 * what lies in the folder is taken for that of the classes under test.
 */
final class ChildClasses {
  private static final String FOLDER = System.getProperty("jzfof.test.archive", "");

  private ChildClasses() {}

  /**
   * Lets native libraries be loaded, of which Java warns from 24 on; an archive is only for JVMs
   * with the same option.
   */
  static String nativeAccess() {
    return Runtime.version().feature() >= 24
        ? "--enable-native-access=ALL-UNNAMED"
        : "-Xshare:auto";
  }

  /** Options of a JVM, the class path last. */
  static List<String> options() {
    return FOLDER.isEmpty() ? List.of("-cp", classPath()) : archived(Path.of(FOLDER));
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** The first of all test processes makes the archive. */
  private static List<String> archived(Path folder) {
    Path archive = folder.resolve("classes.jsa");
    try {
      Files.createDirectories(folder);
      try (FileChannel lock =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock(); // until it is closed
        String jars = jars(folder);
        if (!Files.exists(archive)) {
          make(archive, jars, folder);
        }
        return List.of("-XX:SharedArchiveFile=" + archive.toAbsolutePath(), "-cp", jars);
      }
    } catch (IOException e) {
      throw new AssertionError("no class-data archive for tests in " + folder, e);
    }
  }

  /** The class path with a jar in the place of each folder. */
  private static String jars(Path folder) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String entry : classPath().split(":")) {
      Path classes = Path.of(entry);
      if (!Files.isDirectory(classes)) {
        jars.add(entry);
        continue;
      }
      Path jar = folder.resolve(classes.getFileName() + ".jar").toAbsolutePath();
      if (!Files.exists(jar)) {
        pack(classes, jar);
      }
      jars.add(jar.toString());
    }
    return String.join(":", jars);
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file);
        Stream<Path> all = Files.walk(classes)) {
      for (Path path : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        zip.putNextEntry(new ZipEntry(classes.relativize(path).toString()));
        Files.copy(path, zip);
        zip.closeEntry();
      }
    }
  }

  private static void make(Path archive, String jars, Path folder) throws IOException {
    Path list = folder.resolve("list");
    java(
        folder,
        "-XX:DumpLoadedClassList=" + list,
        "-Djava.library.path=" + System.getProperty("java.library.path"),
        "-cp",
        jars,
        "org.jzfof.cli.Main",
        "run",
        "examples/lcdm32/snapshot_001.hdf5",
        "-o",
        folder.toString());
    java(
        folder,
        "-Xshare:dump",
        "-XX:SharedClassListFile=" + list,
        "-XX:SharedArchiveFile=" + archive,
        "-cp",
        jars);
  }

  private static void java(Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(nativeAccess(), "-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(arguments));
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + Files.readString(said));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
