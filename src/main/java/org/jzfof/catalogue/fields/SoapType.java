package org.jzfof.catalogue.fields;

/**
 * Names of SOAP's datasets on one type of particles; it has none for some types.
 *
 * @param number of the particles
 * @param halfMassRadius of their mass
 */
record SoapType(String number, String halfMassRadius) {
  static SoapType of(int type) {
    return switch (type) {
      case 0 -> named("Gas", "Gas");
      case 1 -> named("DarkMatter", "DarkMatter");
      case 4 -> named("Star", "Stars");
      case 5 -> named("BlackHole", "BlackHoles");
      default -> named("PartType" + type, "PartType" + type);
    };
  }

  private static SoapType named(String one, String all) {
    return new SoapType("NumberOf" + one + "Particles", "HalfMassRadius" + all);
  }
}
