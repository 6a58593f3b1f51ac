package org.jzfof.catalogue.fields;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.error.SnapshotException;

/**
 * The datasets of /Group and /Subhalo as IllustrisTNG has them, made of those of Gadget-4: six
 * particle types whatever the snapshot has, and GroupCM also where GroupPos is the centre of mass.
 */
public final class TngFields {
  private static final int TYPES = 6;
  private static final String POSITION = "/Group/GroupPos";

  /** GroupMassType, Group_MassType_Crit200. */
  private static final Pattern BY_TYPE = Pattern.compile(".*Type(_.*)?");

  private static final String CENTRE_OF_MASS = "/Group/GroupCM";

  private TngFields() {}

  /**
   * Requires that all members have one of the six types.
   *
   * @throws SnapshotException if particles of other types are linked or attached
   */
  public static void requireTypes(CatalogueInfo info) {
    Arrays.stream(info.linking().types())
        .filter(type -> type >= TYPES)
        .findFirst()
        .ifPresent(
            type -> {
              throw new SnapshotException(
                  "--format tng has the types 0 to 5, but type %d is to be in groups: use --format gadget"
                      .formatted(type));
            });
  }

  /**
   * All of them.
   *
   * @param gadget as {@link GadgetFields#of} gives them
   * @param types of the snapshot
   */
  public static List<GroupField> of(List<GroupField> gadget, int types) {
    List<GroupField> fields = new ArrayList<>();
    boolean hasCentre = gadget.stream().anyMatch(field -> field.path().equals(CENTRE_OF_MASS));
    for (GroupField field : gadget) {
      fields.add(
          BY_TYPE.matcher(field.path()).matches() && field.columns() == types
              ? ofSixTypes(field, types)
              : field);
      if (field.path().equals(POSITION) && !hasCentre) {
        fields.add(
            new GroupField(
                CENTRE_OF_MASS, field.type(), field.columns(), field.label(), field.values()));
      }
    }
    return fields;
  }

  private static GroupField ofSixTypes(GroupField field, int types) {
    return new GroupField(
        field.table(),
        field.path(),
        field.type(),
        TYPES,
        field.label(),
        i -> {
          int type = i % TYPES;
          return type < types ? field.values().applyAsDouble(i / TYPES * types + type) : 0;
        },
        null);
  }
}
