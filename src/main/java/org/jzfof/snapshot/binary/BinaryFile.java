package org.jzfof.snapshot.binary;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.chunks.DataFile;

/**
 * The places of the blocks of one file of a binary snapshot.
 *
 * @param others description of the blocks that are not known, such as "'ABC', 'DEF'"; empty if all
 *     are
 */
record BinaryFile(
    Path path, BinaryFormat format, BinaryHeader header, List<Block> blocks, String others) {
  /**
   * A block whose values are known.
   *
   * @param at offset of the first value in the file
   * @param bytes bytes per value, 4 or 8
   */
  record Block(BlockType type, long at, int bytes) {}

  /**
   * Finds the blocks of a file; reads only its header, markers and labels.
   *
   * @throws SnapshotException naming the block and the byte at which the file does not add up
   */
  static BinaryFile of(Path path, BinaryFormat format) {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return of(path, format, new Records(path, new DataFile(channel), channel.size(), format));
    } catch (IOException e) {
      throw SnapshotException.unreadable(path, e);
    }
  }

  private static BinaryFile of(Path path, BinaryFormat format, Records records) throws IOException {
    long at = 0;
    if (format.hasLabels()) {
      records.label(at, 1);
      at = records.afterLabel(at);
    }
    records.require("HEAD", at, BinaryFormat.HEADER_BYTES);
    ByteBuffer header = records.read(at + BinaryFormat.MARKER_BYTES, BinaryFormat.HEADER_BYTES);
    BlockScan scan = new BlockScan(records, BinaryHeader.of(header));
    return scan.file(path, format, records.after(at, BinaryFormat.HEADER_BYTES));
  }
}
