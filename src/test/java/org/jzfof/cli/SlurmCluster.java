package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.jzfof.contract.MpiJob;
import org.jzfof.contract.Need;

/**
 * A Slurm of several nodes for the tests of a class, which ends with them or with the process that
 * has started it.
 */
final class SlurmCluster implements BeforeAllCallback, AfterAllCallback {
  private static final String SCRIPT =
      Path.of("scripts/slurm/test-cluster.sh").toAbsolutePath().toString();

  private final int nodes;
  private Process script;
  private Path folder;

  SlurmCluster(int nodes) {
    this.nodes = nodes;
  }

  /**
   * How a command or a job ended.
   *
   * @param signal the signal that ended a job, or 0
   */
  record Outcome(int code, int signal, String output) {}

  /** Skips the tests where there can be none. */
  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    MpiJob.assumeMpi();
    Outcome able = run(Path.of("."), SCRIPT, "check");
    Need.SLURM.assume(able.code() == 0, able.output());
    // "cat" ends when this process closes its end of the pipe, or is no more.
    String hold = "echo $SLURM_CONF && exec cat";
    script =
        new ProcessBuilder(SCRIPT, String.valueOf(nodes), "sh", "-c", hold)
            .redirectErrorStream(true)
            .start();
    BufferedReader output = script.inputReader();
    List<String> said = new ArrayList<>();
    String line = "";
    while (!line.endsWith("/slurm.conf")) {
      line = output.readLine();
      assertNotNull(line, () -> "no cluster: " + said);
      said.add(line);
    }
    folder = Path.of(line).getParent();
    program("jzfof", Main.class, "");
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (folder == null) { // it did not start
      return;
    }
    script.getOutputStream().close();
    assertEquals(0, script.onExit().orTimeout(60, TimeUnit.SECONDS).join().exitValue());
    assertFalse(Files.exists(folder), "the folder of the cluster is left");
    assertEquals(List.of(), processesThatName(folder), "left of the cluster");
  }

  /** The command lines, on all nodes, that a path is part of. */
  static List<String> processesThatName(Path path) {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .filter(line -> line.contains(path.toString()))
        .toList();
  }

  /** The script that starts jzfof as it is under test. */
  Path jzfof() {
    return folder.resolve("jzfof");
  }

  /** A script that starts a class under test; it may be written anew. */
  Path program(String name, Class<?> main, String arguments) throws IOException {
    String java = String.join(" ", MpiJob.java(main));
    return program(name, "exec " + java + " " + arguments + " \"$@\"");
  }

  /** A shell script of one line. */
  Path program(String name, String line) throws IOException {
    Path program = folder.resolve(name);
    Files.writeString(program, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program;
  }

  /** Runs a command on the first node. */
  Outcome run(String... command) throws IOException, InterruptedException {
    return runIn(Path.of("."), command);
  }

  /** Runs a command in a folder on the first node. */
  Outcome runIn(Path directory, String... command) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(SCRIPT, "on", folder.toString()));
    all.addAll(List.of(command));
    return run(directory, all.toArray(String[]::new));
  }

  /** Processes of a node end at once, and nothing that it sends arrives any more. */
  void lose(int node) throws IOException, InterruptedException {
    String lose = "ip link set port%d down && kill -9 $(cat %s/host%d)";
    Outcome lost = run("sh", "-c", lose.formatted(node, folder, node));
    assertEquals(0, lost.code(), lost.output());
  }

  /** Submits a job; its number. */
  String submit(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sbatch", "--parsable"));
    command.addAll(options);
    Outcome submitted = run(command.toArray(String[]::new));
    assertEquals(0, submitted.code(), submitted.output());
    return submitted.output().strip();
  }

  /** Waits for the end of a job that writes to this file. */
  Outcome end(String id, Path output) throws Exception {
    await(() -> state(id).matches("(?s).*JobState=(COMPLETED|FAILED|CANCELLED|NODE_FAIL) .*"));
    Matcher code = Pattern.compile(" ExitCode=(\\d+):(\\d+)").matcher(state(id));
    assertTrue(code.find());
    await(() -> run("squeue", "-h", "-j", id).output().isBlank());
    int signal = Integer.parseInt(code.group(2));
    return new Outcome(Integer.parseInt(code.group(1)), signal, Files.readString(output));
  }

  /** What Slurm says about a job. */
  String state(String id) throws IOException, InterruptedException {
    return run("scontrol", "show", "job", id).output();
  }

  /** Waits until something is so. */
  static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.call()) {
      assertTrue(System.nanoTime() < end, "waited in vain");
      Thread.sleep(100);
    }
  }

  private static Outcome run(Path directory, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> variables = builder.environment();
    variables.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    variables.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    variables.put("OMPI_MCA_mpi_yield_when_idle", "1"); // the nodes share their cores
    Process process = builder.directory(directory.toFile()).start();
    try (InputStream output = process.getInputStream()) {
      String said = new String(output.readAllBytes());
      return new Outcome(process.waitFor(), 0, said);
    }
  }
}
