package org.jzfof.subhalo;

/**
 * A subhalo.
 *
 * @param members places in its group, by increasing energy, equal ones by ID: the most bound first
 * @param deepest the member of lowest potential, of equal ones that with the smallest ID
 * @param parent rank in the group of the subhalo around it, or 0
 */
public record Subhalo(int[] members, int deepest, int parent, SubhaloProperties properties) {
  /** Number of members. */
  public int length() {
    return members.length;
  }
}
