package org.jzfof.catalogue.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.catalogue.columns.CatalogueColumn.Owner;

/** The tables of columns, and the page of the manual that is made of them. */
class QuantitiesPageTest {
  private static final Path PAGE = Path.of("docs/user/quantities.md");

  /** Has the page written instead of compared: -Djzfof.test.write=true. */
  private static final boolean WRITE = Boolean.getBoolean("jzfof.test.write");

  private static final Pattern WORD = Pattern.compile("\\{([^}]*)}");

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("centre", "the centre"),
          Map.entry("frame", "physical (`tng`, `swift`: comoving)"),
          Map.entry("softening", "`--softening`"),
          Map.entry("particles", "the particles"),
          Map.entry("density", "*Δ*"),
          Map.entry("inside, 0", "inside the sphere of mean density *Δ*; 0 if there is none"),
          Map.entry("inside, NaN", "inside the sphere of mean density *Δ*; NaN if there is none"),
          Map.entry("aperture", "*R*"),
          Map.entry("wrapped", ", wrapped into a periodic box"),
          Map.entry(
              "position",
              "centre: SubhaloPos of the first subhalo with `--subhaloes`, else the centre of the"
                  + " spheres, else the centre of mass"),
          Map.entry("no velocities", ""),
          Map.entry("nside", "`--nside`"),
          Map.entry("times a", ", times a (`yt`, light cones: peculiar velocity)"),
          Map.entry(
              "scale factor",
              "scale factor a; 1 without expansion; on a light cone the mass-weighted mean of the members"),
          Map.entry("first subhalo", "number of the first subhalo; -1 where there is none"));

  @Test
  void everyColumnIsInItsTable() throws IllegalAccessException {
    assertEquals(constants(GroupColumns.class), Set.copyOf(GroupColumns.ALL));
    assertEquals(constants(LightconeColumns.class), Set.copyOf(LightconeColumns.ALL));
    assertEquals(constants(SphereColumns.class), Set.copyOf(SphereColumns.ALL));
    Set<CatalogueColumn> ofSubhaloes = constants(SubhaloColumns.class);
    ofSubhaloes.addAll(ApertureColumns.IN_OWN_RADII);
    assertEquals(ofSubhaloes, Set.copyOf(SubhaloColumns.ALL));
  }

  private static Set<CatalogueColumn> constants(Class<?> table) throws IllegalAccessException {
    Set<CatalogueColumn> all = new HashSet<>();
    for (Field field : table.getDeclaredFields()) {
      if (field.getType() == CatalogueColumn.class && Modifier.isStatic(field.getModifiers())) {
        all.add((CatalogueColumn) field.get(null));
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void noTwoColumnsOfAnOwnerHaveOneName(Layout layout) {
    for (Owner owner : Owner.values()) {
      Set<String> seen = new HashSet<>();
      all()
          .filter(column -> column.owner() == owner)
          .flatMap(column -> column.names(layout).paths().stream())
          .forEach(path -> assertTrue(seen.add(path), layout + " has " + path + " twice"));
    }
  }

  private static Stream<CatalogueColumn> all() {
    return Stream.of(
            GroupColumns.ALL,
            LightconeColumns.ALL,
            SphereColumns.ALL,
            SubhaloColumns.ALL,
            ApertureColumns.ALL)
        .flatMap(List::stream);
  }

  @Test
  void thePageIsMadeOfTheTables() throws IOException {
    String page =
        """
        # Quantities in catalogues

        Every quantity that `jzfof run` can write, with its name in each `--format`, as the table of
        columns in the program has it (this page is made of that table). `{limit}` is the mean density
        of a sphere: Crit200, Mean200, TopHat200 in `gadget` and `tng`; 200_crit, 200_mean, BN98 in
        `swift`; 200c, 200m, vir in `yt`. `{axis}` is x, y or z, and `{type}` the number of a particle
        type. Names are those of `tng` where these differ from `gadget`.

        A unit is that of the file: its attributes say which (`units`, `to_cgs` and powers in `gadget`
        and `tng`; SWIFT's own in `swift`; `units` in `yt`). Lengths are comoving where *comoving*
        stands, in `yt` all are physical. *Physical* lengths are comoving in `tng` and `swift`. No
        unit of `swift` and `yt` has a factor h.

        ## Groups

        %s
        ## Groups of a light cone

        With [`--lightcone`](lightcones.md). In the format `lightcone` other quantities have the names
        of `swift`, if this has them, but for those of the second table.

        %s
        %s
        ## Spheres around groups

        %s
        ## Subhaloes

        %s
        ## Spheres around subhaloes

        With `--apertures`; `{aperture}` is a radius in physical kpc.

        %s"""
            .formatted(
                table(GroupColumns.ALL),
                tableOfLightcones(LightconeColumns.ALL),
                namesOfLightcones(GroupColumns.ALL),
                table(SphereColumns.ALL),
                table(SubhaloColumns.ALL),
                table(ApertureColumns.ALL));
    if (WRITE) {
      Files.writeString(PAGE, page);
    }
    assertEquals(
        Files.readString(PAGE), page, "write it again: mvn surefire:test -Djzfof.test.write=true");
  }

  private static String table(List<CatalogueColumn> columns) {
    return "| `gadget`, `tng` | `swift` | `yt` | values | unit | definition |\n"
        + "|---|---|---|---|---|---|\n"
        + columns.stream().map(QuantitiesPageTest::row).collect(Collectors.joining());
  }

  private static String tableOfLightcones(List<CatalogueColumn> columns) {
    return "| `gadget` | `lightcone` | `yt` | values | unit | definition |\n"
        + "|---|---|---|---|---|---|\n"
        + columns.stream()
            .map(column -> row(column, names(column, Stream.of(Layout.LIGHTCONE))))
            .collect(Collectors.joining());
  }

  /** The columns that have names of their own in the layout of light cones. */
  private static String namesOfLightcones(List<CatalogueColumn> columns) {
    return "| `gadget` | `lightcone` |\n|---|---|\n"
        + columns.stream()
            .filter(column -> column.names().containsKey(Layout.LIGHTCONE))
            .map(
                column ->
                    "| %s | %s |\n"
                        .formatted(gadget(column), names(column, Stream.of(Layout.LIGHTCONE))))
            .collect(Collectors.joining());
  }

  private static String names(CatalogueColumn column, Stream<Layout> layouts) {
    return layouts
        .flatMap(layout -> column.names(layout).paths().stream())
        .distinct()
        .map(QuantitiesPageTest::code)
        .collect(Collectors.joining(", "));
  }

  private static String row(CatalogueColumn column) {
    return row(column, names(column, Stream.of(Layout.SWIFT, Layout.SOAP)));
  }

  private static String row(CatalogueColumn column, String second) {
    return "| %s | %s | %s | %s | %s | %s |\n"
        .formatted(
            gadget(column),
            second,
            names(column, Stream.of(Layout.YT)),
            column.width() == CatalogueColumn.TYPES ? "one per type" : column.width(),
            unit(column),
            words(column.description()));
  }

  private static String gadget(CatalogueColumn column) {
    List<String> gadget = column.names(Layout.GADGET).paths();
    List<String> tng = column.names(Layout.TNG).paths();
    String name = gadget.isEmpty() ? "" : last(gadget.get(0));
    if (gadget.equals(tng)) {
      return name;
    }
    return name + (tng.isEmpty() ? " (not in `tng`)" : " (`tng`: " + last(tng.get(0)) + ")");
  }

  private static String last(String path) {
    return code(path.substring(path.lastIndexOf('/')));
  }

  private static String code(String path) {
    return "`" + path.substring(1) + "`";
  }

  private static String unit(CatalogueColumn column) {
    return switch (column.dimension()) {
      case NUMBER -> column.type().isReal() ? "–" : "integer";
      case ANGLE -> "degrees";
      case MASS -> "mass";
      case POSITION, COMOVING_LENGTH -> "comoving length";
      case PHYSICAL_LENGTH -> "physical length";
      case VELOCITY, SNAPSHOT_VELOCITY, SNAPSHOT_VELOCITY_TIMES_A -> "velocity";
      case LENGTH_VELOCITY -> "physical length × velocity";
      case MASS_RATE -> "mass over time; solar masses per year in `gadget` and `tng`";
    };
  }

  private static String words(String description) {
    return WORD.matcher(description)
        .replaceAll(match -> Matcher.quoteReplacement(word(match.group(1))))
        .replace("|", "\\|");
  }

  private static String word(String word) {
    String said = WORDS.get(word);
    assertTrue(said != null, "no word for {" + word + "}");
    return said;
  }
}
