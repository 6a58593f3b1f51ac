package org.jzfof.subhalo.ranks;

import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.SubhaloProperties;

/** The numbers of a subhalo in a table. */
final class SubhaloRow {
  private SubhaloRow() {}

  /**
   * Writes them.
   *
   * @param group number of its group in the catalogue
   * @param rank in the group
   * @param parent rank of the subhalo around it, or 0
   */
  static void put(
      SubhaloTable table, int row, long group, int rank, int parent, SubhaloProperties of) {
    table.put(SubhaloColumn.GROUP, row, group);
    table.put(SubhaloColumn.RANK, row, rank);
    table.put(SubhaloColumn.PARENT, row, parent);
    table.put(SubhaloColumn.LENGTH, row, of.length());
    table.put(SubhaloColumn.MOST_BOUND, row, of.marked().mostBound());
    table.put(SubhaloColumn.DEEPEST, row, of.marked().deepest());
    table.put(SubhaloColumn.LENGTH_TYPE, row, of.types().length());
    table.put(SubhaloColumn.MASS, row, of.mass());
    table.put(SubhaloColumn.MASS_TYPE, row, of.types().mass());
    table.put(SubhaloColumn.POSITION, row, of.marked().position());
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
