package org.jzfof.subhalo.ranks;

import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.Subhalo;
import org.jzfof.subhalo.SubhaloProperties;
import org.jzfof.subhalo.members.SubhaloMembers;

/** The numbers of a subhalo in a table. */
final class SubhaloRow {
  private SubhaloRow() {}

  /**
   * Writes all but group and rank.
   *
   * @param start first member of its group
   */
  static void put(SubhaloTable table, int row, SubhaloMembers members, int start, Subhalo subhalo) {
    SubhaloProperties of = subhalo.properties();
    int deepest = start + subhalo.deepest();
    double[] position = new double[3];
    for (int d = 0; d < 3; d++) {
      position[d] = members.map().toLength(members.place()[3 * deepest + d], d);
    }
    table.put(SubhaloColumn.PARENT, row, subhalo.parent());
    table.put(SubhaloColumn.LENGTH, row, subhalo.length());
    table.put(SubhaloColumn.MOST_BOUND, row, members.id()[start + subhalo.members()[0]]);
    table.put(SubhaloColumn.DEEPEST, row, members.id()[deepest]);
    table.put(SubhaloColumn.LENGTH_TYPE, row, of.types().length());
    table.put(SubhaloColumn.MASS, row, of.mass());
    table.put(SubhaloColumn.MASS_TYPE, row, of.types().mass());
    table.put(SubhaloColumn.POSITION, row, position);
    table.put(SubhaloColumn.CENTRE_OF_MASS, row, of.centreOfMass());
    table.put(SubhaloColumn.VELOCITY, row, of.velocity());
    table.put(SubhaloColumn.DISPERSION, row, of.dispersion());
    table.put(SubhaloColumn.SPIN, row, of.spin());
    table.put(SubhaloColumn.VMAX, row, of.maximum());
    table.put(SubhaloColumn.VMAX_RADIUS, row, of.maximumRadius());
    table.put(SubhaloColumn.HALF_MASS_RADIUS, row, of.radii().halfMass());
    table.put(SubhaloColumn.HALF_MASS_RADIUS_TYPE, row, of.radii().halfMassOfType());
    table.put(SubhaloColumn.ENCLOSING_RADIUS, row, of.radii().enclosing());
  }
}
