package org.jzfof.cli;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.VersionProvider;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code jzfof completion}: a script that lets a shell complete commands and options. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    header = "Prints a script for bash or zsh that completes commands and options.",
    description =
        "For bash, and for zsh after \"autoload -U bashcompinit; bashcompinit\". bash loads it"
            + " automatically from ~/.local/share/bash-completion/completions/jzfof.",
    footerHeading = "%nExamples:%n",
    footer = {"  source <(jzfof completion)", "  jzfof completion > jzfof-completion.bash"})
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  private final PrintStream out;

  CompletionCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    out.print(AutoComplete.bash("jzfof", spec.root().commandLine()));
    return ExitCodes.OK;
  }
}
