package org.jzfof.catalogue.fields;

import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.GroupField;

/**
 * What SWIFT says of its datasets.
 *
 * @param info in units of the snapshot
 * @param units of the file
 */
public record SwiftLabels(CatalogueInfo info, PhysicalUnits units) {
  public GroupField.Label of(String description, SwiftUnit unit) {
    double a = info.snapshot().scaleFactor();
    return (out, path) -> unit.writeTo(out, path, description, unit.cgs(units), a);
  }

  public GroupField.Label of(SphereFields.About about, SwiftUnit unit) {
    GroupField.Label described = of(about.description(), unit);
    return (out, path) -> {
      described.writeTo(out, path);
      if (about.ofSphere()) {
        out.attribute(path, "Definition", about.definition());
        out.attribute(path, "Crossing", about.crossing());
      }
    };
  }
}
