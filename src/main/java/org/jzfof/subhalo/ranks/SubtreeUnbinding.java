package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.device.Unsigned;
import org.jzfof.subhalo.CandidateRanges;
import org.jzfof.subhalo.CandidateSource;
import org.jzfof.subhalo.GroupUnits;
import org.jzfof.subhalo.Subhalo;
import org.jzfof.subhalo.SubhaloCandidates;
import org.jzfof.subhalo.SubhaloFinder;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Finds the subhaloes of families of candidates. The members of a family move to one rank, which
 * sends back in which candidates they are bound.
 */
final class SubtreeUnbinding {
  private final DistributedMembers members;
  private final Communicator comm;
  private final DistributedCandidates candidates;
  private final SubhaloFinder finder;
  private final SubhaloPhysics physics;
  private final GroupUnits units;

  SubtreeUnbinding(
      DistributedMembers members,
      DistributedCandidates candidates,
      SubhaloFinder finder,
      SubhaloPhysics physics,
      GroupUnits units) {
    this.members = members;
    this.comm = members.comm();
    this.candidates = candidates;
    this.finder = finder;
    this.physics = physics;
    this.units = units;
  }

  /**
   * Finds the subhaloes of the families of a round; every rank calls it.
   *
   * @param bound output: candidates in which members of this rank are bound
   * @return subhaloes found on this rank
   */
  List<DistributedSubhalo> find(CandidateSubtrees families, int round, BoundMembers bound) {
    RowTransfer inOrder = RowTransfer.inOrder(comm, RankRows.of(sent(families, round)));
    int[] chainIndices = inOrder.moved(candidates.chainIndex(), 1);
    List<CandidateSubtrees.Family> localFamilies = families.of(round, comm.rank());
    long[] first = ArrayParts.offsets(localFamilies.size(), f -> localFamilies.get(f).length());
    RowTransfer toFamilies = inOrder.to(inFamilies(localFamilies, first, chainIndices));
    int[] starts = Arrays.stream(first).mapToInt(Math::toIntExact).toArray();
    SubhaloMembers arrived =
        SubhaloMembers.allocate(members.local().map(), starts, members.local().types());
    toFamilies.move(members.local().columns(), arrived.columns());
    List<List<Subhalo>> found =
        finder.find(
            arrived,
            Collections.nCopies(localFamilies.size(), physics),
            new FamilyCandidates(localFamilies, first));
    BoundMembers localBound = new BoundMembers(arrived.start()[localFamilies.size()]);
    List<DistributedSubhalo> subhaloes = new ArrayList<>();
    for (int f = 0; f < localFamilies.size(); f++) {
      for (Subhalo one : found.get(f)) {
        int candidate = localFamilies.get(f).candidates()[one.candidate()];
        int start = arrived.start()[f];
        localBound.take(
            candidate, Arrays.stream(one.members()).map(i -> start + i).toArray(), k -> k);
        subhaloes.add(found(candidate, arrived, start, one));
      }
    }
    toFamilies.back().move(localBound.columns(), bound.columns());
    return subhaloes;
  }

  private static DistributedSubhalo found(
      int candidate, SubhaloMembers arrived, int start, Subhalo one) {
    long smallest =
        Arrays.stream(one.members())
            .mapToLong(i -> arrived.id()[start + i])
            .reduce(Unsigned::min)
            .orElseThrow();
    return new DistributedSubhalo(candidate, smallest, one.properties());
  }

  /** Returns the local members of a round by destination rank. */
  private int[][] sent(CandidateSubtrees families, int round) {
    IntStream.Builder[] sent = new IntStream.Builder[comm.size()];
    Arrays.setAll(sent, r -> IntStream.builder());
    for (int i = 0; i < members.count(); i++) {
      CandidateSubtrees.Family family = families.at(candidates.chainIndex()[i]);
      if (family != null && family.round() == round) {
        sent[family.rank()].add(i);
      }
    }
    return Arrays.stream(sent).map(builder -> builder.build().toArray()).toArray(int[][]::new);
  }

  /** Returns the rows of arriving members: family by family, in the order of the chain. */
  private static int[] inFamilies(
      List<CandidateSubtrees.Family> localFamilies, long[] first, int[] chainIndices) {
    int[] start = localFamilies.stream().mapToInt(CandidateSubtrees.Family::start).toArray();
    int[] to = new int[chainIndices.length];
    for (int i = 0; i < to.length; i++) {
      int at = Arrays.binarySearch(start, chainIndices[i]);
      int family = at < 0 ? -at - 2 : at;
      to[i] = (int) first[family] + chainIndices[i] - start[family];
    }
    return to;
  }

  /** Source of the candidates of families whose members are in the order of the chain. */
  private final class FamilyCandidates implements CandidateSource {
    private final List<CandidateSubtrees.Family> localFamilies;
    private final long[] first;

    FamilyCandidates(List<CandidateSubtrees.Family> localFamilies, long[] first) {
      this.localFamilies = localFamilies;
      this.first = first;
    }

    @Override
    public GroupUnits units(int group) {
      return units;
    }

    @Override
    public SubhaloCandidates candidates(int group) {
      CandidateSubtrees.Family family = localFamilies.get(group);
      int[] number = family.candidates();
      CandidateRanges all = candidates.stretches();
      int[] start = new int[number.length];
      int[] length = new int[number.length];
      int[] enclosing = new int[number.length];
      for (int c = 0; c < number.length; c++) {
        start[c] = all.start()[number[c]] - family.start();
        length[c] = all.length()[number[c]];
        boolean last = c == number.length - 1;
        enclosing[c] = last ? c : Arrays.binarySearch(number, all.enclosing()[number[c]]);
      }
      int[] chain = MemberSelection.range((int) first[group], family.length()).row();
      return new SubhaloCandidates(chain, new CandidateRanges(start, length, enclosing));
    }
  }
}
