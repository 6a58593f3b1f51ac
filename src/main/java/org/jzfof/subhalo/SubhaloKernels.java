package org.jzfof.subhalo;

import java.util.List;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.subhalo.members.GroupMembers;
import org.jzfof.subhalo.members.MemberSource;

/** Device operations that find the subhaloes of complete groups. */
public interface SubhaloKernels {
  /**
   * Minimum number of members of a subhalo; one less is the number of nearest members among which
   * denser ones are searched.
   */
  int MIN_MEMBERS = 20;

  /** Returns the bytes of the Java heap that a search of subhaloes needs. */
  long heapBytes(long members);

  /**
   * Gathers the columns of members from those of particles.
   *
   * @param first index in the source of the first member of each group [groups]
   * @param start first member of each group in the result, and the number of members [groups + 1]
   */
  GroupMembers gather(MemberSource source, int[] first, int[] start);

  /**
   * Finds the subhaloes of each group by rank: by decreasing length, equally long ones by the
   * smallest member ID. The result depends neither on the order of members and groups nor on the
   * device.
   *
   * @param members members; IDs are unique in a group
   * @param number row of each group in the catalogue
   * @param physics parameters of each group
   * @param options options of the table; their apertures are those of the physics
   */
  FoundSubhaloes find(
      GroupMembers members, long[] number, List<SubhaloPhysics> physics, SubhaloOptions options);
}
