package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.threads.ParallelLoops;

/**
 * Subhaloes of the serial method against those that Gadget-4 wrote. Gadget-4 itself differs as much
 * where the particles are shifted in the box.
 */
@ExtendWith(ParallelLoops.class)
class Gadget4SubhaloesTest {
  @Test
  void theSubhaloesOfGadget4() {
    check("lcdm32", "001", 0, 0);
  }

  /** Takes minutes: all pairs of particles. */
  @ParameterizedTest
  @CsvSource({"000, 2, 1", "001, 2, 0"})
  @EnabledIfSystemProperty(
      named = "jzfof.test.slow",
      matches = "true",
      disabledReason = "-Djzfof.test.slow=true is not given")
  void moreSubhaloesOfGadget4(String number, int otherMains, int off) {
    check("lcdm64", number, otherMains, off);
    checkFinder("lcdm64", number);
  }

  /**
   * @param otherMains main subhaloes that may have other members
   * @param off how far the number of subhaloes may be off
   */
  private static void check(String folder, String number, int otherMains, int off) {
    Gadget4Catalogue theirs = Gadget4Catalogue.open(folder, number);
    Gadget4Comparison found = Gadget4Comparison.of(theirs);
    int all = theirs.subhaloes();
    assertEquals(all, found.pairs().size());
    assertEquals(all, found.number(), off);
    long mains = found.count(Gadget4Comparison.Pair::main);
    atLeast("mains", mains - otherMains, found, p -> p.main() && p.jaccard() > 0.98);
    atLeast("satellites", all - mains - 1, found, p -> !p.main() && p.jaccard() > 0.9);
    atLeast("most bound", 0.985 * all, found, Gadget4Comparison.Pair::sameMostBound);
    atLeast("Vmax", 0.99 * all, found, p -> Math.abs(p.maximum() - 1) < 0.01);
    atLeast("rank", 0.99 * all, found, Gadget4Comparison.Pair::samePlace);
  }

  private static void atLeast(
      String name, double least, Gadget4Comparison found, Predicate<Gadget4Comparison.Pair> which) {
    long number = found.count(which);
    assertTrue(number >= least, name + ": " + number + " of " + found.pairs().size());
  }

  /** What judges random sets judges real ones as well. */
  @Test
  void allNumbersOfTheFinderAreThoseOfTheSerialMethod() {
    checkFinder("lcdm32", "001");
  }

  private static void checkFinder(String folder, String number) {
    Gadget4Catalogue theirs = Gadget4Catalogue.open(folder, number);
    OracleParticles all = theirs.particles();
    double[] density = new OracleDensity(all).of(theirs.members());
    int[][] groups = theirs.groupMembers();
    try (Backend backend = new CpuBackend()) {
      List<List<Subhalo>> found =
          new DeviceSubhaloes(backend, PairsOrTree.Limits.STANDARD)
              .find(
                  OracleMembers.of(all, density, groups),
                  Collections.nCopies(groups.length, theirs.physics()));
      for (int g = 0; g < groups.length; g++) {
        new SerialJudge(all, density, theirs.physics(), groups[g])
            .checkAll(folder + " group " + g, found.get(g));
      }
    }
  }

  /** From its own members, so that all of them are compared. */
  @ParameterizedTest
  @CsvSource({"lcdm32, 001", "lcdm64, 000", "lcdm64, 001"})
  void propertiesAreThoseOfGadget4(String folder, String number) {
    Gadget4Properties.compare(Gadget4Catalogue.open(folder, number));
  }
}
