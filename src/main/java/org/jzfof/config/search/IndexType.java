package org.jzfof.config.search;

import org.jzfof.device.ElementType;
import org.jzfof.error.UsageException;

/** Types of the rows of neighbours in files. */
public enum IndexType {
  /** 32 bits if all rows of the sources fit, otherwise 64 bits. */
  AUTO,
  /** 32 bits. */
  INT32,
  /** 64 bits. */
  INT64;

  /**
   * Returns the type of the elements.
   *
   * @param sources number of sources
   * @throws UsageException if the type is too small for their rows
   */
  public ElementType of(long sources) {
    if (this == INT32 && sources > Integer.MAX_VALUE) {
      throw new UsageException(
          "--index-type int32 has no numbers for the rows of %d sources: give int64, or leave it out"
              .formatted(sources));
    }
    return this == INT64 || sources > Integer.MAX_VALUE ? ElementType.I64 : ElementType.I32;
  }
}
