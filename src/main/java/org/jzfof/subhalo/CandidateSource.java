package org.jzfof.subhalo;

import org.jzfof.subhalo.members.SubhaloMembers;

/** Where the candidates of groups come from. */
public interface CandidateSource {
  /** Units of the sums of a group. */
  GroupUnits units(int group);

  /** The candidates of a group. */
  SubhaloCandidates candidates(int group);

  /** From the links of the members of whole groups. */
  static CandidateSource ofLinks(SubhaloMembers members, SubhaloPhysics physics) {
    return new CandidateSource() {
      @Override
      public GroupUnits units(int group) {
        return GroupUnits.of(members, group, physics);
      }

      @Override
      public SubhaloCandidates candidates(int group) {
        return SubhaloCandidates.of(DensityOrder.of(members, group));
      }
    };
  }
}
