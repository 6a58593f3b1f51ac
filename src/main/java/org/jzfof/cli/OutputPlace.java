package org.jzfof.cli;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads where to write; an empty place is most likely a variable that is not set. */
final class OutputPlace implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("it is empty: name a place, or leave it out");
    }
    return Path.of(text);
  }
}
