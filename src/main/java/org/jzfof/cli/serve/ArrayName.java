package org.jzfof.cli.serve;

import java.nio.file.Path;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.positions.RawColumn;
import org.jzfof.snapshot.positions.RawPositions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A raw file with the type of its numbers, such as f8:FILE. */
record ArrayName(Path file, boolean isDouble) {
  /** Reads one from the command line. */
  static final class Converter implements ITypeConverter<ArrayName> {
    @Override
    public ArrayName convert(String text) {
      if (!text.matches("(?s)f[48]:.+")) {
        throw new TypeConversionException("'" + text + "' is no array: give f4:FILE or f8:FILE");
      }
      return new ArrayName(Path.of(text.substring(3)), text.charAt(1) == '8');
    }
  }

  /**
   * Opens positions.
   *
   * @param array name of an array, or null
   * @param name what messages call it
   * @return null for null
   */
  static PositionSource positions(ArrayName array, String name) {
    return array == null
        ? null
        : new RawPositions(RawColumn.open(array.file, name, array.isDouble, 3));
  }

  /** Opens an array of one number per row, as {@link #positions}. */
  static RawColumn numbers(ArrayName array, String name) {
    return array == null ? null : RawColumn.open(array.file, name, array.isDouble, 1);
  }
}
