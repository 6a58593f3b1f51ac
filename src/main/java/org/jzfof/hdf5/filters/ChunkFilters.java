package org.jzfof.hdf5.filters;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The filters of a dataset whose chunks can be decoded without the library: shuffle, the Fletcher
 * checksum and one compression filter, in any order.
 *
 * @param steps filters in the order in which they were applied
 */
public record ChunkFilters(List<Step> steps) {
  /** Bits of all filters, for a chunk to which no filter was applied. */
  public static final int ALL = -1;

  private static final int MAXIMUM_PARAMETERS = 8;

  /**
   * One filter.
   *
   * @param id registered number
   * @param width bytes of the values that are shuffled
   * @param packing decoder of a compression filter, empty for other filters
   */
  record Step(int id, int width, Optional<Packing> packing) {}

  /** Returns the filters of a dataset; empty if only the library can decode them. */
  public static Optional<ChunkFilters> of(long creationProperties) {
    List<Step> steps = new ArrayList<>();
    int packed = 0;
    int n = H5.H5Pget_nfilters(creationProperties);
    for (int i = 0; i < n; i++) {
      int[] parameters = new int[MAXIMUM_PARAMETERS];
      long[] count = {MAXIMUM_PARAMETERS};
      int id =
          H5.H5Pget_filter(
              creationProperties, i, new int[1], count, parameters, 1, new String[1], new int[1]);
      boolean shuffle = id == HDF5Constants.H5Z_FILTER_SHUFFLE && count[0] > 0 && parameters[0] > 0;
      Optional<Packing> packing = Packing.of(id, parameters);
      packed += packing.isPresent() ? 1 : 0;
      if (!shuffle && packing.isEmpty() && id != HDF5Constants.H5Z_FILTER_FLETCHER32) {
        return Optional.empty();
      }
      steps.add(new Step(id, parameters[0], packing));
    }
    // the number of bytes between two compression filters is unknown
    return packed <= 1 && n < Integer.SIZE
        ? Optional.of(new ChunkFilters(List.copyOf(steps)))
        : Optional.empty();
  }

  private static boolean applied(int i, int skipped) {
    return (skipped >>> i & 1) == 0;
  }

  /**
   * Whether no filter was applied to a chunk.
   *
   * @param skipped bits of the filters that were not applied
   */
  public boolean areSkipped(int skipped) {
    for (int i = 0; i < steps.size(); i++) {
      if (applied(i, skipped)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the stored size of a chunk, after a check that protects against damaged sizes.
   *
   * @throws Hdf5Exception if the size is larger than any filter can produce
   */
  public int storedBytes(long bytes, int unpackedBytes) {
    if (bytes > 2L * unpackedBytes + (1 << 10)) {
      throw new Hdf5Exception(
          "%d bytes are too many for %d of values".formatted(bytes, unpackedBytes));
    }
    return Math.toIntExact(bytes);
  }

  /**
   * Undoes the filters of a chunk.
   *
   * @param stored array that starts with the stored chunk
   * @param bytes number of stored bytes
   * @param skipped bits of the filters that were not applied
   * @param values array that receives the chunk; its length is the unpacked size
   * @throws Hdf5Exception if the chunk is damaged
   */
  public void undo(byte[] stored, int bytes, int skipped, byte[] values) {
    byte[] data = stored;
    int length = bytes;
    for (int i = steps.size() - 1; i >= 0; i--) {
      if (!applied(i, skipped)) {
        continue;
      }
      Step step = steps.get(i);
      if (step.id == HDF5Constants.H5Z_FILTER_FLETCHER32) {
        length -= Fletcher32.BYTES;
        Fletcher32.require(data, length);
      } else if (step.id == HDF5Constants.H5Z_FILTER_SHUFFLE) {
        byte[] target = target(i, skipped, length, values);
        Shuffles.bytes(data, 0, length, step.width, target, 0);
        data = target;
      } else {
        int width = shuffled(i - 1, skipped) ? steps.get(--i).width : 1;
        byte[] target = target(i, skipped, lengthBefore(i, skipped, values.length), values);
        step.packing.orElseThrow().unpackShuffled(data, length, width, target);
        data = target;
        length = target.length;
      }
    }
    if (length != values.length) {
      throw new Hdf5Exception("it has %d bytes instead of %d".formatted(length, values.length));
    }
    if (data != values) {
      System.arraycopy(data, 0, values, 0, length);
    }
  }

  private boolean shuffled(int filter, int skipped) {
    return filter >= 0
        && applied(filter, skipped)
        && steps.get(filter).id == HDF5Constants.H5Z_FILTER_SHUFFLE;
  }

  /** Number of bytes before a filter was applied. */
  private int lengthBefore(int filter, int skipped, int unpackedBytes) {
    int length = unpackedBytes;
    for (int i = 0; i < filter; i++) {
      boolean checksum = steps.get(i).id == HDF5Constants.H5Z_FILTER_FLETCHER32;
      length += checksum && applied(i, skipped) ? Fletcher32.BYTES : 0;
    }
    return length;
  }

  /** Returns the target array for the last filter to decode, and a new array for other filters. */
  private byte[] target(int filter, int skipped, int length, byte[] values) {
    boolean last = true;
    for (int i = 0; i < filter; i++) {
      last &= !applied(i, skipped);
    }
    return last && length == values.length ? values : new byte[length];
  }
}
