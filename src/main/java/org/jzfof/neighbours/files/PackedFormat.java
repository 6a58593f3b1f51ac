package org.jzfof.neighbours.files;

/** Names of what packed lists have in a file; docs/user/neighbours.md describes the format. */
final class PackedFormat {
  /** Attribute of the header with the name of the format. */
  static final String FORMAT = "ListFormat";

  /** Attribute of the header with the version of the format. */
  static final String VERSION = "ListFormatVersion";

  /** Attribute of the header with the number of queries of a block. */
  static final String BLOCK = "BlockQueries";

  /** Name of the format. */
  static final String NAME = "jzfof packed lists";

  /** Version that is written. */
  static final int CURRENT = 1;

  /** Dataset with the bytes of all blocks. */
  static final String BYTES = "/Neighbours/Packed";

  /** Dataset with the offset of each block, followed by the number of bytes. */
  static final String OFFSETS = "/Neighbours/BlockOffset";

  private PackedFormat() {}
}
