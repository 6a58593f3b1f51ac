package org.jzfof.groups;

/**
 * The groups of a rank with their properties.
 *
 * @param table all of them, by their members on this rank
 * @param properties merges those of the groups that span ranks
 * @param owned which of the spanning groups have their place in the catalogue from this rank
 * @param rows of the owned groups, by all their members
 */
public record EvaluatedGroups(
    GroupTable table, SharedProperties properties, int[] owned, GroupSums rows)
    implements AutoCloseable {
  @Override
  public void close() {
    table.close();
  }
}
