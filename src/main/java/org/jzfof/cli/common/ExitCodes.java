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
import org.jzfof.error.Spelling;
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

  /** Exit code of a batch that has stopped before its end; this is no failure. */
  public static final int UNFINISHED = 8;

  /** Exit code for two compared catalogues that differ; this is no failure. */
  public static final int DIFFERENT = 9;

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|[\\u0080-\\u009f]");

  private ExitCodes() {}

  /** Reports a failure at the end of the program. */
  @FunctionalInterface
  public interface FailureHandler {
    /** Reports a failure and returns the exit code. */
    int handle(Throwable fault, boolean verbose);
  }

  /** Installs jzfof's reports of failures in a command line. */
  public static CommandLine install(
      CommandLine jzfof, PrintStream out, PrintStream err, FailureHandler handler) {
    return jzfof
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setParameterExceptionHandler(
            (fault, args) -> {
              String name = fault.getCommandLine().getCommandSpec().qualifiedName();
              String message = usageMessage(fault) + " (see " + name + " --help)";
              return handler.handle(new UsageException(message), false);
            })
        .setExecutionExceptionHandler(
            (fault, command, parsed) -> handler.handle(fault, isVerbose(parsed)));
  }

  /** Prints one line about a failure, and the stack trace if verbose or for an internal error. */
  public static int report(Throwable fault, PrintStream err, boolean verbose) {
    int code = of(fault);
    err.println("jzfof: error: " + message(fault));
    if (verbose || isInternal(fault)) {
      fault.printStackTrace(err);
    }
    return code;
  }

  /** Prints a warning in one line. */
  public static void warn(PrintStream err, String warning) {
    err.println("jzfof: warning: " + oneLine(warning));
  }

  /** Returns the line about a failure, without the name of the program. */
  public static String message(Throwable fault) {
    return oneLine(text(fault));
  }

  /** Escapes the control characters of a text, such as a newline in a file name. */
  public static String oneLine(String text) {
    return CONTROL.matcher(text).replaceAll(c -> "\\\\" + escape(c.group().charAt(0)));
  }

  private static String escape(char control) {
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

  /** Returns whether a failure is an internal error of jzfof. */
  public static boolean isInternal(Throwable fault) {
    if (fault instanceof RankFailedException failed) {
      return isInternal(failed.getCause());
    }
    return !(fault instanceof JzfofException || fault instanceof OutOfMemoryError);
  }

  /** Returns the exit code of a failure. */
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

  /** Describes an error in a command line, without the name of the program. */
  public static String usageMessage(ParameterException fault) {
    if (fault instanceof UnmatchedArgumentException unmatched) {
      return unmatchedMessage(
          unmatched.getUnmatched().get(0), fault.getCommandLine().getCommandSpec());
    }
    String message = fault.getMessage();
    return message.startsWith("Error: ") ? message.substring("Error: ".length()) : message;
  }

  private static String unmatchedMessage(String argument, CommandSpec command) {
    boolean option = argument.startsWith("-");
    if (!option && command.subcommands().isEmpty()) {
      return "'" + argument + "' is one argument too many";
    }
    String word = option ? argument.replaceFirst("=.*", "") : argument;
    Set<String> known = option ? command.optionsMap().keySet() : command.subcommands().keySet();
    String suggestion =
        Spelling.suggestion(word, known).map(name -> ": did you mean '" + name + "'?").orElse("");
    return "there is no " + (option ? "option '" : "command '") + word + "'" + suggestion;
  }

  private static String memoryMessage(Throwable fault) {
    if (fault instanceof MemoryException) {
      return fault.getMessage();
    }
    if (String.valueOf(fault.getMessage()).contains("native thread")) { // not the heap
      return "no more threads can be started: give fewer --ranks or --threads, or raise the limit of"
          + " processes (ulimit -u)";
    }
    long limit = Runtime.getRuntime().maxMemory();
    return "out of memory (%s) with a Java heap of %d MiB: %s"
        .formatted(fault.getMessage(), limit >> 20, JavaHeap.remedy(limit));
  }

  private static boolean isVerbose(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last.hasMatchedOption("-v");
  }
}
