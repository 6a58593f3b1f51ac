package org.jzfof.catalogue;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CollectiveCatalogue;
import org.jzfof.catalogue.layout.Linking;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.domain.Box;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupSums;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.output.Provenance;
import org.jzfof.output.RunRecord;
import org.jzfof.output.Transaction;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Epoch;
import org.jzfof.snapshot.header.Expansion;
import org.jzfof.snapshot.header.FileState;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.Units;

/** Catalogues made up for tests. */
public final class Catalogues {
  /** Mpc/h, 1e10 Msun/h, km/s. */
  public static final Units GADGET_UNITS = new Units(3.085678e24, 1.989e43, 1e5, true);

  private Catalogues() {}

  /** Parameters of a search in a Gadget-4 snapshot at a = 0.5. */
  public static CatalogueInfo info(double... box) {
    return info(new Cosmology(0.308, 0.692, Double.NaN, 0.678), GADGET_UNITS, box);
  }

  /** As {@link #info(double...)}, of a snapshot without cosmology and units. */
  public static CatalogueInfo unstated(double... box) {
    double no = Double.NaN;
    return info(new Cosmology(no, no, no, no), new Units(no, no, no, false), box);
  }

  private static CatalogueInfo info(Cosmology cosmology, Units units, double... box) {
    double[] sides = box.length == 1 ? new double[] {box[0], box[0], box[0]} : box;
    SnapshotHeader header =
        new SnapshotHeader(
            CodeFamily.GADGET4,
            List.of(
                new SnapshotHeader.Piece(
                    new FileState(Path.of("snapshot_007.hdf5"), 0, FileTime.fromMillis(0), 0),
                    new long[6],
                    Map.of())),
            new long[] {0, 5000, 3000, 0, 0, 0},
            sides,
            new double[6],
            new Epoch(0.5, true, 0.5, 1, Math.sqrt(0.5), true, Expansion.Stated.NOTHING),
            cosmology,
            units);
    return new CatalogueInfo(
        header,
        "snapshot_007.hdf5",
        new Box(new double[3], sides, true),
        new Linking(
            0.15, 0.2, SeparationBy.NUMBER, 0.15, 0.149, new int[] {1, 2}, new int[] {4}, 20),
        true,
        new RunRecord(
            "1.2.3",
            "jzfof run snapshot_007.hdf5",
            new Provenance(Path.of("/snapshot_007.hdf5"), "0".repeat(64), "1".repeat(64))),
        "minLength=20",
        List.of(),
        Double.NaN,
        Optional.empty());
  }

  /** Groups of types 1 and 2 with random properties and distinct IDs, some above 2^63. */
  public static GroupCatalogue random(int groups, boolean ids, long seed) {
    Random random = new Random(seed);
    int types = 6;
    long[] length = new long[groups];
    long[] lengthType = new long[groups * types];
    double[] massType = new double[groups * types];
    double[] mass = new double[groups];
    int members = 0;
    for (int g = 0; g < groups; g++) {
      int second = random.nextInt(10);
      lengthType[g * types + 1] = 20 + 10L * (groups - g);
      lengthType[g * types + 2] = second;
      for (int t = 1; t < 3; t++) {
        length[g] += lengthType[g * types + t];
        massType[g * types + t] = 0.5 * t * lengthType[g * types + t];
        mass[g] += massType[g * types + t];
      }
      members += (int) length[g];
    }
    long[] memberIds = new long[ids ? members : 0];
    for (int i = 0; i < memberIds.length; i++) {
      memberIds[i] = i % 7 == 0 ? Long.MIN_VALUE + i : 3L * i + 1;
    }
    return new GroupCatalogue(
        new GroupSums(
            types,
            new long[groups],
            length,
            lengthType,
            mass,
            massType,
            random.doubles(3L * groups, 0, 25).toArray(),
            random.doubles(3L * groups, -500, 500).toArray(),
            random.doubles(groups, 0.1, 1).toArray(),
            random.doubles(groups, 50, 900).toArray(),
            random.doubles(groups, 1, 3).toArray()),
        MemberIds.of(memberIds));
  }

  /** Some of the groups, as one of several ranks has them; without IDs. */
  static GroupCatalogue part(GroupCatalogue all, int from, int to) {
    return all.gather(new LocalCommunicator(), IntStream.range(from, to).toArray());
  }

  /** The part of a rank of three: the second one has none. */
  public static GroupCatalogue ofRank(GroupCatalogue all, Communicator comm) {
    int cut = all.groups() / 3;
    return switch (comm.rank()) {
      case 0 -> part(all, 0, comm.size() == 1 ? all.groups() : cut);
      case 1 -> part(all, cut, cut);
      default -> part(all, cut, all.groups());
    };
  }

  /** Which cannot be written. */
  static GroupCatalogue withoutMasses(GroupCatalogue groups) {
    return new GroupCatalogue(
        new GroupSums(
            groups.types(),
            groups.sums().id(),
            groups.sums().length(),
            groups.sums().lengthType(),
            new double[0],
            groups.sums().massType(),
            groups.sums().position(),
            groups.sums().velocity(),
            groups.sums().inertiaRadius(),
            groups.sums().velocityDispersion(),
            groups.sums().enclosingRadius()),
        groups.memberIds());
  }

  /** Writes a catalogue alone. */
  static void write(CatalogueWriter writer, CatalogueInfo info, GroupCatalogue groups) {
    Path output = writer.files().get(0);
    try (Transaction transaction = Transaction.begin(output, writer.files())) {
      CollectiveCatalogue.write(
          new LocalCommunicator(),
          transaction,
          info,
          groups,
          writer.files().size(),
          List.of(writer));
      transaction.commit(writer.older());
    }
  }
}
