package org.jzfof.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts that are given what makes no sense. */
class ScriptsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sizes|--sizes needs a value",
        "--no-bench --repeat|--repeat needs a value",
        "--repeat x|--repeat is 'x': give a number",
        "--uniform -3|--uniform is '-3': give a number",
        "--sizes 3,4|--sizes is '3,4': give a number",
        "--prototype /nowhere|--prototype is /nowhere: there is no fof.cu in it",
        "--bogus|unknown argument '--bogus'"
      })
  void gpuCheck(String options, String message) {
    List<String> command = new ArrayList<>(List.of("bash", "scripts/gpu-check.sh"));
    command.addAll(List.of(options.split(" ")));
    Programs.Answer answer = Programs.ask(command.toArray(String[]::new));
    assertEquals(1, answer.lines().size(), answer.toString());
    assertTrue(
        answer.fault().startsWith("ends with exit status 2: gpu-check: error: " + message),
        answer.fault());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|name a snapshot",
        "FILE --ranks|--ranks needs a value",
        "FILE --ranks 2,3|--ranks is '2,3': give numbers"
      })
  void sameBits(String options, String message) {
    String command = "PYTHON=true bash scripts/same-bits.sh " + (options == null ? "" : options);
    Programs.Answer answer = Programs.ask("bash", "-c", command);
    assertTrue(
        answer.fault().startsWith("ends with exit status 2: same-bits: error: " + message),
        answer.fault());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|name a snapshot",
        "FILE --only|--only needs a value",
        "FILE --repeat 0|--repeat is '0': give a number of at least 1"
      })
  void commands(String options, String message) {
    String command = "bash scripts/commands.sh " + (options == null ? "" : options);
    Programs.Answer answer = Programs.ask("bash", "-c", command);
    assertTrue(
        answer.fault().startsWith("ends with exit status 2: commands: error: " + message),
        answer.fault());
  }

  /** A folder that was named is not replaced by another one. */
  @Test
  void aNativeFolderThatWasNamedHoldsTheLibrary() {
    String find = "JZFOF_NATIVE=%s; . scripts/common.sh; find_native && echo $native";
    assertFalse(Programs.ask("bash", "-c", find.formatted("/nowhere")).succeeded());
    assertTrue(Programs.ask("bash", "-c", find.formatted("")).succeeded());
  }
}
