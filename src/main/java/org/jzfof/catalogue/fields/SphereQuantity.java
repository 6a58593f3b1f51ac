package org.jzfof.catalogue.fields;

import org.jzfof.config.Overdensity;

/** What is known of a sphere around a group, and what each layout calls it. */
public enum SphereQuantity {
  /** Of all particles inside. */
  MASS("Group_M_", "TotalMass", "mass_"),
  /** Of the sphere. */
  RADIUS("Group_R_", "SORadius", "radius_"),
  /** Of all particles inside; SOAP has it type by type only, and so no name for it. */
  NUMBER("Group_N_", "NumberOfParticles", "particles_");

  /** The group of all spheres in the layout of SOAP. */
  public static final String SOAP_GROUP = "/SO";

  private final String gadget;
  private final String soap;
  private final String yt;

  SphereQuantity(String gadget, String soap, String yt) {
    this.gadget = gadget;
    this.soap = soap;
    this.yt = yt;
  }

  /** What names of Gadget-4 begin with. */
  public String gadgetPrefix() {
    return gadget;
  }

  /** Name in the layout of Gadget-4: Group_M_Crit200. */
  public String gadgetName(Overdensity limit) {
    return gadget + limit.inNames();
  }

  /** Path in the layout of SOAP: /SO/200_crit/TotalMass. */
  public String soapPath(Overdensity limit) {
    return SOAP_GROUP + "/" + limit.inSoap() + "/" + soap;
  }

  /** What names in yt's halo catalogue begin with. */
  public String ytPrefix() {
    return yt;
  }

  /** Name in yt's halo catalogue: mass_200c. */
  public String ytName(Overdensity limit) {
    return yt + limit;
  }
}
