package org.jzfof.doctor;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * How Java compiles the program: which loops its optimiser takes, and how wide their vectors are.
 * {@code scripts/jzfof} decides about both.
 */
public final class CompiledCode {
  private static final int ALL_TIERS = 4;

  private CompiledCode() {}

  /** Describes the compiled code of this process, such as "pair loops optimised, ...". */
  public static String describe() {
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (options == null) {
      return "unknown: this Java is no HotSpot";
    }
    int vector = Byte.SIZE * number(options, "MaxVectorSize");
    if (number(options, "TieredStopAtLevel") < ALL_TIERS) {
      return "not optimised, without vectors (%d bits are possible)".formatted(vector);
    }
    boolean pairLoops =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .anyMatch(option -> option.startsWith("-XX:CompilerDirectivesFile="));
    return "%s optimised, with vectors of %d bits"
        .formatted(pairLoops ? "pair loops" : "all loops", vector);
  }

  private static int number(HotSpotDiagnosticMXBean options, String name) {
    return Integer.parseInt(options.getVMOption(name).getValue());
  }
}
