package org.jzfof.hdf5;

import java.io.IOException;

/** The values of a dataset in tiles, which are the chunks of a grid, without the HDF5 library. */
interface TileSource extends AutoCloseable {
  /** How the tiles cover the dataset, which has one or two dimensions. */
  ChunkGrid grid();

  /**
   * Reads a tile; any number of threads at once.
   *
   * @param number of the tile in the grid
   * @param values receives the stored values of a whole tile; where it reaches beyond the dataset
   *     they may be anything
   * @throws IOException if the file cannot be read
   * @throws Hdf5Exception if the tile is damaged
   */
  void read(long number, byte[] values) throws IOException;

  @Override
  void close();
}
