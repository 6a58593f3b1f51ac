package org.jzfof.cli.common;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Set;
import java.util.regex.Pattern;
import org.jzfof.comm.RankFailedException;
import org.jzfof.error.BackendException;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.CommunicationException;
import org.jzfof.error.JavaHeap;
import org.jzfof.error.JzfofException;
import org.jzfof.error.MemoryException;
import org.jzfof.error.OutputException;
import org.jzfof.error.SetupException;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Maps failures to exit codes and to one line on the terminal. */
public final class ExitCodes {
  public static final int OK = 0;
  public static final int INTERNAL = 1;
  public static final int USAGE = 2;
  public static final int SNAPSHOT = 3;
  public static final int OUTPUT = 4;
  public static final int BACKEND = 5;
  public static final int MEMORY = 6;
  public static final int COMMUNICATION = 7;

  /** No failure: a batch has stopped before its end. */
  public static final int UNFINISHED = 8;

  /** No failure: two catalogues that were compared are not equal. */
  public static final int DIFFERENT = 9;

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|[\\u0080-\\u009f]");

  private ExitCodes() {}

  /** What ends the program after a failure; returns the exit code. */
  @FunctionalInterface
  public interface End {
    public int of(Throwable fault, boolean verbose);
  }

  /** Makes the command line end with jzfof's own reports. */
  public static CommandLine install(CommandLine jzfof, PrintStream out, PrintStream err, End end) {
    return jzfof
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setParameterExceptionHandler(
            (fault, args) -> {
              String name = fault.getCommandLine().getCommandSpec().qualifiedName();
              String message = usageMessage(fault) + " (see " + name + " --help)";
              return end.of(new UsageException(message), false);
            })
        .setExecutionExceptionHandler((fault, command, parsed) -> end.of(fault, verbose(parsed)));
  }

  /** Prints the one line, and with verbose or for a fault of jzfof itself the stack trace. */
  public static int report(Throwable fault, PrintStream err, boolean verbose) {
    int code = of(fault);
    err.println("jzfof: error: " + message(fault));
    if (verbose || isInternal(fault)) {
      fault.printStackTrace(err);
    }
    return code;
  }

  /** Prints one line on what is odd. */
  public static void warn(PrintStream err, String warning) {
    err.println("jzfof: warning: " + oneLine(warning));
  }

  /** The one line, without the name of the program. */
  public static String message(Throwable fault) {
    return oneLine(text(fault));
  }

  /** A text with control characters, such as a newline in the name of a file, spelled out. */
  public static String oneLine(String text) {
    return CONTROL.matcher(text).replaceAll(c -> "\\\\" + spelled(c.group().charAt(0)));
  }

  private static String spelled(char control) {
    return switch (control) {
      case '\n' -> "n";
      case '\r' -> "r";
      case '\t' -> "t";
      default -> "u%04x".formatted((int) control);
    };
  }

  private static String text(Throwable fault) {
    if (fault instanceof RankFailedException failed) {
      return "rank " + failed.rank() + ": " + text(failed.getCause());
    }
    if (isInternal(fault)) {
      return "internal error, please report it with these lines: " + fault;
    }
    return of(fault) == MEMORY ? memoryMessage(fault) : fault.getMessage();
  }

  /** Whether it is a fault of jzfof itself. */
  public static boolean isInternal(Throwable fault) {
    if (fault instanceof RankFailedException failed) {
      return isInternal(failed.getCause());
    }
    return !(fault instanceof JzfofException || fault instanceof OutOfMemoryError);
  }

  /** The exit code that stands for a failure. */
  public static int of(Throwable fault) {
    if (fault instanceof RankFailedException failed) {
      return of(failed.getCause());
    }
    if (fault instanceof OutOfMemoryError) {
      return MEMORY;
    }
    if (isInternal(fault) || fault instanceof SetupException) {
      return INTERNAL;
    }
    if (fault instanceof UsageException) {
      return USAGE;
    }
    if (fault instanceof SnapshotException || fault instanceof CatalogueException) {
      return SNAPSHOT;
    }
    if (fault instanceof OutputException) {
      return OUTPUT;
    }
    if (fault instanceof BackendException) {
      return BACKEND;
    }
    if (fault instanceof CommunicationException) {
      return COMMUNICATION;
    }
    return MEMORY;
  }

  /** What is wrong with a command line, without the name of the program. */
  public static String usageMessage(ParameterException fault) {
    if (fault instanceof UnmatchedArgumentException unmatched) {
      return unmatchedMessage(
          unmatched.getUnmatched().get(0), fault.getCommandLine().getCommandSpec());
    }
    String message = fault.getMessage();
    return message.startsWith("Error: ") ? message.substring("Error: ".length()) : message;
  }

  private static String unmatchedMessage(String typed, CommandSpec command) {
    boolean option = typed.startsWith("-");
    if (!option && command.subcommands().isEmpty()) {
      return "'" + typed + "' is one argument too many";
    }
    String word = option ? typed.replaceFirst("=.*", "") : typed;
    Set<String> known = option ? command.optionsMap().keySet() : command.subcommands().keySet();
    String meant =
        Spelling.meant(word, known).map(name -> ": did you mean '" + name + "'?").orElse("");
    return "there is no " + (option ? "option '" : "command '") + word + "'" + meant;
  }

  private static String memoryMessage(Throwable fault) {
    if (fault instanceof MemoryException) {
      return fault.getMessage();
    }
    if (String.valueOf(fault.getMessage()).contains("native thread")) { // no matter of the heap
      return "no more threads can be started: give fewer --ranks or --threads, or raise the limit of"
          + " processes (ulimit -u)";
    }
    long limit = Runtime.getRuntime().maxMemory();
    return "out of memory (%s) with a Java heap of %d MiB: %s"
        .formatted(fault.getMessage(), limit >> 20, JavaHeap.remedy(limit));
  }

  private static boolean verbose(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last.hasMatchedOption("-v");
  }
}
