package org.jzfof.config;

import java.util.List;
import java.util.Locale;
import org.jzfof.error.UsageException;

/**
 * The output files of a run.
 *
 * @param files number of files that the snapshot in group order and, in Gadget's layout, the
 *     catalogue are written to, at least 1
 * @param groupColumns group and subhalo numbers that the snapshot in group order receives
 * @param overwrite whether files of another origin may be replaced
 * @param numberWidth number of digits of the snapshot number in file names, or {@link
 *     #WIDTH_OF_SNAPSHOT}
 */
public record OutputOptions(
    CatalogueFormat format,
    int files,
    boolean membership,
    boolean reorder,
    List<GroupNumbering> groupColumns,
    boolean overwrite,
    UnitChoice units,
    int numberWidth) {
  /** A width that selects the number of digits in the name of the snapshot, but at least three. */
  public static final int WIDTH_OF_SNAPSHOT = 0;

  private static final int MAXIMUM_DIGITS = 20;

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public OutputOptions {
    RunOptions.requireFiles(files);
    if (files > 1 && !format.isGadgetLike() && !reorder) {
      throw new UsageException(
          "--files is %d, but a catalogue in the format %s is one file: leave it out, or add --reorder for a snapshot in several"
              .formatted(files, name(format)));
    }
    if (units != UnitChoice.AUTO && !format.isGadgetLike()) {
      throw new UsageException(
          "--units is %s, but the format %s has units of its own: leave it out"
              .formatted(name(units), name(format)));
    }
    if (numberWidth < 0 || numberWidth > MAXIMUM_DIGITS) {
      throw new UsageException(
          "--number-width is %d: give at most %d digits".formatted(numberWidth, MAXIMUM_DIGITS));
    }
    groupColumns = groupColumns.stream().distinct().toList();
    if (!groupColumns.isEmpty() && !reorder) {
      throw new UsageException(
          "--group-column is %s, but no snapshot in group order is written: add --reorder, or use --membership"
              .formatted(GroupNumbering.names(groupColumns)));
    }
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Output of only a catalogue in Gadget's layout. */
  public static OutputOptions catalogue(int files) {
    return catalogue(CatalogueFormat.GADGET, files);
  }

  /** Output of only a catalogue. */
  public static OutputOptions catalogue(CatalogueFormat format, int files) {
    return new OutputOptions(
        format, files, false, false, List.of(), false, UnitChoice.AUTO, WIDTH_OF_SNAPSHOT);
  }
}
