/**
 * Pictures of a catalogue and of the density of particles around its groups; drawing needs no
 * display.
 */
package org.jzfof.plot;
