package org.jzfof.catalogue.stored;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzfof.catalogue.fields.SphereQuantity;
import org.jzfof.config.Crossing;
import org.jzfof.config.Overdensity;
import org.jzfof.hdf5.Hdf5File;

/** Where the files of a catalogue have the datasets of Gadget's /Group. */
final class StoredDatasets {
  private static final String GROUP = "/Group";
  private static final String CENTRES = "/InputHalos/HaloCentre";
  private static final String CENTRES_OF_MASS = "/Groups/Centres";
  private static final Pattern SOAP = Pattern.compile("(\\d+)_([cm])(?:rit|ean)");

  private final StoredLayout layout;
  private final Map<String, String> own; // by Gadget's names, what not all files of a layout have
  private final List<String> spheres;
  private final List<String> flags;
  private final StoredProperties properties;

  private StoredDatasets(Hdf5File file, StoredLayout layout, Map<String, String> own) {
    this.layout = layout;
    this.own = own;
    this.spheres = own.keySet().stream().filter(StoredDatasets::isOfSphere).sorted().toList();
    this.flags =
        layout == StoredLayout.GADGET
            ? children(file, GROUP).filter(name -> name.startsWith(Crossing.FLAG)).sorted().toList()
            : List.of();
    this.properties = StoredProperties.of(file, layout, limits(spheres));
  }

  /** Looks at a file that has groups. */
  static StoredDatasets of(Hdf5File file, StoredLayout layout) {
    Map<String, String> own = new HashMap<>();
    switch (layout) {
      case GADGET ->
          children(file, GROUP)
              .filter(StoredDatasets::isOfSphere)
              .forEach(name -> own.put(name, GROUP + "/" + name));
      case SWIFT -> {
        children(file, SphereQuantity.SOAP_GROUP)
            .flatMap(name -> ofSoap(name).stream())
            .forEach(limit -> putSoap(file, limit, own));
        if (file.exists(CENTRES)) {
          own.put("GroupPos", CENTRES);
          own.put("GroupCM", CENTRES_OF_MASS);
        }
      }
      case YT -> children(file, "/").forEach(name -> putYt(name, own));
      default -> throw new IllegalStateException("layout " + layout);
    }
    return new StoredDatasets(file, layout, own);
  }

  private static Stream<String> children(Hdf5File file, String group) {
    return file.exists(group) ? file.children(group).stream() : Stream.empty();
  }

  private static boolean isOfSphere(String name) {
    return Stream.of(SphereQuantity.values())
        .anyMatch(quantity -> name.startsWith(quantity.gadgetPrefix()));
  }

  private static List<Overdensity> limits(List<String> spheres) {
    return Stream.of(SphereQuantity.values())
        .map(SphereQuantity::gadgetPrefix)
        .flatMap(
            prefix ->
                spheres.stream()
                    .filter(name -> name.startsWith(prefix))
                    .map(name -> name.substring(prefix.length())))
        .distinct()
        .flatMap(name -> Overdensity.ofNames(name).stream())
        .toList();
  }

  /** SOAP has other groups beside those of a mean density: multiples of a radius, cores. */
  private static Optional<Overdensity> ofSoap(String name) {
    Matcher matcher = SOAP.matcher(name);
    return name.equals(Overdensity.SOAP_VIRIAL)
        ? Overdensity.find("vir")
        : matcher.matches()
            ? Overdensity.find(matcher.group(1) + matcher.group(2))
            : Optional.empty();
  }

  private static void putSoap(Hdf5File file, Overdensity limit, Map<String, String> own) {
    for (SphereQuantity quantity : SphereQuantity.values()) {
      String path = quantity.soapPath(limit);
      if (file.exists(path)) {
        own.put(quantity.gadgetName(limit), path);
      }
    }
  }

  private static void putYt(String name, Map<String, String> own) {
    for (SphereQuantity quantity : SphereQuantity.values()) {
      if (name.startsWith(quantity.ytPrefix())) {
        Overdensity.find(name.substring(quantity.ytPrefix().length()))
            .ifPresent(limit -> own.put(quantity.gadgetName(limit), "/" + name));
      }
    }
  }

  /**
   * Datasets that are, side by side, one of Gadget's; none where there is none like it, an empty
   * path where one of them would be zeros.
   */
  List<String> paths(String name) {
    String path = own.get(name);
    return path != null
        ? List.of(path)
        : properties.find(name).map(layout::datasets).orElseGet(() -> layout.datasets(name));
  }

  /** Values per group of each of these, where that is known. */
  OptionalInt columns(String name) {
    return spheres.contains(name) || flags.contains(name)
        ? OptionalInt.of(1)
        : properties.columns(name, paths(name));
  }

  /** Gadget's names of those on spheres, by name. */
  List<String> spheres() {
    return spheres;
  }

  /** Names of the flags of several crossings, which only Gadget's layout has, by name. */
  List<String> flags() {
    return flags;
  }

  /** Those on properties. */
  StoredProperties properties() {
    return properties;
  }
}
