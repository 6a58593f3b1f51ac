package org.jzfof.cli.common;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a path; an empty one is most likely an unset shell variable. */
public final class NamedPlace implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("it is empty: name a file or a folder, or leave it out");
    }
    return Path.of(text);
  }
}
