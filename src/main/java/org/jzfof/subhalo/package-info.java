/**
 * Subhaloes of groups after SUBFIND (Springel et al. 2001; Gadget-4, Springel et al. 2021): density
 * peaks that saddle points separate are candidates, and what is bound by the mass of a candidate is
 * a subhalo. Where Gadget-4 leaves a choice to its tree or to the order of particles, one is fixed
 * here, so that members, their order and all numbers depend on nothing but the particles.
 */
package org.jzfof.subhalo;
