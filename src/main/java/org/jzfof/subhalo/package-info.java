/**
 * Subhaloes of groups after SUBFIND (Springel et al. 2001; Gadget-4, Springel et al. 2021): density
 * peaks that saddle points separate are candidates, and the members that the mass of a candidate
 * binds are a subhalo. Where the result of Gadget-4 depends on its tree or on the order of
 * particles, this package defines the choice, so that members, their order and all properties
 * depend only on the particles.
 */
package org.jzfof.subhalo;
