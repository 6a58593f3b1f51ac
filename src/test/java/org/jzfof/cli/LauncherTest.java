package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.pipeline.ProcessAge;

/** scripts/jzfof in a project of its own, with a Java that tells how it was started. */
class LauncherTest {
  private static final String JAVA =
      """
      #!/bin/bash
      for word in "$@"; do
        case $word in
          -XX:DumpLoadedClassList=*) exec printf 'a class' >"${word#*=}" ;;
          -XX:AOTCacheOutput=*) exec printf 'linked classes' >"${word#*=}" ;;
          -XX:SharedArchiveFile=*) case "$*" in *' -Xshare:dump '*) exec printf 'an archive' >"${word#*=}" ;; esac ;;
          -version) exit ;;
        esac
      done
      printf '%s\\n' "LC_ALL=$LC_ALL" "messages by ${OMPI_MCA_pml:-any}" "$@"
      """;

  @TempDir private Path dir;

  private final Map<String, String> environment = new HashMap<>();
  private Path project;
  private Path archive;

  @BeforeEach
  void makeProject() throws IOException {
    project = Files.createDirectory(dir.resolve("project"));
    for (String folder : List.of("scripts", "target", ".deps", "java/bin", "native")) {
      Files.createDirectories(project.resolve(folder));
    }
    for (String script : List.of("jzfof", "common.sh", "pair-loops.json")) {
      Files.copy(Path.of("scripts", script), project.resolve("scripts").resolve(script));
    }
    Files.createFile(project.resolve("target/jzfof.jar"));
    Files.createFile(project.resolve("native/libsis-jhdf5.so"));
    Files.writeString(project.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Path java = Files.writeString(project.resolve("java/bin/java"), JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    archive = project.resolve("target/jzfof-17.jsa");
    environment.put("JAVA_HOME", project.resolve("java").toString());
    environment.put("JZFOF_NATIVE", project.resolve("native").toString());
    environment.put("TMPDIR", dir.toString());
  }

  private Outcome start(String... words) throws IOException, InterruptedException {
    return shell("exec \"$0\" \"$@\"", words);
  }

  /** Runs lines of bash with the launcher as $0. */
  private Outcome shell(String lines, String... words) throws IOException, InterruptedException {
    Path said = dir.resolve("said");
    Path complained = dir.resolve("complained");
    String launcher = project.resolve("scripts/jzfof").toString();
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", "-c", lines, launcher);
    builder.command().addAll(Arrays.asList(words));
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.matches("(LC|LANG|JZFOF|OMPI|SLURM|JAVA|JDK|_JAVA).*"));
    builder.environment().putAll(environment);
    int code =
        builder.redirectOutput(said.toFile()).redirectError(complained.toFile()).start().waitFor();
    return new Outcome(code, Files.readString(said), Files.readString(complained));
  }

  /** The words with which Java was started at the end. */
  private List<String> java(String... words) throws IOException, InterruptedException {
    return start(words).succeeded().out().lines().toList();
  }

  private boolean archiveIsUsed() throws IOException, InterruptedException {
    return java("info").contains("-XX:SharedArchiveFile=" + archive);
  }

  @Test
  void wordsReachJavaAsTheyAre() throws Exception {
    List<String> java = java("run", "a b", "*", "");
    int last = java.size();
    assertEquals(
        List.of("-jar", project.resolve("target/jzfof.jar").toString(), "run", "a b", "*", ""),
        java.subList(last - 6, last));
  }

  @Test
  void javaIsToldWhenTheLauncherWasStarted() throws Exception {
    long before = System.currentTimeMillis();
    String option = "-D" + ProcessAge.START_PROPERTY + "=";
    long started =
        java("run").stream()
            .filter(word -> word.startsWith(option))
            .mapToLong(word -> Long.parseLong(word.substring(option.length())) / 1000)
            .findFirst()
            .orElseThrow();
    assertTrue(before <= started && started <= System.currentTimeMillis(), started + "");
  }

  @Test
  void aDamagedArchiveIsMadeAnew() throws Exception {
    assertTrue(archiveIsUsed(), "made by the first start");
    String sound = Files.readString(archive);
    for (String damaged : List.of("an archivf", "an", "")) {
      Files.writeString(archive, damaged);
      assertTrue(archiveIsUsed());
      assertEquals(sound, Files.readString(archive));
    }
    Files.delete(project.resolve("target/jzfof-17.jsa.sum"));
    assertTrue(archiveIsUsed(), "nothing to compare it with: made anew");
  }

  @Test
  void fromJava25OnClassesInTheArchiveAreLinked() throws Exception {
    Files.writeString(project.resolve("java/release"), "JAVA_VERSION=\"25.0.1\"\n");
    archive = project.resolve("target/jzfof-25.aot");
    String option = "-XX:AOTCache=" + archive;
    assertTrue(java("info").contains(option));
    assertEquals("linked classes", Files.readString(archive));
    Files.writeString(archive, "linked classet");
    assertTrue(java("run").contains(option));
    assertEquals("linked classes", Files.readString(archive));
    environment.put("JZFOF_HEAP", "900g");
    assertTrue(java("run").contains("-XX:AOTCache=" + project.resolve("target/jzfof-25-wide.aot")));
  }

  /** Java takes no archive that was made for pointers of another width. */
  @Test
  void aLargeHeapHasAnArchiveOfItsOwn() throws Exception {
    environment.put("JZFOF_HEAP", "900g");
    assertTrue(java("info").containsAll(List.of("-Xmx900g", "-XX:-UseCompressedOops")));
    assertTrue(
        java("run")
            .contains("-XX:SharedArchiveFile=" + project.resolve("target/jzfof-17-wide.jsa")));
    environment.put("JZFOF_HEAP", "900m");
    assertTrue(java("run").containsAll(List.of("-Xmx900m", "-XX:+UseCompressedOops")));
    assertTrue(archiveIsUsed());
  }

  /** Java's optimiser takes longer than it saves, unless there are many. */
  @Test
  void fewParticlesAreNotWorthOptimisedCode() throws Exception {
    String option = "-XX:TieredStopAtLevel=1";
    Path snapshot = Files.createDirectory(dir.resolve("snap dir")).resolve("snap.0.hdf5");
    Files.createFile(snapshot);
    String base = dir.resolve("snap dir/snap").toString();
    for (String name : List.of(snapshot.toString(), base, snapshot.getParent().toString())) {
      assertTrue(java("run", name, "-o", "out").contains(option), name);
      assertTrue(java("run", name, "--so", "vir").contains(option), name);
      assertTrue(java("bench", "run", name).contains(option), name);
      assertFalse(java("knn", name).contains(option), name);
    }
    assertFalse(java("run", base + "s").contains(option), "of unknown size");
    enlarge(snapshot, 1L << 27);
    for (String spheres : List.of("--format=gadget --so=vir", "-b 0.2")) {
      List<String> words = new ArrayList<>(List.of("run", base));
      words.addAll(List.of(spheres.split(" ")));
      assertFalse(java(words.toArray(String[]::new)).contains(option), spheres);
    }
    assertFalse(java("run", base, "--format", "yt").contains(option), "with spheres");
    String pairLoops = "-XX:CompilerDirectivesFile=" + project.resolve("scripts/pair-loops.json");
    assertTrue(java("run", base).contains(pairLoops), "with spheres");
    assertTrue(java("run", base, "--subhaloes").contains(pairLoops), "with subhaloes");
    assertFalse(java("run", base, "--so", "none").contains(pairLoops), "without spheres");
    environment.put("JZFOF_HEAP", "900m");
    assertFalse(
        java("run", base).contains(pairLoops), "Java may have to say why it does not start");
    environment.remove("JZFOF_HEAP");
    assertTrue(java("run", base, "--so", "none").contains(option), "without spheres");
    Path second = Files.createFile(snapshot.resolveSibling("snap.2.hdf5"));
    assertTrue(
        java("run", snapshot.toString(), second.toString(), "--so=none").contains(option),
        "once each");
    enlarge(snapshot, 1L << 30);
    assertFalse(java("run", base, "--so", "none").contains(option));
    assertFalse(java("run", base).contains(pairLoops), "every loop is worth it");
    Path piece = Files.createFile(snapshot.resolveSibling("snap.1.hdf5"));
    assertFalse(
        java("run", piece.toString(), "--so", "none").contains(option), "the other piece is large");
  }

  private static void enlarge(Path file, long bytes) throws IOException {
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      content.setLength(bytes);
    }
  }

  /** Java takes a name that is not there without a word. */
  @Test
  void pairLoopsAreThere() throws Exception {
    String file = Files.readString(Path.of("scripts/pair-loops.json"));
    List<String> names =
        Pattern.compile("\"(org/jzfof/.*)\"").matcher(file).results().map(m -> m.group(1)).toList();
    assertFalse(names.isEmpty(), file);
    for (String name : names) {
      String[] parts = name.split("\\.", 2);
      Path folder = Path.of("src/main/java", parts[0].replace("/*", ""));
      assertTrue(
          parts[0].endsWith("/*")
              ? Files.isDirectory(folder)
              : hasMethod(parts[0].replace('/', '.'), parts[1].replace("*", ".*")),
          name);
    }
  }

  private static boolean hasMethod(String type, String name) throws ClassNotFoundException {
    return Arrays.stream(Class.forName(type).getDeclaredMethods())
        .anyMatch(method -> method.getName().matches(name));
  }

  /** Java would report that it has read the file. */
  @Test
  void pairLoopsAreNotMentioned() throws Exception {
    Path snapshot = Files.createFile(dir.resolve("snap.hdf5"));
    enlarge(snapshot, 1L << 22);
    List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    java("run", snapshot.toString()).stream()
        .filter(word -> word.startsWith("-XX:") && !word.contains("Archive"))
        .forEach(command::add);
    assertTrue(command.toString().contains("pair-loops.json"), command.toString());
    command.add("--version");
    Process java = new ProcessBuilder(command).start();
    assertEquals("", new String(java.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
    assertEquals(0, java.waitFor());
  }

  /** Java takes a name that is not there without a word. */
  @Test
  void whatIsCompiledOnceIsThere() throws Exception {
    String command = "-XX:CompileCommand=dontinline,";
    String method =
        java("run").stream().filter(word -> word.startsWith(command)).findFirst().orElseThrow();
    String[] names = method.substring(command.length()).split("::");
    assertTrue(hasMethod(names[0], names[1]), method);
  }

  /** They would all make one. */
  @Test
  void ranksLeaveADamagedArchiveAlone() throws Exception {
    assertTrue(archiveIsUsed());
    Files.writeString(archive, "an archivf");
    environment.put("OMPI_COMM_WORLD_SIZE", "2");
    assertFalse(archiveIsUsed());
    assertEquals("an archivf", Files.readString(archive));
  }

  /** Variables that mpirun or srun sets, and what Open MPI is told to use. */
  @ParameterizedTest
  @CsvSource({
    "'', any",
    "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_LOCAL_SIZE=4, ob1",
    "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_LOCAL_SIZE=2, any",
    "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=2 OMPI_MCA_pml=ucx, ucx",
    "OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_LOCAL_SIZE=1, any",
    "SLURM_STEP_NUM_TASKS=3 SLURM_STEP_TASKS_PER_NODE=3, ob1",
    "SLURM_STEP_NUM_TASKS=4 SLURM_STEP_TASKS_PER_NODE=2(x2), any",
  })
  void ranksOfOneHostLookForNoNetwork(String variables, String messages) throws Exception {
    for (String variable : variables.isEmpty() ? new String[0] : variables.split(" ")) {
      environment.put(variable.substring(0, variable.indexOf('=')), variable.split("=")[1]);
    }
    List<String> java = java("run");
    assertTrue(java.contains("messages by " + messages), java.toString());
  }

  @Test
  void whatAKilledStartHasLeftIsRemoved() throws Exception {
    Path scratch = Files.createDirectory(project.resolve("target/archive.new"));
    Files.writeString(scratch.resolve("archive"), "half an archive");
    assertTrue(archiveIsUsed());
    assertFalse(Files.exists(scratch));
    assertEquals("an archive", Files.readString(archive));
  }

  @ParameterizedTest
  @ValueSource(strings = {"LANG=C", "LC_ALL=C", "LC_ALL=POSIX", "LANG=de_DE", "LC_CTYPE=no_such"})
  void namesAreUtf8InAnyLocale(String locale) throws Exception {
    String[] pair = locale.split("=");
    environment.put(pair[0], pair[1]);
    assertTrue(java("info").get(0).matches("LC_ALL=(C|en_US)\\.UTF-8"));
  }

  @Test
  void javaHasATemporaryFolderOfItsOwn() throws Exception {
    List<String> options =
        java("info").stream().filter(word -> word.startsWith("-Djava.io.tmpdir=")).toList();
    Path folder = Path.of(options.get(0).split("=")[1]);
    assertEquals(dir, folder.getParent());
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    Files.delete(folder);
    Files.createSymbolicLink(folder, Files.createDirectory(dir.resolve("planted")));
    assertTrue(java("info").contains("-Djava.io.tmpdir=/dev/null"), "a link");
  }

  @Test
  void pathsThatOthersCanWriteAreNotRun() throws Exception {
    Path paths = Files.writeString(project.resolve(".deps/paths"), "touch \"$TMPDIR/run\"\n");
    Files.setPosixFilePermissions(paths, PosixFilePermissions.fromString("rw-r--r--"));
    start("info").succeeded();
    Files.delete(dir.resolve("run"));
    for (String permissions : List.of("rw-rw-r--", "rw-r--rw-")) {
      Files.setPosixFilePermissions(paths, PosixFilePermissions.fromString(permissions));
      start("info")
          .failed(ExitCodes.INTERNAL, paths + " is another user's, or others can write it");
      assertFalse(Files.exists(dir.resolve("run")));
    }
  }

  /** What Java would say on standard output, with exit code 1. */
  @ParameterizedTest
  @CsvSource({
    "JZFOF_HEAP=999t, 6, Could not reserve enough space",
    "JZFOF_HEAP=99999999999999999999g, 6, Invalid maximum heap size",
    "JZFOF_HEAP=1k, 6, Too small maximum heap",
    "JZFOF_HEAP=much, 2, give a number and a unit",
    "JZFOF_JAVA_OPTS=-XX:+NoSuchThing, 2, Unrecognized VM option 'NoSuchThing'",
    "JZFOF_JAVA_OPTS=-Xmx1q, 6, Invalid maximum heap size",
    "JAVA_TOOL_OPTIONS=-XX:+NoSuchThing, 2, 'NoSuchThing': correct JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS=-XX:+NoSuchThing, 2, 'NoSuchThing': correct _JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS=-XX:+NoSuchThing, 2, 'NoSuchThing': correct JDK_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS=nonsense, 2, Cannot specify main class in environment variable",
  })
  void javaThatDoesNotStart(String variable, int code, String message) throws Exception {
    String[] pair = variable.split("=");
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put(pair[0], pair[1]);
    start("run", "snapshot_001.hdf5").failed(code, message);
  }

  /** Java takes one collector, wherever it was asked for. */
  @ParameterizedTest
  @ValueSource(
      strings = {"JZFOF_JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
  void aCollectorOfTheUsersOwn(String variable) throws Exception {
    assertTrue(java("run", "s").contains("-XX:+UseParallelGC"));
    assertTrue(java("info", "s").contains("-XX:+UseSerialGC"));
    environment.put(variable, "-Dx=y -XX:+UseG1GC");
    for (String command : List.of("run", "info")) {
      List<String> collectors =
          java(command, "s").stream().filter(word -> word.matches("-XX:.Use.*GC")).toList();
      assertEquals(
          variable.startsWith("JZFOF") ? List.of("-XX:+UseG1GC") : List.of(), collectors, command);
    }
  }

  @Test
  void theHeapFitsTheAddressSpace() throws Exception {
    Outcome outcome = shell("ulimit -v 3000000; exec \"$0\" \"$@\"", "run", "s");
    String heap =
        outcome
            .succeeded()
            .out()
            .lines()
            .filter(l -> l.startsWith("-Xmx"))
            .findFirst()
            .orElseThrow();
    int mib = Integer.parseInt(heap.replaceAll("-Xmx|m", ""));
    assertTrue(mib >= 32 && mib <= 1457, heap);
    shell("ulimit -v 500000; exec \"$0\" \"$@\"", "run", "s")
        .failed(ExitCodes.MEMORY, "500000 KiB of address space (ulimit -v)");
  }

  @Test
  void aPathWithNothingInIt() throws Exception {
    environment.put("PATH", "");
    assertTrue(java("info").contains("info"));
  }

  /** After a line of bash, which cannot be kept from it. */
  @Test
  void aWorkingFolderThatIsGone() throws Exception {
    Path gone = Files.createDirectory(dir.resolve("gone"));
    Outcome outcome = shell("cd '" + gone + "'; rmdir '" + gone + "'; exec \"$0\" \"$@\"", "info");
    assertEquals(ExitCodes.INTERNAL, outcome.code());
    assertTrue(outcome.err().contains("jzfof: error: the working folder is gone"), outcome.err());
    assertEquals("", outcome.out());
  }
}
