package org.jzfof.catalogue.columns;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jzfof.config.Overdensity;
import org.jzfof.config.SubhaloOptions.Aperture;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/**
 * A quantity of groups, of the spheres around them, or of subhaloes: a row of {@link GroupColumns},
 * {@link SphereColumns} or {@link SubhaloColumns}. All that writes or reads a catalogue knows a
 * quantity by this row alone.
 *
 * @param owner what has it
 * @param type kind of its values
 * @param width values of each owner; {@link #TYPES} for one of each particle type
 * @param dimension what they are measured in
 * @param description what they are, with words in braces that {@link ColumnWords} fills in
 * @param names in the layouts
 * @param source where the values come from
 * @param limit mean density of the sphere; null of other columns, and where any is meant
 * @param aperture radius of the sphere, in the same way
 */
public record CatalogueColumn(
    Owner owner,
    ColumnType type,
    int width,
    Dimension dimension,
    String description,
    Map<Layout, Names> names,
    Source source,
    Overdensity limit,
    Aperture aperture) {
  /** The width of a column with a value of each particle type. */
  public static final int TYPES = 0;

  /** What has a quantity. */
  public enum Owner {
    GROUP,
    /** A sphere of a given mean density around the centre of a group. */
    SPHERE,
    SUBHALO,
    /** A sphere of a given radius around a subhalo. */
    APERTURE;

    /** Whether there is one value, or row of values, for each subhalo. */
    public boolean isOfSubhaloes() {
      return this == SUBHALO || this == APERTURE;
    }
  }

  /**
   * Values of the owners of a rank, one after the other.
   *
   * @param numbers in units of the snapshot, with comoving lengths; radii of subhaloes are
   *     physical, and so are lengths times velocities of them; counts stay exact below 2^53; null
   *     for IDs
   * @param ids null for others
   */
  public record Values(IntToDoubleFunction numbers, IntToLongFunction ids) {}

  /** Where the values of a column come from. */
  @FunctionalInterface
  interface Source {
    /**
     * The values of this rank; empty where the run has not measured them.
     *
     * @param sphere number of the sphere among those of a group or subhalo; negative of other
     *     columns
     */
    Optional<Values> of(CatalogueRows rows, int sphere);
  }

  /** A column that no layout has yet, with no values. */
  static CatalogueColumn of(
      Owner owner, ColumnType type, int width, Dimension dimension, String description) {
    return new CatalogueColumn(
        owner,
        type,
        width,
        dimension,
        description,
        Map.of(),
        (rows, s) -> Optional.empty(),
        null,
        null);
  }

  /** A column of subhaloes that has the values of one of their table. */
  static CatalogueColumn ofTable(
      SubhaloColumn column, ColumnType type, Dimension dimension, String description) {
    int width = column.ofEachType() ? TYPES : column.width(0, 0);
    return of(Owner.SUBHALO, type, width, dimension, description)
        .from(
            (rows, s) -> {
              SubhaloTable table = rows.groups().subhaloes();
              int n = column.width(table.types(), table.apertures());
              return type.isReal()
                  ? numbers(i -> table.real(column, i / n, i % n))
                  : numbers(i -> table.integer(column, i / n, i % n));
            });
  }

  /** The same column with a name. */
  CatalogueColumn named(Layout layout, String path) {
    return named(layout, Names.at(path));
  }

  /** The same column with a name and a description of its own there. */
  CatalogueColumn named(Layout layout, String path, String text) {
    return named(layout, Names.at(path).described(text));
  }

  /** The same column with names. */
  CatalogueColumn named(Layout layout, Names named) {
    Map<Layout, Names> more = new EnumMap<>(Layout.class);
    more.putAll(names);
    more.put(layout, named);
    return new CatalogueColumn(
        owner, type, width, dimension, description, more, source, limit, aperture);
  }

  /** The same column with values. */
  CatalogueColumn from(Source values) {
    return new CatalogueColumn(
        owner, type, width, dimension, description, names, values, limit, aperture);
  }

  static Optional<Values> numbers(IntToDoubleFunction numbers) {
    return Optional.of(new Values(numbers, null));
  }

  static Optional<Values> ids(IntToLongFunction ids) {
    return Optional.of(new Values(null, ids));
  }

  /** The column of the sphere of a mean density, of one that is of any. */
  public CatalogueColumn at(Overdensity of) {
    Map<Layout, Names> named = new EnumMap<>(Layout.class);
    names.forEach((layout, some) -> named.put(layout, some.of(Names.LIMIT, layout.text(of))));
    return new CatalogueColumn(owner, type, width, dimension, description, named, source, of, null);
  }

  /** The column of the sphere of a radius, of one that is of any. */
  public CatalogueColumn at(Aperture of) {
    Map<Layout, Names> named = new EnumMap<>(Layout.class);
    names.forEach((layout, some) -> named.put(layout, some.of(Names.APERTURE, of.toString())));
    return new CatalogueColumn(owner, type, width, dimension, description, named, source, null, of);
  }

  /** Whether it is of any sphere: {@link #at} has the column of one. */
  public boolean isOfAnySphere() {
    return names.values().stream()
        .anyMatch(some -> some.around(Names.LIMIT) != null || some.around(Names.APERTURE) != null);
  }

  /**
   * What a layout calls it. IllustrisTNG has the names of Gadget-4 where it has no others, and
   * spheres are in SWIFT's layout where SOAP has them.
   */
  public Names names(Layout layout) {
    Layout other =
        switch (layout) {
          case TNG -> Layout.GADGET;
          case SOAP -> owner == Owner.SPHERE ? Layout.SWIFT : layout;
          case GADGET, SWIFT, YT -> layout;
        };
    return names.getOrDefault(layout, names.getOrDefault(other, Names.NONE));
  }

  /** Path of its dataset in a layout that has one for it. */
  public String path(Layout layout) {
    return names(layout).paths().get(0);
  }

  /** The name by which people and messages know it: that of Gadget-4 where there is one. */
  public String name() {
    List<String> paths = names(Layout.GADGET).paths();
    String path = paths.isEmpty() ? names.values().iterator().next().paths().get(0) : paths.get(0);
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The values of this rank; empty where the run has not measured them. */
  Optional<Values> values(CatalogueRows rows) {
    int sphere = limit == null ? -1 : rows.groups().spheres().limits().indexOf(limit);
    List<Aperture> apertures = rows.groups().subhaloes().options().apertures();
    return source.of(rows, aperture == null ? sphere : apertures.indexOf(aperture));
  }

  /** Numbers of an owner where there are so many particle types. */
  public int width(int types) {
    return width == TYPES ? types : width;
  }

  /** Whether the values of an owner are the components of one vector or several. */
  public boolean hasVectors() {
    return type.isReal() && width != TYPES && width % 3 == 0;
  }
}
