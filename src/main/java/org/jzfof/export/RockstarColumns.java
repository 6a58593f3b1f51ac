package org.jzfof.export;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * The columns of out_N.list, by the names and in the order of ROCKSTAR (io/meta_io.c), with the
 * parents that its find_parents adds.
 */
final class RockstarColumns {
  private static final String HALF = "500c";

  /**
   * A column.
   *
   * @param known whether a catalogue can fill it
   */
  private record Quantity(
      String name,
      Predicate<RockstarHaloes> known,
      Function<RockstarBlock, long[]> integers,
      Function<RockstarBlock, double[]> reals) {}

  private final List<Quantity> quantities = new ArrayList<>();

  private RockstarColumns() {
    integer("ID", haloes -> true, RockstarBlock::ids);
    integer("DescID", RockstarHaloes::haveDescendants, RockstarBlock::descendants);
    real("Mvir", RockstarHaloes::hasVirialMass, RockstarBlock::mass);
    own("Vmax", SubhaloColumns.VMAX, GroupColumns.VMAX, RockstarBlock::vmax);
    own(
        "Vrms",
        SubhaloColumns.VELOCITY_DISPERSION,
        GroupColumns.VELOCITY_DISPERSION,
        RockstarBlock::vrms);
    real("Rvir", RockstarHaloes::hasVirialMass, RockstarBlock::radius);
    real("Rs", RockstarColumns::haveScaleRadii, RockstarBlock::scaleRadius);
    integer("Np", haloes -> true, RockstarBlock::lengths);
    vector("X Y Z", SubhaloColumns.POSITION, GroupColumns.POSITION, RockstarBlock::position);
    vector("VX VY VZ", SubhaloColumns.VELOCITY, GroupColumns.VELOCITY, RockstarBlock::velocity);
    vector("JX JY JZ", SubhaloColumns.SPIN, GroupColumns.SPIN, RockstarBlock::angularMomentum);
    never("Spin");
    own(
        "rs_klypin",
        SubhaloColumns.VMAX_RADIUS,
        GroupColumns.VMAX_RADIUS,
        RockstarBlock::peakScaleRadius);
    mass("Mvir_all", "vir");
    mass("M200b", "200m");
    mass("M200c", "200c");
    mass("M500c", HALF);
    mass("M2500c", "2500c");
    own("Xoff", SubhaloColumns.CENTRE_OF_MASS, GroupColumns.CENTRE_OF_MASS, RockstarBlock::offset);
    never("Voff");
    own("spin_bullock", SubhaloColumns.SPIN, GroupColumns.SPIN, RockstarBlock::spinParameter);
    shape("vir", "");
    shape(HALF, "(500c)");
    never("T/|U|");
    never("M_pe_Behroozi");
    never("M_pe_Diemer");
    own(
        "Halfmass_Radius",
        SubhaloColumns.HALF_MASS_RADIUS,
        GroupColumns.HALF_MASS_RADIUS,
        RockstarBlock::halfMassRadius);
    integer("PID", RockstarHaloes::hasParents, RockstarBlock::parents);
  }

  private static boolean haveScaleRadii(RockstarHaloes haloes) {
    return haloes.has(SubhaloColumns.VMAX_RADIUS, GroupColumns.VMAX_RADIUS)
        || haloes.has(SphereColumns.CONCENTRATION, "vir");
  }

  private void integer(
      String name, Predicate<RockstarHaloes> known, Function<RockstarBlock, long[]> values) {
    quantities.add(new Quantity(name, known, values, null));
  }

  private void real(
      String name, Predicate<RockstarHaloes> known, Function<RockstarBlock, double[]> values) {
    quantities.add(new Quantity(name, known, null, values));
  }

  private void own(
      String name,
      CatalogueColumn ofSubhaloes,
      CatalogueColumn ofGroups,
      Function<RockstarBlock, double[]> values) {
    real(name, haloes -> haloes.has(ofSubhaloes, ofGroups), values);
  }

  /** Returns the values of a component of a vector. */
  @FunctionalInterface
  private interface Component {
    double[] of(RockstarBlock block, int axis);
  }

  private void vector(
      String names, CatalogueColumn ofSubhaloes, CatalogueColumn ofGroups, Component values) {
    String[] axes = names.split(" ");
    for (int d = 0; d < axes.length; d++) {
      int axis = d;
      own(axes[d], ofSubhaloes, ofGroups, block -> values.of(block, axis));
    }
  }

  private void mass(String name, String limit) {
    real(name, haloes -> haloes.has(SphereColumns.MASS, limit), block -> block.sphereMass(limit));
  }

  /** Adds axis ratios and the direction of the longest axis, of length 1. */
  private void shape(String limit, String suffix) {
    String[] ratios = {"b_to_a", "c_to_a"};
    for (int r = 0; r < ratios.length; r++) {
      sphere(ratios[r] + suffix, SphereColumns.AXIS_RATIOS, limit, r);
    }
    for (int d = 0; d < 3; d++) {
      sphere("A[" + "xyz".charAt(d) + "]" + suffix, SphereColumns.AXES, limit, d);
    }
  }

  private void sphere(String name, CatalogueColumn column, String limit, int component) {
    real(
        name,
        haloes -> haloes.has(column, limit),
        block -> block.sphere(RockstarHaloes.sphere(column, limit), component));
  }

  private void never(String name) {
    real(name, haloes -> false, block -> block.each(i -> 0));
  }

  /** Returns the columns of haloes. */
  static NamedColumns of(RockstarHaloes haloes) {
    NamedColumns columns =
        new NamedColumns(
            haloes.areSubhaloes() ? "subhaloes" : "groups", haloes.count(), name -> "");
    for (Quantity quantity : new RockstarColumns().quantities) {
      columns.add(
          new TableColumn(
              quantity.name,
              quantity.reals == null ? Hdf5Type.INT64 : Hdf5Type.FLOAT32,
              List.of(quantity.name),
              "",
              "",
              rows ->
                  quantity.reals == null
                      ? new Numbers(null, quantity.integers.apply(haloes.block(rows)))
                      : new Numbers(quantity.reals.apply(haloes.block(rows)), null)),
          List.of());
    }
    return columns;
  }

  /** Returns the names of the columns that the catalogue of the haloes cannot fill. */
  static List<String> missing(RockstarHaloes haloes) {
    return new RockstarColumns()
        .quantities.stream()
            .filter(quantity -> haloes.count() > 0 && !quantity.known.test(haloes))
            .map(Quantity::name)
            .toList();
  }
}
