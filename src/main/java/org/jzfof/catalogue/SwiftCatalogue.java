package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jzfof.catalogue.fields.PhysicalUnits;
import org.jzfof.catalogue.fields.SoapFields;
import org.jzfof.catalogue.fields.SwiftLabels;
import org.jzfof.catalogue.fields.SwiftProperties;
import org.jzfof.catalogue.fields.SwiftUnit;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Writes fof_output_NNNN.hdf5 as SWIFT lays out its friends-of-friends output (fof_catalogue_io.c):
 * no h in any unit, comoving lengths, group IDs from 1, no member IDs. Spheres are where SOAP has
 * them, and subhaloes in a file of SOAP beside it.
 */
final class SwiftCatalogue implements SingleFileCatalogue.Layout {
  private static final String FORMAT = "swift";
  private static final String GROUPS = "/Groups";
  private static final String CENTRES = "/InputHalos/HaloCentre";

  private SwiftCatalogue() {}

  /**
   * The writer of such a file.
   *
   * @param folder that gets it
   * @param snapshotNumber for its name; digits are filled up to four
   */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return writer(folder, "fof_output_", snapshotNumber, "catalogue", new SwiftCatalogue());
  }

  /**
   * The writer of a file in units of SWIFT.
   *
   * @param name what its name begins with
   * @param content what it is
   */
  static CatalogueWriter writer(
      Path folder,
      String name,
      String snapshotNumber,
      String content,
      SingleFileCatalogue.Layout layout) {
    String number =
        snapshotNumber.matches("\\d{1,3}")
            ? "0".repeat(4 - snapshotNumber.length()) + snapshotNumber
            : snapshotNumber;
    return new SingleFileCatalogue(
        folder.resolve(name + number + ".hdf5"),
        FORMAT,
        content,
        info -> info.in(PhysicalUnits.of(info.snapshot(), FORMAT).withoutHubble()),
        layout);
  }

  @Override
  public void begin(
      Hdf5Writer out, CatalogueInfo info, GroupLayout.Plan plan, PhysicalUnits units) {
    new SwiftMetadata(out, info, units).write("FOF", "Groups", plan.groups());
    new RunParameters(out, info.in(units.withoutHubble())).write();
    createGroups(out, plan.fields());
  }

  /** Creates what datasets are in. */
  static void createGroups(Hdf5Writer out, List<GroupField> fields) {
    fields.stream().flatMap(field -> parents(field.path())).distinct().forEach(out::group);
  }

  /** The groups that a dataset is in, the outermost first. */
  private static Stream<String> parents(String path) {
    return IntStream.range(1, path.length())
        .filter(i -> path.charAt(i) == '/')
        .mapToObj(i -> path.substring(0, i));
  }

  @Override
  public List<GroupField> fields(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units) {
    double h = units.perHubble();
    SwiftLabels labels = new SwiftLabels(info, units);
    GroupField.Label radius =
        labels.of("Distance to the particle furthest from the centre", SwiftUnit.LENGTH);
    GroupField.Label rms =
        labels.of(
            "Mass-weighted root mean square distance from the centre of mass", SwiftUnit.LENGTH);
    List<GroupField> fields = new ArrayList<>();
    fields.addAll(
        List.of(
            field(
                "Masses",
                Hdf5Type.FLOAT64,
                1,
                labels.of("FOF group masses", SwiftUnit.MASS),
                i -> h * groups.mass()[i]),
            field(
                "Centres",
                Hdf5Type.FLOAT64,
                3,
                labels.of("FOF group centres of mass", SwiftUnit.LENGTH),
                i -> h * groups.position()[i]),
            GroupField.real(
                groups, GROUPS + "/Radii", 1, radius, i -> h * groups.enclosingRadius()[i]),
            GroupField.real(
                groups, GROUPS + "/InertiaRadii", 1, rms, i -> h * groups.inertiaRadius()[i]),
            field(
                "GroupIDs",
                Hdf5Type.INT64,
                1,
                labels.of("FOF group IDs", SwiftUnit.NUMBER),
                i -> share.first() + i + 1),
            field(
                "Sizes",
                Hdf5Type.INT64,
                1,
                labels.of("FOF group length (number of particles)", SwiftUnit.NUMBER),
                i -> groups.length()[i]),
            field(
                "LinkedSizes",
                Hdf5Type.INT64,
                1,
                labels.of("Number of particles of the linked types", SwiftUnit.NUMBER),
                i -> linked(info, groups, i))));
    boolean subhaloes = groups.subhaloes().sought();
    boolean spheres = groups.spheres().options().wanted();
    if (spheres || subhaloes) {
      fields.add(centres(groups, labels));
    }
    if (spheres) {
      fields.addAll(SoapFields.ofSpheres(groups, labels, CENTRES.substring(1)));
      fields.addAll(SwiftProperties.of(groups, labels, CENTRES.substring(1)));
    }
    if (subhaloes) {
      addSubhaloes(fields, groups, share, labels);
    }
    return fields;
  }

  private static void addSubhaloes(
      List<GroupField> fields, GroupCatalogue groups, CatalogueShare share, SwiftLabels labels) {
    long[] first = share.subhaloStarts(groups);
    fields.add(
        field(
            "FirstSubhaloIndex",
            Hdf5Type.INT64,
            1,
            labels.of(
                "Row of the first subhalo in the file of subhaloes; -1 where there is none",
                SwiftUnit.NUMBER),
            g -> first[g + 1] > first[g] ? first[g] : -1));
    fields.add(
        field(
            "NumberOfSubhalos",
            Hdf5Type.INT64,
            1,
            labels.of("Number of subhaloes", SwiftUnit.NUMBER),
            g -> first[g + 1] - first[g]));
  }

  /** Where SOAP has the centres of its spheres. */
  private static GroupField centres(GroupCatalogue groups, SwiftLabels labels) {
    boolean deepest = groups.spheres().ofMembers();
    double h = labels.units().perHubble();
    double[] centre = groups.centre();
    String description =
        "Centre of the spheres: "
            + (groups.subhaloes().sought() ? "that of the first subhalo; where there is none " : "")
            + (deepest
                ? "the member that is deepest in the potential of all members"
                : "the centre of mass");
    return new GroupField(
        CENTRES, Hdf5Type.FLOAT64, 3, labels.of(description, SwiftUnit.LENGTH), i -> h * centre[i]);
  }

  private static GroupField field(
      String name, Hdf5Type type, int columns, GroupField.Label label, IntToDoubleFunction values) {
    return new GroupField(GROUPS + "/" + name, type, columns, label, values);
  }

  /** Members of a group that were linked, not attached. */
  private static double linked(CatalogueInfo info, GroupCatalogue groups, int group) {
    return Arrays.stream(info.linking().primaryTypes())
        .mapToLong(type -> groups.lengthType()[group * groups.types() + type])
        .sum();
  }
}
