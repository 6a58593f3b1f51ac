package org.jzfof.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import org.jzfof.error.BackendException;
import org.jzfof.error.JzfofException;
import org.jzfof.error.MemoryException;
import org.jzfof.error.OutputException;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** From what went wrong to one line on the terminal and an exit code. */
final class ExitCodes {
  static final int OK = 0;
  static final int INTERNAL = 1;
  static final int USAGE = 2;
  static final int SNAPSHOT = 3;
  static final int OUTPUT = 4;
  static final int BACKEND = 5;
  static final int MEMORY = 6;

  private ExitCodes() {}

  /** Makes the command line report failures to err, as jzfof does. */
  static CommandLine install(CommandLine jzfof, PrintStream out, PrintStream err) {
    return jzfof
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setParameterExceptionHandler(
            (fault, args) -> {
              String name = fault.getCommandLine().getCommandSpec().qualifiedName();
              print(err, usageMessage(fault) + " (see " + name + " --help)");
              return USAGE;
            })
        .setExecutionExceptionHandler(
            (fault, command, parsed) -> report(fault, err, verbose(parsed)));
  }

  /** Prints the one line, and with verbose or for a fault of jzfof itself the stack trace. */
  static int report(Throwable fault, PrintStream err, boolean verbose) {
    int code = of(fault);
    switch (code) {
      case INTERNAL -> print(err, "internal error, please report it with these lines: " + fault);
      case MEMORY -> print(err, memoryMessage(fault));
      default -> print(err, fault.getMessage());
    }
    if (verbose || code == INTERNAL) {
      fault.printStackTrace(err);
    }
    return code;
  }

  /** The exit code that stands for a failure. */
  static int of(Throwable fault) {
    if (fault instanceof OutOfMemoryError) {
      return MEMORY;
    }
    if (!(fault instanceof JzfofException)) {
      return INTERNAL;
    }
    if (fault instanceof UsageException) {
      return USAGE;
    }
    if (fault instanceof SnapshotException) {
      return SNAPSHOT;
    }
    if (fault instanceof OutputException) {
      return OUTPUT;
    }
    if (fault instanceof BackendException) {
      return BACKEND;
    }
    return MEMORY;
  }

  private static String usageMessage(ParameterException fault) {
    boolean atRoot = fault.getCommandLine().getParent() == null;
    if (atRoot && fault instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      return (word.startsWith("-") ? "there is no option '" : "there is no command '") + word + "'";
    }
    String message = fault.getMessage();
    return message.startsWith("Error: ") ? message.substring("Error: ".length()) : message;
  }

  private static String memoryMessage(Throwable fault) {
    if (fault instanceof MemoryException) {
      return fault.getMessage();
    }
    long mib = Runtime.getRuntime().maxMemory() >> 20;
    return "out of memory ("
        + fault.getMessage()
        + ") with a Java heap of "
        + mib
        + " MiB: set JZFOF_HEAP="
        + Math.max(1, 2 * mib >> 10)
        + "g or more, or run where there is more memory";
  }

  private static void print(PrintStream err, String message) {
    err.println("jzfof: error: " + message);
  }

  private static boolean verbose(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last.hasMatchedOption("-v");
  }
}
