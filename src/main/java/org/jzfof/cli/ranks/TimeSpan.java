package org.jzfof.cli.ranks;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration such as 3h50m, 90m, 45s or 1d12h. */
final class TimeSpan implements ITypeConverter<Duration> {
  private static final Pattern TIME =
      Pattern.compile("(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,9})s)?");
  private static final TimeUnit[] UNITS = {
    TimeUnit.DAYS, TimeUnit.HOURS, TimeUnit.MINUTES, TimeUnit.SECONDS
  };

  @Override
  public Duration convert(String text) {
    Matcher parts = TIME.matcher(text);
    long seconds = 0;
    for (int i = 0; parts.matches() && i < UNITS.length; i++) {
      String part = parts.group(i + 1);
      seconds += part == null ? 0 : UNITS[i].toSeconds(Long.parseLong(part));
    }
    if (seconds == 0) {
      throw new TypeConversionException(
          "'" + text + "' is no time: give days, hours, minutes and seconds, such as 3h50m");
    }
    return Duration.ofSeconds(seconds);
  }
}
