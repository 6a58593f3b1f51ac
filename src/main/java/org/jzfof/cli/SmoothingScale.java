package org.jzfof.cli;

import org.jzfof.cli.common.FiniteNumber;
import picocli.CommandLine.ITypeConverter;

/** Reads a factor of smoothing lengths; NaN stands for the factor of the code that wrote them. */
public final class SmoothingScale implements ITypeConverter<Double> {
  public static final String OF_CODE = "auto";

  private final FiniteNumber number = new FiniteNumber();

  @Override
  public Double convert(String text) {
    return text.equals(OF_CODE) ? Double.valueOf(Double.NaN) : number.convert(text);
  }
}
