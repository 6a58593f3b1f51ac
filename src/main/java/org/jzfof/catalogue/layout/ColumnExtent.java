package org.jzfof.catalogue.layout;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Text;
import org.jzfof.hdf5.EmptyDataset;

/**
 * The location of consecutive rows of a column in a file, contiguous; little-endian for a
 * catalogue.
 *
 * @param column number of the field or column, or {@link #MEMBER_IDS}
 * @param part temporary path of the file
 * @param file path of the complete file
 * @param position offset of the first row in the file, in bytes; {@link #PACKED} or {@link
 *     #POINTERS}
 * @param rows range of rows, counted over all files
 */
public record ColumnExtent(int column, Path part, Path file, long position, RowRange rows) {
  /** Column of the member IDs, 64 bits each. */
  public static final int MEMBER_IDS = -1;

  /** Position of rows that the HDF5 library must write. */
  public static final long PACKED = -1;

  /**
   * Position of rows that the HDF5 library must write in the process that reads them, because
   * values are pointers to memory.
   */
  public static final long POINTERS = -2;

  private static final int NUMBERS = 4; // numbers per extent in a message
  private static final String BETWEEN = "\0"; // occurs in no path

  /**
   * Returns the extent of a dataset without values; empty if its rows cannot be written.
   *
   * @param rows rows of the file, counted over all files
   */
  public static Optional<ColumnExtent> of(
      EmptyDataset dataset, int column, Path part, Path file, RowRange rows) {
    return switch (dataset.filling()) {
      case NONE -> Optional.empty();
      case DIRECT -> Optional.of(new ColumnExtent(column, part, file, dataset.position(), rows));
      case LIBRARY -> Optional.of(new ColumnExtent(column, part, file, PACKED, rows));
      case POINTERS -> Optional.of(new ColumnExtent(column, part, file, POINTERS, rows));
    };
  }

  public boolean isPacked() {
    return position < 0;
  }

  public boolean hasPointers() {
    return position == POINTERS;
  }

  boolean ofMemberIds() {
    return column == MEMBER_IDS;
  }

  /**
   * Returns the extent in a longer list of columns.
   *
   * @param columns number of columns in front
   */
  ColumnExtent shifted(int columns) {
    return ofMemberIds() ? this : new ColumnExtent(column + columns, part, file, position, rows);
  }

  /** Sends the extents of rank 0 to every rank; collective. */
  public static List<ColumnExtent> broadcast(Communicator comm, List<ColumnExtent> extents) {
    long[] numbers =
        comm.broadcast(
            extents.stream()
                .flatMapToLong(
                    extent ->
                        LongStream.of(
                            extent.column(),
                            extent.position(),
                            extent.rows().first(),
                            extent.rows().count()))
                .toArray(),
            0);
    String names =
        extents.stream()
            .map(extent -> extent.part() + BETWEEN + extent.file())
            .collect(Collectors.joining(BETWEEN));
    String[] name = Text.of(comm.broadcast(Text.toLongs(names), 0)).split(BETWEEN);
    List<ColumnExtent> received = new ArrayList<>();
    for (int i = 0; i < numbers.length / NUMBERS; i++) {
      int at = NUMBERS * i;
      RowRange rows = new RowRange(numbers[at + 2], numbers[at + 3]);
      Path part = Path.of(name[2 * i]);
      Path file = Path.of(name[2 * i + 1]);
      received.add(new ColumnExtent((int) numbers[at], part, file, numbers[at + 1], rows));
    }
    return received;
  }
}
