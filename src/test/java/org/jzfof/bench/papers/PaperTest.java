package org.jzfof.bench.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.jzfof.bench.papers.PaperResults.MeasuredLine;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.error.UsageException;

class PaperTest {
  static final List<String> PAPERS = Paper.NAMES;

  @ParameterizedTest
  @FieldSource("PAPERS")
  void everySettingOfEveryFigureIsValid(String name) {
    Paper paper = Paper.of(name);
    assertEquals(
        paper.figures().size(), paper.figures().stream().map(PaperFigure::name).distinct().count());
    for (PaperFigure figure : paper.figures()) {
      assertFalse(figure.lines().isEmpty(), figure.name());
      for (PaperFigure.Published published : figure.published()) {
        assertEquals(published.x().length, published.y().length, published.label());
      }
      for (PaperLine line : figure.lines()) {
        String where = figure.name() + " " + line.label();
        assertTrue(line.at().length > 0, where);
        assertTrue(
            Arrays.equals(line.at(), Arrays.stream(line.at()).sorted().distinct().toArray()),
            where);
        assertEquals(figure.value() == Value.RATIO, line.isCompared(), where);
        for (double x : line.at()) {
          assertEquals(figure.value() == Value.COUNT, !line.setting(x).work().isEmpty(), where);
          line.setting(x).method().kind().require(search(line.setting(x)));
          if (line.isCompared()) {
            assertFalse(line.other(x).equals(line.setting(x)), where);
          }
        }
      }
    }
  }

  private static NeighbourMethod.Search search(Setting setting) {
    boolean radius =
        setting.search() == Setting.Search.RADIUS || setting.search() == Setting.Search.SMOOTHING;
    return radius ? NeighbourMethod.Search.RADIUS : NeighbourMethod.Search.NEAREST;
  }

  @Test
  void theValueOnTheAxisReplacesItsPlace() {
    Fields fields =
        Fields.parse(
            "test",
            "{label: a, search: radius, method: \"btree:bucket={x}\", points: 1000, k: \"{x}\", "
                + "box: open, at: [8, 16], against: {k: 3}}");
    PaperLine line = PaperLine.of(fields);
    assertEquals("btree:bucket=16", line.setting(16).method().optionName());
    assertEquals(16, line.setting(16).k());
    assertEquals(3, line.other(16).k());
    assertEquals(Setting.Shape.OPEN, line.setting(8).shape());
  }

  @Test
  void figuresComeInTheOrderOfThePaper() {
    Paper paper = Paper.of("clover");
    assertEquals(
        List.of("table2", "fig20"),
        paper.figures("fig20", "table2").stream().map(PaperFigure::name).toList());
    UsageException e = assertThrows(UsageException.class, () -> paper.figures("fig1"));
    assertTrue(
        e.getMessage().startsWith("clover has no figure fig1: give fig13 or"), e.getMessage());
    assertThrows(UsageException.class, () -> Paper.of("arborx"));
  }

  @Test
  void resultsAreReadAsTheyWereWritten() {
    Measured first =
        new Measured(
            10, 10, 0.25, 0.125, Double.NaN, Double.NaN, Map.of("index", 0.125), 1L << 40, 3);
    Measured second = new Measured(20.5, 20, 1e-9, 0, 0.5, 3, Map.of(), 7, 1);
    PaperResults results =
        new PaperResults(
            "clover",
            "1.0",
            "2026-11-28",
            "cpu, \"two\" threads",
            2,
            Map.of(
                "fig14", List.of(new MeasuredLine("a: b", List.of(first, second), "no memory"))));
    String json = new String(results.json(), StandardCharsets.UTF_8);
    assertEquals(results, PaperResults.parse("results", json));
    assertThrows(UsageException.class, () -> PaperResults.parse("results", "[1, 2]"));
    assertThrows(UsageException.class, () -> PaperResults.parse("results", "{\"paper\": "));
    assertThrows(
        UsageException.class,
        () -> PaperResults.parse("results", json.replace("\"points\" : 10", "\"points\" : \"x\"")));
  }
}
