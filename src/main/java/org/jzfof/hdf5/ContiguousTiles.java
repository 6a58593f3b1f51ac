package org.jzfof.hdf5;

import java.io.IOException;

/**
 * Contiguous values, cut into tiles of whole rows.
 *
 * @param file in which they are
 * @param position of the first one there
 * @param rowBytes bytes of a row
 * @param grid of the tiles
 */
record ContiguousTiles(DataFile file, long position, long rowBytes, ChunkGrid grid)
    implements TileSource {
  /** Large enough that a read of a parallel file system is worth its way. */
  private static final long TILE_BYTES = 1L << 20;

  static ContiguousTiles of(DataFile file, long position, Hdf5Info info) {
    long rowBytes = info.columns() * info.bytes();
    long[] tile = info.dims().clone();
    tile[0] = Math.max(1, Math.min(tile[0], TILE_BYTES / rowBytes));
    return new ContiguousTiles(
        file, position, rowBytes, new ChunkGrid(info.dims(), info.dims(), tile));
  }

  @Override
  public void read(long number, byte[] values) throws IOException {
    long row = grid.row(number);
    long rows = Math.min(grid.chunk()[0], grid.dims()[0] - row);
    file.read(position + row * rowBytes, values, Math.toIntExact(rows * rowBytes));
  }

  @Override
  public void close() {
    file.close();
  }
}
