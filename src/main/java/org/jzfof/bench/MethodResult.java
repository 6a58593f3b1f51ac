package org.jzfof.bench;

import java.util.List;

/** Measurements of one method. */
public interface MethodResult {
  /** Stage that makes the points ready for being searched. */
  String BUILD = "index";

  /** Stages that search. */
  List<String> QUERY = List.of("count", "search");

  /** Number of particles searched. */
  long particles();

  /** One number for all that was found; 0 if none was asked for. */
  long digest();

  /** Statistics per stage, the total last. */
  List<StageStatistics> stages();
}
