/** Simulation box, fixed-point coordinates and Morton order. */
package org.jzfof.domain;
