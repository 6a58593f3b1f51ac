package org.jzfof.catalogue.stored;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.error.CatalogueException;

/**
 * The particle types in a list of member IDs: in a group subhalo by subhalo, in each type by type,
 * then the members outside all subhaloes type by type. Older catalogues of jzfof list the members
 * of a subhalo in another order; they lack the attribute {@link GroupLayout#BY_TYPE}.
 */
final class ListedTypes {
  private final StoredCatalogue catalogue;
  private final ListedIds listed;

  ListedTypes(StoredCatalogue catalogue, ListedIds listed) {
    this.catalogue = catalogue;
    this.listed = listed;
  }

  /** Returns the first member of each subhalo in the list. */
  long[] firstOfSubhaloes() {
    StoredTable subhaloes = catalogue.subhaloTable();
    long[] length = subhaloes.longs(SubhaloColumns.LENGTH);
    long[] group = subhaloes.longs(SubhaloColumns.GROUP);
    long[] start = StoredMembers.exclusiveSums(catalogue.groupTable().longs(GroupColumns.LENGTH));
    long[] first = new long[length.length];
    for (int s = 0; s < first.length; s++) {
      if (group[s] < 0 || group[s] >= start.length) {
        throw new CatalogueException(
            "subhalo %d of %s is of group %d, but there are %d: write the catalogue again"
                .formatted(s, catalogue.files().get(0), group[s], start.length));
      }
      boolean same = s > 0 && group[s] == group[s - 1];
      first[s] = same ? first[s - 1] + length[s - 1] : start[(int) group[s]];
    }
    return first;
  }

  /**
   * Returns a column for each chosen type of the subhaloes; empty if one column of all members
   * does.
   *
   * @param first first member of each subhalo
   */
  Optional<List<IdColumn>> ofSubhaloes(long[] first, MemberChoice choice) {
    StoredTable table = catalogue.subhaloTable();
    if (choice.types().length == 0
        && !(listed.areByType() && table.has(SubhaloColumns.LENGTH_OF_TYPES))) {
      return Optional.empty();
    }
    TypeCounts counts = counts(table, SubhaloColumns.LENGTH_OF_TYPES, choice);
    if (counts.present().length < 2 && isAllOf(choice, counts)) {
      return Optional.empty();
    }
    requireByType(choice, counts);
    return Optional.of(
        IntStream.of(counts.present())
            .filter(choice::has)
            .mapToObj(t -> new IdColumn(counts.firstOfType(first, t), counts.ofType(t), listed))
            .toList());
  }

  /**
   * Returns a column for each chosen type of the groups; empty if these are all types with members.
   *
   * @param first first member of each group
   */
  Optional<List<IdColumn>> ofGroups(long[] first, MemberChoice choice) {
    TypeCounts counts = counts(catalogue.groupTable(), GroupColumns.LENGTH_OF_TYPES, choice);
    if (isAllOf(choice, counts)) {
      return Optional.empty();
    }
    int[] types = IntStream.of(counts.present()).filter(choice::has).toArray();
    if (!catalogue.hasSubhaloes() || catalogue.subhaloTable().rows() == 0) {
      return Optional.of(
          IntStream.of(types)
              .mapToObj(t -> new IdColumn(counts.firstOfType(first, t), counts.ofType(t), listed))
              .toList());
    }
    requireByType(choice, counts);
    return Optional.of(partedBySubhaloes(first, counts, types));
  }

  /** Returns a column for each type, with a run for each subhalo and one for the other members. */
  private List<IdColumn> partedBySubhaloes(long[] first, TypeCounts counts, int[] types) {
    StoredTable table = catalogue.subhaloTable();
    long[] group = table.longs(SubhaloColumns.GROUP);
    long[] length = table.longs(SubhaloColumns.LENGTH);
    TypeCounts inside = TypeCounts.of(table.longs(SubhaloColumns.LENGTH_OF_TYPES), group.length);
    long[] others = counts.counts().clone();
    long[] end = first.clone();
    int[] groupOfRun = new int[group.length + first.length];
    int[] subhaloOfRun = new int[groupOfRun.length];
    int run = 0;
    int s = 0;
    for (int g = 0; g < first.length; g++) {
      for (; s < group.length && group[s] == g; s++, run++) {
        groupOfRun[run] = g;
        subhaloOfRun[run] = s;
        end[g] += length[s];
        for (int t = 0; t < Math.min(counts.types(), inside.types()); t++) {
          others[g * counts.types() + t] -= inside.of(s, t);
        }
      }
      groupOfRun[run] = g;
      subhaloOfRun[run++] = -1;
    }
    requireSorted(s, group);
    TypeCounts outside = new TypeCounts(counts.types(), others);
    long[] firstOfSubhaloes = firstOfSubhaloes();
    List<IdColumn> columns = new ArrayList<>();
    for (int type : types) {
      boolean any = type < inside.types();
      long[] ofSubhaloes = any ? inside.firstOfType(firstOfSubhaloes, type) : firstOfSubhaloes;
      long[] ofOthers = outside.firstOfType(end, type);
      long[] firstOfRun = new long[groupOfRun.length];
      long[] countOfRun = new long[groupOfRun.length];
      for (int r = 0; r < groupOfRun.length; r++) {
        int subhalo = subhaloOfRun[r];
        firstOfRun[r] = subhalo < 0 ? ofOthers[groupOfRun[r]] : ofSubhaloes[subhalo];
        countOfRun[r] =
            subhalo < 0 ? outside.of(groupOfRun[r], type) : any ? inside.of(subhalo, type) : 0;
      }
      requireCounts(countOfRun, type);
      columns.add(new IdColumn(firstOfRun, countOfRun, groupOfRun, listed));
    }
    return columns;
  }

  private void requireSorted(int assigned, long... group) {
    if (assigned < group.length) {
      throw new CatalogueException(
          "subhalo %d of %s is of group %d, and the one before it of a later group: write the catalogue again"
              .formatted(assigned, catalogue.files().get(0), group[assigned]));
    }
  }

  private void requireCounts(long[] counts, int type) {
    if (Arrays.stream(counts).anyMatch(count -> count < 0)) {
      throw new CatalogueException(
          "a group of %s has fewer members of type %d than its subhaloes: write the catalogue again"
              .formatted(catalogue.files().get(0), type));
    }
  }

  private TypeCounts counts(StoredTable table, CatalogueColumn column, MemberChoice choice) {
    if (!table.has(column)) {
      throw new CatalogueException(
          "%s does not state how many members of each type its %s have, so that those of type %s cannot be told from others: write it with --format gadget, or leave out --types"
              .formatted(
                  catalogue.files().get(0),
                  choice.subhaloes() ? "subhaloes" : "groups",
                  choice.typeNames()));
    }
    return TypeCounts.of(table.longs(column), table.rows());
  }

  private static boolean isAllOf(MemberChoice choice, TypeCounts counts) {
    return IntStream.of(counts.present()).allMatch(choice::has);
  }

  private void requireByType(MemberChoice choice, TypeCounts counts) {
    if (counts.present().length > 1 && !listed.areByType()) {
      throw new CatalogueException(
          "%s lists the members of subhaloes in an order that does not tell those of type %s from others: run jzfof run again, or leave out --types"
              .formatted(catalogue.files().get(0), choice.typeNames()));
    }
  }
}
