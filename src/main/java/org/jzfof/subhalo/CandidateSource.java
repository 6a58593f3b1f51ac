package org.jzfof.subhalo;

import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.SubhaloMembers;

/** Where the candidates of groups come from. */
public interface CandidateSource {
  /**
   * Units of the sums of a group.
   *
   * @param loops over its members
   */
  GroupUnits units(int group, Loops loops);

  /**
   * The candidates of a group.
   *
   * @param loops over its members
   */
  Candidates candidates(int group, Loops loops);

  /** From the links of the members of whole groups. */
  static CandidateSource ofLinks(SubhaloMembers members, SubhaloPhysics physics) {
    return new CandidateSource() {
      @Override
      public GroupUnits units(int group, Loops loops) {
        return GroupUnits.of(members, group, physics, loops);
      }

      @Override
      public Candidates candidates(int group, Loops loops) {
        return Candidates.of(DensityOrder.of(members, group, loops), loops);
      }
    };
  }
}
