package org.jzfof.cli.common;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Lists the options of a command under headings. */
public final class OptionGroups {
  /** Heading of options without an annotation. */
  private static final String DEFAULT_HEADING = "Options";

  /** Headings in the order of their output; other headings follow the order of their options. */
  private static final List<String> ORDER =
      List.of(
          DEFAULT_HEADING,
          Heading.SNAPSHOT,
          Heading.GROUPS,
          Heading.SPHERES,
          Heading.SUBHALOES,
          Heading.QUERIES,
          Heading.OUTPUT,
          Heading.SEVERAL,
          Heading.COMPUTER,
          Heading.GENERAL);

  /** The heading under which help and manual pages list an option, or all options of a class. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.FIELD})
  public @interface Heading {
    String SNAPSHOT = "Snapshot";
    String SEVERAL = "Several snapshots";
    String GROUPS = "Groups";
    String SPHERES = "Spheres and properties";
    String SUBHALOES = "Subhaloes";
    String QUERIES = "Queries";
    String OUTPUT = "Output";
    String COMPUTER = "Threads, ranks and GPUs";
    String GENERAL = "General";

    /** Heading; options with the same heading stand together, wherever they are declared. */
    String value();
  }

  private OptionGroups() {}

  /** Returns the visible options by heading. */
  public static Map<String, List<OptionSpec>> of(CommandSpec spec) {
    Map<String, List<OptionSpec>> found = new LinkedHashMap<>();
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        found.computeIfAbsent(heading(option), h -> new ArrayList<>()).add(option);
      }
    }
    Map<String, List<OptionSpec>> ordered = new LinkedHashMap<>();
    found.keySet().stream()
        .sorted(Comparator.comparingInt(ORDER::indexOf))
        .forEach(heading -> ordered.put(heading, found.get(heading)));
    return ordered;
  }

  private static String heading(OptionSpec option) {
    boolean ofAllCommands = option.usageHelp() || option.versionHelp();
    if (ofAllCommands || !(option.userObject() instanceof Field field)) {
      return Heading.GENERAL;
    }
    String heading = heading(field);
    for (Class<?> c = field.getDeclaringClass(); heading == null && c != null; ) {
      heading = heading(c);
      c = c.getEnclosingClass();
    }
    return heading == null ? DEFAULT_HEADING : heading;
  }

  private static String heading(AnnotatedElement element) {
    Heading heading = element.getAnnotation(Heading.class);
    return heading == null ? null : heading.value();
  }

  /** Makes the help of a command, and of its subcommands, list options under headings. */
  public static CommandLine install(CommandLine command) {
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroups::text);
    command.getSubcommands().values().forEach(OptionGroups::install);
    return command;
  }

  private static String text(Help help) {
    StringBuilder text = new StringBuilder();
    of(help.commandSpec())
        .forEach(
            (heading, options) -> {
              Help.Layout layout = help.createDefaultLayout();
              layout.addOptions(options, help.parameterLabelRenderer());
              text.append("%n%s:%n".formatted(heading)).append(layout);
            });
    return text.toString();
  }
}
