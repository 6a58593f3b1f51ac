package org.jzfof.cli.common;

import org.jzfof.config.Decimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a finite number; NaN is refused, because options may use it for an absent value. */
public final class FiniteNumber implements ITypeConverter<Double> {
  @Override
  public Double convert(String text) {
    try {
      double value = Decimal.parse(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException(e.getMessage() + ", such as 0.2 or 1e-3");
    }
    throw new TypeConversionException("'" + text + "' is not finite: give a number such as 0.2");
  }
}
