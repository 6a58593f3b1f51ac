package org.jzfof.config.search;

import java.util.List;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;

/**
 * Options of a collective search of all ranks.
 *
 * @param <S> type of the options
 */
public interface SearchOptions<S> {
  /** All options that must be equal on all ranks, one text per option. */
  List<String> commonOptions();

  /** Options of the execution. */
  Execution execution();

  /** The same options with other hardware. */
  S withComputer(Computer computer);
}
