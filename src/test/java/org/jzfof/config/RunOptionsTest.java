package org.jzfof.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.error.UsageException;

class RunOptionsTest {
  private static final LinkingLength B = new LinkingLength(0.2, true, SeparationBy.NUMBER);

  private static RunOptions options(int minLength, int threads, boolean periodic, double[] box) {
    return options(new int[] {1}, minLength, threads, periodic, box);
  }

  private static RunOptions options(
      int[] types, int minLength, int threads, boolean periodic, double[] box) {
    return options(types, minLength, threads, 1, periodic, box);
  }

  private static RunOptions options(
      int[] types, int minLength, int threads, int files, boolean periodic, double[] box) {
    Path here = Path.of(".");
    return new RunOptions(
        new GroupDefinition(new ParticleChoice(here, types, periodic, box), B, minLength),
        here,
        true,
        OutputOptions.catalogue(files),
        new Execution(
            new Computer(BackendChoice.AUTO, -1, threads, ExchangeChoice.AUTO),
            false,
            "jzfof run ."));
  }

  @Test
  void typesAreSortedAndOneSideMakesACube() {
    int[] types = {4, 0, 1};
    assertArrayEquals(
        new int[] {0, 1, 4}, options(types, 1, 0, true, null).groups().particles().types());
    assertArrayEquals(new int[] {4, 0, 1}, types, "the caller's array stays as it is");
    assertArrayEquals(
        new double[] {25, 25, 25},
        options(1, 0, true, new double[] {25}).groups().particles().box());
    assertArrayEquals(
        new double[] {1, 2, 3},
        options(1, 0, true, new double[] {1, 2, 3}).groups().particles().box());
  }

  @Test
  void whatMakesNoSenseIsRefusedWithItsValue() {
    refused("--min-length is 0", () -> options(0, 0, true, null));
    refused("--threads is -1", () -> options(1, -1, true, null));
    refused("--threads is 32768: give at most 32767", () -> options(1, 32768, true, null));
    refused("--files is 0", () -> options(new int[] {1}, 1, 0, 0, true, null));
    refused("--files is -2", () -> options(new int[] {1}, 1, 0, -2, true, null));
    refused("--types is empty", () -> options(new int[0], 1, 0, true, null));
    refused("--types has 1 twice", () -> options(new int[] {1, 2, 1}, 1, 0, true, null));
    refused("--types has -3", () -> options(new int[] {-3}, 1, 0, true, null));
    refused("--box has 2 sides", () -> options(1, 0, true, new double[] {1, 2}));
    refused("a side of 0.0", () -> options(1, 0, true, new double[] {1, 0, 3}));
    refused("a side of NaN", () -> options(1, 0, true, new double[] {Double.NaN}));
    refused("a side of Infinity", () -> options(1, 0, true, new double[] {1.0 / 0}));
    refused("--open and --box", () -> options(1, 0, false, new double[] {25}));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aLinkingLengthIsFiniteAndPositive(double value) {
    refused("b is " + value, () -> new LinkingLength(value, true, SeparationBy.NUMBER));
    refused(
        "the linking length is " + value,
        () -> new LinkingLength(value, false, SeparationBy.NUMBER));
  }

  @Test
  void linkingLengthsConvertIntoEachOther() {
    assertEquals(0.2 * 0.78125, B.absolute(0.78125));
    assertEquals(0.2, B.b(0.78125));
    LinkingLength absolute = new LinkingLength(0.15, false, SeparationBy.NUMBER);
    assertEquals(0.15, absolute.absolute(0.75));
    assertEquals(0.15 / 0.75, absolute.b(0.75));
  }

  /** A set whose order changes from process to process would make every run another one. */
  @Test
  void propertiesAreTextInOneOrder() {
    assertEquals(
        "[VMAX, HALFMASS, DISPERSION, SPIN, OFFSET, TYPES]", OptionText.of(basic(), Set.of()));
    assertEquals(
        OptionText.of(Property.of(List.of("spin", "vmax")), Set.of()),
        OptionText.of(Property.of(List.of("vmax", "spin")), Set.of()));
    assertEquals(
        basic(), Property.of(List.of("types,offset,spin,dispersion,halfmass,vmax".split(","))));
    assertThrows(UnsupportedOperationException.class, () -> basic().add(Property.SHAPE));
  }

  private static Set<Property> basic() {
    return Property.of(List.of("basic"));
  }

  private static void refused(String why, Runnable attempt) {
    UsageException e = assertThrows(UsageException.class, attempt::run);
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }
}
