package org.jzfof.cli.reports;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.snapshot.SnapshotDescription;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitLabels;

/** Prints the snapshot that a command reads. */
public final class SnapshotSummary {
  private SnapshotSummary() {}

  /**
   * Prints the snapshot and the box.
   *
   * @param path path as the user named it
   * @param box side lengths [3]
   */
  public static void print(
      PrintStream out, SnapshotHeader header, String path, double[] box, boolean periodic) {
    out.printf(
        Locale.ROOT,
        "%-16s %s (%s, %d %s)%s%n",
        header.epoch().timed() ? "snapshot" : "light cone",
        ExitCodes.oneLine(path),
        header.family().label(),
        header.pieces().size(),
        header.pieces().size() == 1 ? "file" : "files",
        header.epoch().timed() ? String.format(Locale.ROOT, ", z = %.4f", header.redshift()) : "");
    out.printf(
        Locale.ROOT,
        "box              %s %s, %s%n",
        box(box),
        UnitLabels.length(header.units()),
        periodic ? "periodic" : "open");
  }

  /** Prints, in one line each, how the datasets of some particle types are read. */
  public static void printReadings(PrintStream out, SnapshotHeader header, int... types) {
    SnapshotDescription.readings(header, types)
        .forEach(line -> out.printf("%-16s %s%n", line.label(), line.value()));
  }

  /** Formats side lengths [3], or only one number for a cube. */
  public static String box(double[] box) {
    return box[0] == box[1] && box[1] == box[2]
        ? digits(box[0])
        : digits(box[0]) + " x " + digits(box[1]) + " x " + digits(box[2]);
  }

  /** Formats a number with the precision of a float. */
  public static String digits(double value) {
    return Float.toString((float) value);
  }

  public static String joined(int[] types) {
    return Arrays.stream(types).mapToObj(String::valueOf).collect(Collectors.joining(", "));
  }
}
