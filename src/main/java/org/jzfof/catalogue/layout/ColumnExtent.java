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
 * Where consecutive rows of a column belong: in one piece, of a catalogue little-endian.
 *
 * @param column number of the field or column, or {@link #MEMBER_IDS}
 * @param part the file until it is complete
 * @param file its name then
 * @param position in the file of the first row, in bytes; {@link #PACKED} or {@link #POINTERS}
 * @param rows which, counted over all files
 */
public record ColumnExtent(int column, Path part, Path file, long position, RowRange rows) {
  /** The column of the member IDs, 64 bits each. */
  public static final int MEMBER_IDS = -1;

  /** The position of rows that HDF5 has to write. */
  public static final long PACKED = -1;

  /** The same, where values point to memory of the process that reads and writes them. */
  public static final long POINTERS = -2;

  private static final int NUMBERS = 4; // of a place
  private static final String BETWEEN = "\0"; // in no path

  /**
   * The place of a dataset without values; empty where it has none.
   *
   * @param rows of the file, counted over all files
   */
  public static Optional<ColumnExtent> of(
      EmptyDataset dataset, int column, Path part, Path file, RowRange rows) {
    return switch (dataset.filling()) {
      case NONE -> Optional.empty();
      case PLACED -> Optional.of(new ColumnExtent(column, part, file, dataset.position(), rows));
      case PACKED -> Optional.of(new ColumnExtent(column, part, file, PACKED, rows));
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

  /** The same in a list of fields that has others before. */
  ColumnExtent behind(int others) {
    return ofMemberIds() ? this : new ColumnExtent(column + others, part, file, position, rows);
  }

  /** The places of rank 0, on every rank. */
  public static List<ColumnExtent> tell(Communicator comm, List<ColumnExtent> places) {
    long[] numbers =
        comm.broadcast(
            places.stream()
                .flatMapToLong(
                    place ->
                        LongStream.of(
                            place.column(),
                            place.position(),
                            place.rows().first(),
                            place.rows().count()))
                .toArray(),
            0);
    String names =
        places.stream()
            .map(place -> place.part() + BETWEEN + place.file())
            .collect(Collectors.joining(BETWEEN));
    String[] name = Text.of(comm.broadcast(Text.toLongs(names), 0)).split(BETWEEN);
    List<ColumnExtent> told = new ArrayList<>();
    for (int i = 0; i < numbers.length / NUMBERS; i++) {
      int at = NUMBERS * i;
      RowRange rows = new RowRange(numbers[at + 2], numbers[at + 3]);
      Path part = Path.of(name[2 * i]);
      Path file = Path.of(name[2 * i + 1]);
      told.add(new ColumnExtent((int) numbers[at], part, file, numbers[at + 1], rows));
    }
    return told;
  }
}
