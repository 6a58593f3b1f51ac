package org.jzfof.groups;

/**
 * The groups of a rank with their properties.
 *
 * @param table all groups, evaluated from their members on this rank
 * @param properties merges the properties of the groups that span ranks
 * @param owned indices of the spanning groups that this rank adds to the catalogue
 * @param rows sums of the owned groups over all their members
 */
public record EvaluatedGroups(
    GroupTable table, SharedProperties properties, int[] owned, GroupSums rows)
    implements AutoCloseable {
  @Override
  public void close() {
    table.close();
  }
}
