/**
 * The simulation box, fixed-point coordinates, Morton order, mock particles, and the domains of
 * ranks.
 */
package org.jzfof.domain;
