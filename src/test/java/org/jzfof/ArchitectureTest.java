package org.jzfof;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.comm.Communicator;
import org.jzfof.threads.Parallel;

/** The rules of the architecture, for the program without its tests. */
class ArchitectureTest {
  private static final JavaClasses PROGRAM =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.jzfof");

  private static final Set<String> LOCAL =
      Set.of("rank", "size", "noteSent", "bytesSent", "messagesSent", "<init>");

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(PROGRAM);
  }

  /** Each library and each device stays behind a few packages. */
  @ParameterizedTest
  @CsvSource({
    "hdf.., org.jzfof.hdf5..",
    "io.airlift.., org.jzfof.hdf5..",
    "ch.systemsx.., org.jzfof.hdf5..",
    "picocli.., org.jzfof.cli.. org.jzfof.bench.commands",
    "mpi.., org.jzfof.comm.mpi",
    "jcuda.., org.jzfof.device.cuda org.jzfof.exchange.cuda",
    "org.jfree.., org.jzfof.plot..",
    "java.awt.., org.jzfof.plot..",
    "org.jzfof.*.cpu.., org.jzfof.backend org.jzfof.*.cpu..",
    "org.jzfof.*.cuda, org.jzfof.backend org.jzfof.*.cuda",
    "org.jzfof.cli.., org.jzfof.cli.. org.jzfof.bench.commands"
  })
  void onlyFewPackagesUse(String used, String users) {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(users.split(" "))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(used));
  }

  @Test
  void onlyTheCommandLinePrintsOrExits() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("org.jzfof.cli..", "org.jzfof.bench.commands")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class)
            .orShould()
            .callMethod(Throwable.class, "printStackTrace"));
  }

  /** Only the main method knows the process; what it calls is told where to print. */
  @Test
  void onlyTheMainMethodTouchesTheProcess() {
    check(
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("org.jzfof.cli.Main")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class));
  }

  /** Who closes may have failed, and others may not come: what needs them is not called there. */
  @Test
  void nothingIsClosedByCommunication() {
    List<String> found =
        PROGRAM.stream()
            .flatMap(c -> c.getMethods().stream())
            .filter(method -> method.getName().equals("close"))
            .filter(method -> communicates(method, new HashSet<>()))
            .map(JavaMethod::getFullName)
            .toList();
    assertEquals(List.of(), found);
    JavaMethod finish = PROGRAM.get("org.jzfof.exchange.cuda.PeerExchange").getMethod("finish");
    assertTrue(communicates(finish, new HashSet<>()), "the rule sees no communication");
  }

  /** Whether code calls a communicator for more than its place among the ranks. */
  private static boolean communicates(JavaCodeUnit code, Set<JavaCodeUnit> seen) {
    if (!seen.add(code)) {
      return false;
    }
    return Stream.concat(
            code.getCallsFromSelf().stream().map(JavaAccess::getTarget),
            code.getMethodReferencesFromSelf().stream().map(JavaAccess::getTarget))
        .map(AccessTarget.CodeUnitAccessTarget.class::cast)
        .anyMatch(
            called ->
                called.getOwner().isAssignableTo(Communicator.class)
                        && !LOCAL.contains(called.getName())
                    || called.resolveMember().filter(c -> communicates(c, seen)).isPresent());
  }

  @Test
  void packagesHaveNoCycles() {
    check(slices().matching("org.jzfof.(**)").should().beFreeOfCycles());
  }

  @Test
  void nothingStaticCanChange() {
    check(fields().that().areStatic().should().beFinal());
  }

  /**
   * What shares loops obeys {@code --threads}; the pool that all of a JVM has in common does not.
   */
  @Test
  void onlyOneClassRunsLoopsInParallel() {
    Map<Boolean, List<String>> found =
        PROGRAM.stream()
            .flatMap(c -> c.getAccessesFromSelf().stream())
            .filter(access -> usesPool(access.getTarget()))
            .collect(
                Collectors.partitioningBy(
                    access -> access.getOriginOwner().isEquivalentTo(Parallel.class),
                    Collectors.mapping(JavaAccess::getDescription, Collectors.toList())));
    assertEquals(List.of(), found.get(false));
    assertTrue(found.get(true).size() > 3, "the rule does not see " + found.get(true));
  }

  private static boolean usesPool(AccessTarget target) {
    String owner = target.getOwner().getName();
    String name = target.getName();
    return owner.matches("java.util.concurrent.(ForkJoin|Recursive|CountedCompleter).*")
        || name.equals("newWorkStealingPool")
        || name.startsWith("parallel") && owner.startsWith("java.util.")
        || owner.equals(CompletableFuture.class.getName())
            && name.endsWith("Async")
            && target instanceof AccessTarget.CodeUnitAccessTarget called
            && called.getRawParameterTypes().stream()
                .noneMatch(type -> type.isEquivalentTo(Executor.class));
  }

  /** Of more values, those that belong together make a record. */
  @Test
  void constructorsHaveAtMostSevenParameters() {
    List<String> tooLong =
        PROGRAM.stream()
            .filter(c -> !c.isRecord() && !c.isEnum())
            .flatMap(c -> c.getConstructors().stream())
            .filter(c -> c.getRawParameterTypes().size() > 7)
            .map(JavaConstructor::getFullName)
            .toList();
    assertEquals(List.of(), tooLong);
  }

  @Test
  void filesHaveAtMost400Lines() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path root : List.of(Path.of("src"), Path.of("cuda"), Path.of("python"))) {
      for (Path file : files(root, ".java", ".cu", ".cuh", ".py")) {
        try (Stream<String> lines = Files.lines(file)) {
          long count = lines.count();
          if (count > 400) {
            tooLong.add(file + " has " + count);
          }
        }
      }
    }
    assertEquals(List.of(), tooLong);
  }

  @Test
  void packagesHaveAtMost25Files() throws IOException {
    Path root = Path.of("src/main/java/org/jzfof");
    Map<Path, Long> sizes =
        files(root, ".java").stream()
            .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
    assertTrue(sizes.size() > 30, sizes.size() + " packages");
    sizes.values().removeIf(size -> size <= 25);
    assertEquals(Map.of(), sizes);
  }

  private static List<Path> files(Path root, String... endings) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(f -> Stream.of(endings).anyMatch(f.toString()::endsWith)).toList();
    }
  }

  /** A rule that nothing could break would prove nothing. */
  @Test
  void theRulesSeeTheProgram() {
    assertTrue(PROGRAM.size() > 100, PROGRAM.size() + " classes");
    ArchRule broken =
        noClasses().should().dependOnClassesThat().resideInAnyPackage("hdf..", "picocli..");
    assertThrows(AssertionError.class, () -> broken.check(PROGRAM));
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of("src/main/java/org/jzfof"))) {
      List<Path> silent =
          all.filter(file -> file.toString().endsWith(".java"))
              .map(Path::getParent)
              .distinct()
              .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
              .toList();
      assertEquals(List.of(), silent);
    }
  }
}
