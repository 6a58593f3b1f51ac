package org.jzfof.cli.common;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a path and refuses a blank one, which most likely comes from an unset shell variable. */
public final class PathConverter implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("it is empty: name a file or a folder, or leave it out");
    }
    return Path.of(text);
  }
}
