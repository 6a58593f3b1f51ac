package org.jzfof.subhalo.shared;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.subhalo.CandidateSource;
import org.jzfof.subhalo.CandidateStretches;
import org.jzfof.subhalo.Candidates;
import org.jzfof.subhalo.GroupUnits;
import org.jzfof.subhalo.Subhalo;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.MemberRow;
import org.jzfof.subhalo.members.MemberRows;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Looks through families of candidates: their members move to one rank each, and what is bound is
 * told to the ranks that they are from.
 */
final class FamilySearch {
  private final SharedMembers members;
  private final Communicator comm;
  private final SharedCandidates candidates;
  private final SubhaloKernels kernels;
  private final SubhaloPhysics physics;
  private final GroupUnits units;

  /**
   * @param units of the group
   */
  FamilySearch(
      SharedMembers members,
      SharedCandidates candidates,
      SubhaloKernels kernels,
      SubhaloPhysics physics,
      GroupUnits units) {
    this.members = members;
    this.comm = members.comm();
    this.candidates = candidates;
    this.kernels = kernels;
    this.physics = physics;
    this.units = units;
  }

  /**
   * Finds the subhaloes of the families of a round; every rank calls it.
   *
   * @param bound takes what members of this rank are in
   * @return subhaloes that this rank has found
   */
  List<SharedFound> find(Families families, int round, BoundMembers bound) {
    int[][] sent = sent(families, round);
    long[][] rows = new long[sent.length][];
    long[][] places = new long[sent.length][];
    for (int r = 0; r < sent.length; r++) {
      rows[r] = MemberRow.of(members.own(), new MemberRows(sent[r].length, sent[r]));
      places[r] = Arrays.stream(sent[r]).mapToLong(i -> candidates.place()[i]).toArray();
    }
    List<Families.Family> own = families.of(round, comm.rank());
    long[] first = Parts.starts(own.size(), f -> own.get(f).length());
    int[][] to = inFamilies(own, first, comm.allToAll(places));
    SubhaloMembers come = received(first, to, comm.allToAll(rows));
    List<List<Subhalo>> found = kernels.find(come, physics, new Given(own, first));
    BoundMembers here = new BoundMembers(come.start()[own.size()]);
    List<SharedFound> subhaloes = new ArrayList<>();
    for (int f = 0; f < own.size(); f++) {
      for (Subhalo one : found.get(f)) {
        int candidate = own.get(f).candidates()[one.candidate()];
        int start = come.start()[f];
        here.take(candidate, Arrays.stream(one.members()).map(i -> start + i).toArray(), k -> k);
        subhaloes.add(found(candidate, come, start, one));
      }
    }
    sendBack(here, to, sent, bound);
    return subhaloes;
  }

  private static SharedFound found(int candidate, SubhaloMembers come, int start, Subhalo one) {
    long smallest =
        Arrays.stream(one.members())
            .mapToLong(i -> come.id()[start + i])
            .reduce(SubhaloMembers::smaller)
            .orElseThrow();
    return new SharedFound(candidate, smallest, one.properties());
  }

  /** Own members of the round by the ranks that they go to. */
  private int[][] sent(Families families, int round) {
    IntStream.Builder[] sent = new IntStream.Builder[comm.size()];
    Arrays.setAll(sent, r -> IntStream.builder());
    for (int i = 0; i < members.count(); i++) {
      Families.Family family = families.at(candidates.place()[i]);
      if (family != null && family.round() == round) {
        sent[family.rank()].add(i);
      }
    }
    return Arrays.stream(sent).map(some -> some.build().toArray()).toArray(int[][]::new);
  }

  /** Where members that come go: those of a family by their places in the chain. */
  private static int[][] inFamilies(List<Families.Family> own, long[] first, long[][] places) {
    long[] start = own.stream().mapToLong(Families.Family::start).toArray();
    int[][] to = new int[places.length][];
    for (int r = 0; r < to.length; r++) {
      to[r] = new int[places[r].length];
      for (int i = 0; i < to[r].length; i++) {
        int at = Arrays.binarySearch(start, places[r][i]);
        int family = at < 0 ? -at - 2 : at;
        to[r][i] = (int) (first[family] + places[r][i] - start[family]);
      }
    }
    return to;
  }

  private SubhaloMembers received(long[] first, int[][] to, long[][] rows) {
    int[] start = Arrays.stream(first).mapToInt(Math::toIntExact).toArray();
    SubhaloMembers own = members.own();
    SubhaloMembers come = MemberRow.allocate(own.map(), start, own.types());
    for (int r = 0; r < to.length; r++) {
      int[] places = to[r];
      long[] some = rows[r];
      Loops.indices(places.length).forEach(i -> MemberRow.read(some, i, come, places[i]));
      rows[r] = null;
    }
    return come;
  }

  private void sendBack(BoundMembers here, int[][] to, int[][] sent, BoundMembers bound) {
    long[][] answers = new long[to.length][];
    for (int r = 0; r < to.length; r++) {
      answers[r] = Arrays.stream(to[r]).mapToLong(here::get).toArray();
    }
    long[] lengths = Arrays.stream(sent).mapToLong(some -> some.length).toArray();
    long[][] of = comm.allToAll(answers, lengths);
    for (int r = 0; r < of.length; r++) {
      for (int k = 0; k < of[r].length; k++) {
        bound.set(sent[r][k], of[r][k]);
      }
    }
  }

  /** Candidates of families, whose members are in the order of the chain. */
  private final class Given implements CandidateSource {
    private final List<Families.Family> own;
    private final long[] first;

    Given(List<Families.Family> own, long[] first) {
      this.own = own;
      this.first = first;
    }

    @Override
    public GroupUnits units(int group, Loops loops) {
      return units;
    }

    @Override
    public Candidates candidates(int group, Loops loops) {
      Families.Family family = own.get(group);
      int[] number = family.candidates();
      CandidateStretches all = candidates.stretches();
      int[] start = new int[number.length];
      int[] length = new int[number.length];
      int[] around = new int[number.length];
      for (int c = 0; c < number.length; c++) {
        start[c] = all.start()[number[c]] - family.start();
        length[c] = all.length()[number[c]];
        boolean last = c == number.length - 1;
        around[c] = last ? c : Arrays.binarySearch(number, all.around()[number[c]]);
      }
      int[] chain = MemberRows.range((int) first[group], family.length()).row();
      return new Candidates(chain, new CandidateStretches(start, length, around));
    }
  }
}
