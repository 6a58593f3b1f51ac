package org.jzfof.config.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.error.UsageException;

class SearchMethodTest {
  @Test
  void readsParametersAfterColons() {
    SearchMethod method = SearchMethod.parse("btree:beta=0.3:bucket=16");
    assertEquals(NeighbourMethod.BTREE, method.kind());
    assertEquals(16, method.number(MethodParameter.BUCKET, 8));
    assertEquals(0.3, method.number(MethodParameter.BETA, 0.5));
    assertEquals(0.5, method.number(MethodParameter.ALPHA, 0.5));
    assertEquals("btree:bucket=16:beta=0.3", method.optionName());
    assertEquals(method, SearchMethod.parse("btree:bucket=16:beta=0.3"));
    assertNotEquals(method, SearchMethod.of(NeighbourMethod.BTREE));
  }

  @Test
  void readsWords() {
    SearchMethod method = SearchMethod.parse("kdtree:walk=closest:split=turn");
    assertTrue(method.has(MethodParameter.WALK, "closest"));
    assertTrue(method.has(MethodParameter.SPLIT, "turn"));
    assertFalse(method.has(MethodParameter.SPLIT, "widest"));
    assertFalse(SearchMethod.of(NeighbourMethod.KDTREE).has(MethodParameter.WALK, "closest"));
    assertEquals("kdtree:split=turn:walk=closest", method.optionName());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ctree | --method is ctree: give tree or kdtree",
        "tree:bucket=4 | --method tree has no parameter bucket: it has none",
        "btree:hubs=4 | --method btree has no parameter hubs: give bucket or alpha or beta",
        "octree:alpha=0.5 | --method octree has no parameter alpha: give bucket",
        "btree:bucket | give parameters as NAME=VALUE, such as btree:bucket=16",
        "btree: | give parameters as NAME=VALUE, such as btree:bucket=16",
        "btree:bucket=8:bucket=9 | give bucket once",
        "btree:bucket=0 | --method btree has bucket=0: give a whole number from 1 to 1048576",
        "btree:bucket=1.5 | --method btree has bucket=1.5: give a whole number from 1 to 1048576",
        "btree:beta=nan | --method btree has beta=nan: give a number from 0.0 to 1.0",
        "btree:beta=NaN | --method btree has beta=NaN: give a number from 0.0 to 1.0",
        "kdtree:split=longest | --method kdtree has split=longest: give turn or widest",
        "kdtree:walk=Closest | --method kdtree has walk=Closest: give stackless or closest",
        "kdtree:bucket=8 | --method kdtree has no parameter bucket: give split or walk",
        "clover:hubs=5000 | --method clover has hubs=5000: give a whole number from 1 to 4096"
      })
  void refusesWithTheRemedy(String text, String message) {
    UsageException e = assertThrows(UsageException.class, () -> SearchMethod.parse(text));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }
}
