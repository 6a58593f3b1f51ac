package org.jzfof.subhalo;

import java.util.List;
import org.jzfof.subhalo.members.SubhaloMembers;

/** Source of the candidates of groups. */
public interface CandidateSource {
  /** Returns the units of the sums of a group. */
  GroupUnits units(int group);

  /** Returns the candidates of a group. */
  SubhaloCandidates candidates(int group);

  /**
   * Returns a source of candidates from the links between the members of complete groups.
   *
   * @param physics parameters of each group
   */
  static CandidateSource ofLinks(SubhaloMembers members, List<SubhaloPhysics> physics) {
    return new CandidateSource() {
      @Override
      public GroupUnits units(int group) {
        return GroupUnits.of(members, group, physics.get(group));
      }

      @Override
      public SubhaloCandidates candidates(int group) {
        return SubhaloCandidates.of(DensityOrder.of(members, group));
      }
    };
  }
}
