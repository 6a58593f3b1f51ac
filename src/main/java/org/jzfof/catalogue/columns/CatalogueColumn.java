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
 * {@link SphereColumns} or {@link SubhaloColumns}. This row is the only description of a quantity
 * for all code that writes or reads a catalogue.
 *
 * @param owner kind of object that has the quantity
 * @param width number of values of each owner; {@link #TYPES} for one of each particle type
 * @param description description of the values, with words in braces that {@link ColumnWords} fills
 *     in
 * @param limit mean density of the sphere; null for other columns, and for a column of any sphere
 * @param aperture radius of the sphere, null likewise
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
  /** Width of a column with a value of each particle type. */
  public static final int TYPES = 0;

  /** Kind of object that has a quantity. */
  public enum Owner {
    GROUP,
    /** A sphere of a given mean density around the centre of a group. */
    SPHERE,
    SUBHALO,
    /** A sphere of a given radius around a subhalo. */
    APERTURE;

    /** Returns whether there is one value, or row of values, for each subhalo. */
    public boolean isOfSubhaloes() {
      return this == SUBHALO || this == APERTURE;
    }
  }

  /**
   * The values of the owners of a rank, one owner after another.
   *
   * @param numbers in units of the snapshot, with comoving lengths; radii of subhaloes, and
   *     products of lengths and velocities of subhaloes, are physical; counts are exact below 2^53;
   *     null for IDs
   * @param ids IDs; null for other columns
   */
  public record Values(IntToDoubleFunction numbers, IntToLongFunction ids) {}

  /** Source of the values of a column. */
  @FunctionalInterface
  interface Source {
    /**
     * Returns the values of this rank; empty if the run has not measured them.
     *
     * @param sphere index of the sphere among those of a group or subhalo; negative for other
     *     columns
     */
    Optional<Values> of(CatalogueRows rows, int sphere);
  }

  /** Creates a column that no layout contains yet, without values. */
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

  /** Creates a column of subhaloes from a column of their table. */
  static CatalogueColumn ofTable(
      SubhaloColumn column, ColumnType type, Dimension dimension, String description) {
    int width = column.ofEachType() ? TYPES : column.width(0, 0);
    return of(Owner.SUBHALO, type, width, dimension, description)
        .from(
            (rows, s) -> {
              SubhaloTable table = rows.groups().subhaloes();
              if (type.isReal()) {
                return numbers(table.realsOf(column));
              }
              IntToLongFunction integers = table.integersOf(column);
              return numbers(i -> integers.applyAsLong(i));
            });
  }

  /** Returns the column with a name in a layout. */
  CatalogueColumn named(Layout layout, String path) {
    return named(layout, Names.at(path));
  }

  /** Returns the column with a name and a different description in a layout. */
  CatalogueColumn named(Layout layout, String path, String text) {
    return named(layout, Names.at(path).described(text));
  }

  /** Returns the column with names in a layout. */
  CatalogueColumn named(Layout layout, Names named) {
    Map<Layout, Names> more = new EnumMap<>(Layout.class);
    more.putAll(names);
    more.put(layout, named);
    return new CatalogueColumn(
        owner, type, width, dimension, description, more, source, limit, aperture);
  }

  /** Returns the column with a source of values. */
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

  /** Returns the column for one mean density, from a column for any. */
  public CatalogueColumn at(Overdensity of) {
    Map<Layout, Names> named = new EnumMap<>(Layout.class);
    names.forEach(
        (layout, layoutNames) -> named.put(layout, layoutNames.of(Names.LIMIT, layout.text(of))));
    return new CatalogueColumn(owner, type, width, dimension, description, named, source, of, null);
  }

  /** Returns the column for one radius, from a column for any. */
  public CatalogueColumn at(Aperture of) {
    Map<Layout, Names> named = new EnumMap<>(Layout.class);
    names.forEach(
        (layout, layoutNames) -> named.put(layout, layoutNames.of(Names.APERTURE, of.toString())));
    return new CatalogueColumn(owner, type, width, dimension, description, named, source, null, of);
  }

  /** Returns whether the column is for any sphere; {@link #at} returns the column for one. */
  public boolean isOfAnySphere() {
    return names.values().stream()
        .anyMatch(
            layoutNames ->
                layoutNames.splitAt(Names.LIMIT) != null
                    || layoutNames.splitAt(Names.APERTURE) != null);
  }

  /**
   * Returns the names in a layout. IllustrisTNG uses the names of Gadget-4 unless it has others,
   * SWIFT's layout uses SOAP's names of spheres, and that of light cones SWIFT's unless it has
   * others.
   */
  public Names names(Layout layout) {
    Layout other =
        switch (layout) {
          case TNG -> Layout.GADGET;
          case SOAP -> owner == Owner.SPHERE ? Layout.SWIFT : layout;
          case LIGHTCONE -> Layout.SWIFT;
          case GADGET, SWIFT, YT -> layout;
        };
    return names.getOrDefault(layout, names.getOrDefault(other, Names.NONE));
  }

  /** Returns the path of the only dataset of the column in a layout. */
  public String path(Layout layout) {
    return names(layout).paths().get(0);
  }

  /** Returns the name for users and messages: that of Gadget-4 if there is one. */
  public String name() {
    List<String> paths = names(Layout.GADGET).paths();
    String path = paths.isEmpty() ? names.values().iterator().next().paths().get(0) : paths.get(0);
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Returns the values of this rank; empty if the run has not measured them. */
  Optional<Values> values(CatalogueRows rows) {
    int sphere = limit == null ? -1 : rows.groups().spheres().limits().indexOf(limit);
    List<Aperture> apertures = rows.groups().subhaloes().options().apertures();
    return source.of(rows, aperture == null ? sphere : apertures.indexOf(aperture));
  }

  /** Returns the number of values of an owner for a number of particle types. */
  public int width(int types) {
    return width == TYPES ? types : width;
  }

  /** Returns whether the values of an owner are the components of one or several vectors. */
  public boolean hasVectors() {
    return type.isReal() && width != TYPES && width % 3 == 0;
  }
}
