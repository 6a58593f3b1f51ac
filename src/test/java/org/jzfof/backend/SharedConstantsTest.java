package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Constants that kernels share with Java: a comment behind those of {@code cuda/} names the one of
 * Java, as in {@code constexpr u32 ROUNDS = 4; // MockParticles.ROUNDS}, and both must be equal.
 */
class SharedConstantsTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern SHARED =
      Pattern.compile("constexpr (\\w+) \\w+ = ([^;]+); *// ([A-Z]\\w+)\\.([A-Z][A-Z0-9_]+)\\b");
  private static final Pattern SHIFT = Pattern.compile("(\\w+) << (\\w+)");

  private record Constant(String text, String type, String value, String owner, String name) {
    Number ofCuda() {
      if (type.equals("double") || type.equals("float")) {
        return Double.valueOf(value.contains("x") && !value.contains("p") ? value + "p0" : value);
      }
      Matcher shift = SHIFT.matcher(value);
      return shift.matches() ? whole(shift.group(1)) << whole(shift.group(2)) : whole(value);
    }

    private static long whole(String literal) {
      if (literal.startsWith("~")) {
        return ~whole(literal.substring(1)) & 0xffffffffL;
      }
      String digits = literal.replaceFirst("u?l?l?$", "");
      return digits.startsWith("0x")
          ? Long.parseUnsignedLong(digits.substring(2), 16)
          : Long.parseLong(digits);
    }

    Number ofJava() throws IOException, ReflectiveOperationException {
      Field field = classOf(owner).getDeclaredField(name);
      field.setAccessible(true);
      Number java = (Number) field.get(null);
      if (java instanceof Double) {
        return java;
      }
      boolean unsigned = java instanceof Integer && type.startsWith("u");
      return unsigned ? Integer.toUnsignedLong(java.intValue()) : java.longValue();
    }
  }

  private static Class<?> classOf(String name) throws IOException, ClassNotFoundException {
    try (Stream<Path> all = Files.walk(SOURCES)) {
      if (name.equals("Math")) {
        return Math.class;
      }
      List<Path> found = all.filter(f -> f.endsWith(name + ".java")).toList();
      assertEquals(1, found.size(), name + ": " + found);
      String path = SOURCES.relativize(found.get(0)).toString();
      return Class.forName(path.replace('/', '.').replaceFirst("\\.java$", ""));
    }
  }

  private static List<Constant> shared() throws IOException {
    List<Constant> constants = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("cuda"))) {
      for (Path file : all.sorted().toList()) {
        SHARED
            .matcher(Files.readString(file))
            .results()
            .map(m -> new Constant(m.group(), m.group(1), m.group(2), m.group(3), m.group(4)))
            .forEach(constants::add);
      }
    }
    return constants;
  }

  @Test
  void kernelsHaveTheConstantsOfJava() throws IOException, ReflectiveOperationException {
    List<Constant> constants = shared();
    assertTrue(constants.size() >= 30, constants.size() + " constants");
    for (Constant constant : constants) {
      assertEquals(constant.ofJava(), constant.ofCuda(), constant.text);
    }
  }
}
