package org.jzfof.config.search;

import java.util.List;
import org.jzfof.config.Computer;
import org.jzfof.config.Execution;

/**
 * Options of a search that all ranks do together.
 *
 * @param <S> type of the options themselves
 */
public interface SearchOptions<S> {
  /** All that the ranks must have in common, as lines of text. */
  List<String> commonOptions();

  /** What it runs on, and how. */
  Execution execution();

  /** The same on another computer. */
  S on(Computer computer);
}
