package org.jzfof.cli.common;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jzfof.config.search.TreeFormat;
import org.jzfof.error.UsageException;
import picocli.CommandLine.ITypeConverter;

/** The names of formats of trees on the command line. */
public final class TreeFormats implements ITypeConverter<TreeFormat> {
  @Override
  public TreeFormat convert(String name) {
    return Arrays.stream(TreeFormat.values())
        .filter(format -> format.toString().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--format is %s: give %s"
                        .formatted(
                            name,
                            Arrays.stream(TreeFormat.values())
                                .map(TreeFormat::toString)
                                .collect(Collectors.joining(" or ")))));
  }
}
