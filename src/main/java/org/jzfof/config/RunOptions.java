package org.jzfof.config;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.error.UsageException;

/**
 * What {@code jzfof run} was asked to do, validated.
 *
 * @param snapshot a file, the base name or the folder of a snapshot
 * @param outputDir folder that gets groups_NNN
 * @param linkingLength distance up to which two particles are friends
 * @param minLength smallest group to keep, at least 1
 * @param types particle types to link, increasing, none twice
 * @param threads worker threads of each rank, or 0 for all cores
 * @param backend compute device
 * @param device number of the GPU, or -1 for any
 * @param ids whether the catalogue lists the IDs of the members
 * @param files number of files that the catalogue is written to, at least 1
 * @param dryRun check everything and estimate memory, write nothing
 * @param periodic whether distances wrap around the box
 * @param box side lengths [3] that replace the snapshot's, or null
 * @param commandLine as typed, for the catalogue
 */
public record RunOptions(
    Path snapshot,
    Path outputDir,
    LinkingLength linkingLength,
    int minLength,
    int[] types,
    int threads,
    BackendChoice backend,
    int device,
    boolean ids,
    int files,
    boolean dryRun,
    boolean periodic,
    double[] box,
    String commandLine) {
  private static final Set<String> WITHOUT_EFFECT =
      Set.of("snapshot", "outputDir", "threads", "backend", "device", "dryRun", "commandLine");

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public RunOptions {
    if (minLength < 1) {
      throw new UsageException("--min-length is " + minLength + ": give at least 1 (default 20)");
    }
    if (threads < 0) {
      throw new UsageException(
          "--threads is " + threads + ": give at least 1, or leave it out for all cores");
    }
    if (files < 1) {
      throw new UsageException("--files is " + files + ": give at least 1 (default 1)");
    }
    if (device < -1) {
      throw new UsageException("--device is " + device + ": GPUs are numbered from 0");
    }
    types = validTypes(types);
    box = box == null ? null : sides(box);
    if (box != null && !periodic) {
      throw new UsageException(
          "--open and --box exclude each other: an open box is that of the particles");
    }
  }

  /**
   * All options that a result depends on, as text: equal for runs that write the same for the same
   * snapshot.
   */
  public String resultOptions() {
    return Arrays.stream(RunOptions.class.getRecordComponents())
        .filter(component -> !WITHOUT_EFFECT.contains(component.getName()))
        .map(component -> component.getName() + "=" + text(component))
        .collect(Collectors.joining("; "));
  }

  private String text(RecordComponent component) {
    try {
      Object value = component.getAccessor().invoke(this);
      String text = Arrays.deepToString(new Object[] {value});
      return text.substring(1, text.length() - 1);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same with another number of threads. */
  public RunOptions withThreads(int count) {
    return new RunOptions(
        snapshot,
        outputDir,
        linkingLength,
        minLength,
        types,
        count,
        backend,
        device,
        ids,
        files,
        dryRun,
        periodic,
        box,
        commandLine);
  }

  private static int[] validTypes(int[] given) {
    if (given.length == 0) {
      throw new UsageException("--types is empty: name at least one, such as --types 1");
    }
    int[] types = given.clone();
    Arrays.sort(types);
    for (int i = 0; i < types.length; i++) {
      if (types[i] < 0 || types[i] > 31) {
        throw new UsageException(
            "--types has " + types[i] + ": particle types are numbered from 0, as in PartType1");
      }
      if (i > 0 && types[i] == types[i - 1]) {
        throw new UsageException("--types has " + types[i] + " twice: name each type once");
      }
    }
    return types;
  }

  private static double[] sides(double[] given) {
    if (given.length != 1 && given.length != 3) {
      throw new UsageException(
          "--box has " + given.length + " sides: give one for a cube, or three as LX,LY,LZ");
    }
    double[] sides = new double[3];
    for (int d = 0; d < 3; d++) {
      sides[d] = given[given.length == 1 ? 0 : d];
      if (!(sides[d] > 0) || Double.isInfinite(sides[d])) {
        throw new UsageException("--box has a side of " + sides[d] + ": give finite sides above 0");
      }
    }
    return sides;
  }
}
